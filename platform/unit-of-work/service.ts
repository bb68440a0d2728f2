import type { TSchema } from "@sinclair/typebox";
import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { NewId } from "#kernel/ids";
import type { Principal } from "#kernel/principal";
import type { IdempotentRequest, RequestContext } from "#kernel/request-context";
import { randomToken } from "#kernel/secrets";
import { CHAIN_START, insertEntries, type NewAuditEntry, type SealedEntry, sealEntry } from "#platform/audit-trail";
import type { Idempotency, KnownOutcome, Remembered } from "#platform/idempotency";
import { insertEvents, type NewEvent } from "#platform/outbox";
import type { Fact, Occurrence, Recorded } from "./facts.ts";
import type { Authority } from "./ports.ts";
import { ledgerOf } from "./repository.ts";

/** The tenant that audit entries outside any organization belong to: sign-ins, administrators, the CLI. */
export const PLATFORM = "platform";

/** A change under way: one transaction, and what is to be recorded with it. */
export interface Change {
	/** The transaction. Nothing but it is awaited inside a change. */
	readonly tx: Db;
	/**
	 * Who makes it, and what they hold now: read in this transaction, and held against changes until it ends. Every decision
	 * about what they may do asks it, never the call they came with.
	 */
	readonly principal: Principal;
	/** The time of the change, Unix ms: the same on its rows, events and audit entries. */
	readonly nowMs: number;
	/**
	 * Records that something happened: an entry in the audit chain of an organization, or of {@link PLATFORM}, and, if the fact
	 * has one, an event in its outbox.
	 */
	record<Payload extends TSchema | null>(orgId: string, fact: Fact<Payload>, what: Recorded<Payload>): void;
	/** Forgets, once committed, what is cached about an organization, user or session. */
	invalidate(...ids: readonly string[]): void;
	/** Runs once the change is committed and durable, e.g. to wake a worker. */
	afterCommit(effect: () => void): void;
}

/** How a change treats retries. */
export interface ChangeOptions {
	/**
	 * How its outcome is kept for a retry with the same key: `"sealed"` (default), since it may hold a token that is shown
	 * once; `"plain"` when it holds nothing but what other tables hold unsealed as well, which spares a write a seventh of
	 * its time; false, not at all, for operations that issue credentials.
	 */
	readonly remembered?: Remembered | false;
}

/** What {@link createUnitOfWork} is made of. */
export interface UnitOfWorkDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly idempotency: Idempotency;
	readonly authority: Authority;
	/** Drops cached live state, here and (through the Bus) on other instances. */
	readonly invalidate: (ids: readonly string[]) => void;
}

export type UnitOfWork = ReturnType<typeof createUnitOfWork>;

/** The result of a request that came first, or what is known of its key. */
type First<T> = { readonly result: T } | { readonly known: KnownOutcome };

interface Draft {
	readonly events: NewEvent[];
	readonly entries: NewAuditEntry[];
}

/** The statuses a retry is answered with again: what the domain decided, not what was wrong with the request. */
const isDecision = (error: unknown): error is AppError =>
	error instanceof AppError &&
	(error.kind === "conflict" || error.kind === "invalid") &&
	!error.code.startsWith("idempotency_") &&
	error.code !== "validation_failed";

/**
 * The one door for everything that writes: the caller's authority, effect, events, audit entries and idempotency key in one
 * transaction. What was in flight when its maker lost the right to it is refused here, whatever the service looked at.
 */
