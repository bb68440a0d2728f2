import type { Db } from "#db/store";
import type { NewId } from "#kernel/ids";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { randomToken } from "#kernel/secrets";
import { insertEntries, type SealedEntry, sealEntry } from "#platform/audit-trail";
import { insertEvents, type NewEvent } from "#platform/outbox";
import { noteRemovals } from "#platform/removals";
import type { Draft } from "./drafts.ts";
import { type LedgerRow, ledgerOf } from "./repository.ts";

/** Tenant of audit entries outside any organization: sign-ins, administrators, the CLI. */
export const PLATFORM = "platform";

/** Version of event payloads; increased only for a breaking change. */
export const API_VERSION = "2026-11-01";

/** What a change recorded of one organization, and the locked ledger that it continues. */
export interface Appendix {
	readonly orgId: string;
	readonly draft: Draft;
	readonly change: { readonly tx: Db; readonly principal: Principal; readonly nowMs: number };
	readonly last: Omit<LedgerRow, "orgId">;
}

/** Appends what a change recorded of one organization, by statements that need not wait for each other. */
export function append(newId: NewId, context: RequestContext, appendix: Appendix): Promise<unknown>[] {
	const { orgId, draft, change, last } = appendix;
	const author = {
		principal: change.principal,
		requestId: context.requestId,
		ip: context.ip,
		userAgent: context.userAgent,
	};
	const sealed: SealedEntry[] = [];
	for (const entry of draft.entries) {
		const place = {
			orgId,
			sequence: last.auditSequence + sealed.length + 1,
			id: newId("aud"),
			occurredAtMs: change.nowMs,
			prevHash: sealed.at(-1)?.hash ?? last.auditHead,
			salt: randomToken(16),
		};
		sealed.push(sealEntry(entry, author, place));
	}
	const ledger = {
		eventSequence: last.eventSequence + draft.events.length,
		auditSequence: last.auditSequence + sealed.length,
		auditHead: sealed.at(-1)?.hash ?? last.auditHead,
	};
	return [
		ledgerOf(change.tx, orgId).put(ledger),
		...insertEvents(change.tx, draft.events.map(toEventRow)),
		...insertEntries(change.tx, sealed),
		...(draft.removals.length > 0 ? [noteRemovals(change.tx, draft.removals.map(toRemoval))] : []),
	];

	function toRemoval(removed: Draft["removals"][number]) {
		// An organization itself is removed from none.
		const isWithin = orgId !== PLATFORM && removed.kind !== "organization";
		return { ...removed, orgId: isWithin ? orgId : null, atMs: change.nowMs };
	}

	function toEventRow(event: NewEvent, n: number) {
		return {
			orgId,
			sequence: last.eventSequence + n + 1,
			id: event.id,
			type: event.type,
			apiVersion: API_VERSION,
			occurredAtMs: change.nowMs,
			requestId: context.requestId,
			actor: { type: change.principal.kind, id: change.principal.id },
			object: event.object,
			changes: event.changes ? [...event.changes] : null,
		};
	}
}