export function createUnitOfWork({ store, clock, newId, idempotency, authority, invalidate }: UnitOfWorkDeps) {
	/** Makes the change and answers its result; a retry with the same key answers the first one's. */
	async function run<T>(
		context: RequestContext,
		work: (change: Change) => Promise<T>,
		options: ChangeOptions = {},
	): Promise<T> {
		const { remembered = "sealed" } = options;
		const ticket = context.idempotency;
		if (!ticket || remembered === false) return transact(context, work);
		const first = await idempotency.alone(ticket, () => once(context, ticket, remembered, work));
		return "result" in first ? first.result : idempotency.answer<T>(ticket, first.known);
	}

	/** Makes the change unless its key is known, and remembers what the domain decided. */
	async function once<T>(
		context: RequestContext,
		ticket: IdempotentRequest,
		remembered: Remembered,
		work: (change: Change) => Promise<T>,
	): Promise<First<T>> {
		try {
			return await transact(
				context,
				async (change): Promise<First<T>> => {
					const known = await idempotency.recall(change.tx, ticket);
					return known ? { known } : { result: await work(change) };
				},
				async (tx, made) => {
					if ("result" in made) await idempotency.remember(tx, ticket, context.principal.orgId, made, remembered);
				},
			);
		} catch (error) {
			if (isDecision(error))
				await store
					.writing("change.refused")
					.tx((tx) => idempotency.remember(tx, ticket, context.principal.orgId, { refusal: error }));
			throw error;
		}
	}

	/** One transaction for the work, what it records, and `finish`. */
	async function transact<T>(
		context: RequestContext,
		work: (change: Change) => Promise<T>,
		finish?: (tx: Db, made: T) => Promise<void>,
	): Promise<T> {
		let stale: string[] = [];
		let effects: (() => void)[] = [];
		const result = await store.writing("change").tx(async (tx) => {
			const drafts = new Map<string, Draft>();
			stale = []; // the transaction may run again, see `WriteHandle.tx`
			effects = [];
			const principal = context.authorize === null ? context.principal : await authority.holdNow(tx, context);
			const change: Change = {
				tx,
				principal,
				nowMs: clock.nowMs(),
				record: (orgId, fact, what) => draft(drafts, orgId, fact, what),
				invalidate: (...ids) => void stale.push(...ids),
				afterCommit: (effect) => void effects.push(effect),
			};
			const made = await work(change);
			for (const [orgId, draft] of drafts) await append(change, context, orgId, draft);
			await finish?.(tx, made);
			return made;
		});
		if (stale.length > 0) invalidate(stale);
		for (const effect of effects) effect();
		return result;
	}

	async function append(
		change: Change,
		context: RequestContext,
		orgId: string,
		{ events, entries }: Draft,
	): Promise<void> {
		const ledger = ledgerOf(change.tx, orgId);
		const last = (await ledger.lock()) ?? { eventSequence: 0, auditSequence: 0, auditHead: CHAIN_START };
		const author = {
			principal: change.principal,
			requestId: context.requestId,
			ip: context.ip,
			userAgent: context.userAgent,
		};
		const sealed: SealedEntry[] = [];
		for (const entry of entries) {
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
		await ledger.put({
			eventSequence: last.eventSequence + events.length,
			auditSequence: last.auditSequence + sealed.length,
			auditHead: sealed.at(-1)?.hash ?? last.auditHead,
		});
		if (events.length > 0)
			await insertEvents(
				change.tx,
				events.map((event, n) => toEventRow(event, n)),
			);
		if (sealed.length > 0) await insertEntries(change.tx, sealed);

		function toEventRow(event: NewEvent, n: number) {
			return {
				orgId,
				sequence: last.eventSequence + n + 1,
				id: newId("evt"),
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

	return {
		run,
		/** Makes the platform's ledger. Two first changes at once would both take number 1, so it must exist before any. */
		prepare(): Promise<void> {
			const { db } = store.writing("ledger.prepare");
			return ledgerOf(db, PLATFORM).create({ eventSequence: 0, auditSequence: 0, auditHead: CHAIN_START });
		},
	};
}

/** Version of event payloads; a new one only for a breaking change. */
const API_VERSION = "2026-11-01";

function draft(
	drafts: Map<string, Draft>,
	orgId: string,
	fact: Fact,
	what: Occurrence & { readonly object?: unknown },
) {
	const { events, entries } = draftOf(drafts, orgId);
	const { action, category, outcome, target } = fact;
	const first = what.id === null ? [] : [{ type: target, id: what.id }];
	const targets = [...first, ...(what.also ?? [])];
	entries.push({ action, category, outcome, targets, changes: what.changes ?? what.auditedChanges ?? [] });
	if (fact.event !== null)
		events.push({ type: fact.event, object: what.object as NewEvent["object"], changes: what.changes });
}

function draftOf(drafts: Map<string, Draft>, orgId: string): Draft {
	const draft = drafts.get(orgId) ?? { events: [], entries: [] };
	drafts.set(orgId, draft);
	return draft;
}
