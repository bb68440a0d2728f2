import type { TSchema } from "@sinclair/typebox";
import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { NewId } from "#kernel/ids";
import type { Principal } from "#kernel/principal";
import type { IdempotentRequest, RequestContext } from "#kernel/request-context";
import { randomToken } from "#kernel/secrets";
import { CHAIN_START, insertEntries, type NewAuditEntry, type SealedEntry, sealEntry } from "#platform/audit-trail";
import type { Idempotency, OutcomeStorage, StoredOutcome } from "#platform/idempotency";
import { insertEvents, type NewEvent } from "#platform/outbox";
import type { Fact, FactDetails, Occurrence } from "./facts.ts";
import type { Authority } from "./ports.ts";
import { ledgerOf } from "./repository.ts";

/** Tenant of audit entries outside any organization: sign-ins, administrators, the CLI. */
export const PLATFORM = "platform";

/** A change in progress: one transaction, and the facts to be recorded with it. */
export interface Change {
	/** The transaction. Nothing else may be awaited inside a change. */
	readonly tx: Db;
	/**
	 * The caller with their current authority: read in this transaction and locked until it ends. Every decision about
	 * rights uses it, never the principal of the request context.
	 */
	readonly principal: Principal;
	/** Time of the change, Unix ms: the same in its rows, events and audit entries. */
	readonly nowMs: number;
	/**
	 * Records a fact: an entry in the audit chain of an organization, or of {@link PLATFORM}, and, if the fact has one,
	 * an event in its outbox.
	 */
	record<Payload extends TSchema | null>(orgId: string, fact: Fact<Payload>, what: FactDetails<Payload>): void;
	/** Drops cached state of an organization, user or session after the commit. */
	invalidate(...ids: readonly string[]): void;
	/** Registers a function to run once the change is committed and durable, e.g. to wake a worker. */
	afterCommit(effect: () => void): void;
}

/** Options of a change. */
export interface ChangeOptions {
	/**
	 * Form in which the outcome is stored for a retry with the same key: `"sealed"` (default), since it may contain a
	 * one-time token; `"plain"` when everything in it is stored unsealed in other tables too, which saves a seventh of
	 * the time of a write; false: not at all, for operations that issue credentials.
	 */
	readonly storeOutcome?: OutcomeStorage | false;
}

/** Dependencies of {@link createUnitOfWork}. */
export interface UnitOfWorkDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly idempotency: Idempotency;
	readonly authority: Authority;
	/** Drops cached state, here and (through the Bus) on other instances. */
	readonly invalidate: (ids: readonly string[]) => void;
}

export type UnitOfWork = ReturnType<typeof createUnitOfWork>;

/** The result of the first request, or the stored outcome of its key. */
type FirstResult<T> = { readonly result: T } | { readonly known: StoredOutcome };

interface Draft {
	readonly events: NewEvent[];
	readonly entries: NewAuditEntry[];
}

/** Whether an error is a decision of the domain, which is stored for retries, rather than an error in the request. */
const isDecision = (error: unknown): error is AppError =>
	error instanceof AppError &&
	(error.kind === "conflict" || error.kind === "invalid") &&
	!error.code.startsWith("idempotency_") &&
	error.code !== "validation_failed";

/**
 * Creates the unit of work, through which every write goes: the caller's authority, effect, events, audit entries and
 * idempotency key in one transaction. A change still in flight when its caller loses the right to it is rejected here,
 * whatever the service checked.
 */
export function createUnitOfWork({ store, clock, newId, idempotency, authority, invalidate }: UnitOfWorkDeps) {
	/** Runs a change and returns its result; a retry with the same key gets the result of the first request. */
	async function run<T>(
		context: RequestContext,
		work: (change: Change) => Promise<T>,
		options: ChangeOptions = {},
	): Promise<T> {
		const { storeOutcome = "sealed" } = options;
		const request = context.idempotency;
		if (!request || storeOutcome === false) return transact(context, work);
		const first = await idempotency.runExclusively(request, () => runOnce(context, request, storeOutcome, work));
		return "result" in first ? first.result : idempotency.replay<T>(request, first.known);
	}

	/** Runs the change unless its key is known, and stores the outcome. */
	async function runOnce<T>(
		context: RequestContext,
		request: IdempotentRequest,
		storage: OutcomeStorage,
		work: (change: Change) => Promise<T>,
	): Promise<FirstResult<T>> {
		try {
			return await transact(
				context,
				async (change): Promise<FirstResult<T>> => {
					const known = await idempotency.find(change.tx, request);
					return known ? { known } : { result: await work(change) };
				},
				async (tx, made) => {
					if ("result" in made) await idempotency.store(tx, request, context.principal.orgId, made, storage);
				},
			);
		} catch (error) {
			if (isDecision(error))
				await store
					.writing("change.refused")
					.tx((tx) => idempotency.store(tx, request, context.principal.orgId, { refusal: error }));
			throw error;
		}
	}

	/** Runs the work, appends what it records, and runs `finish`, in one transaction. */
	async function transact<T>(
		context: RequestContext,
		work: (change: Change) => Promise<T>,
		finish?: (tx: Db, made: T) => Promise<void>,
	): Promise<T> {
		let stale: string[] = [];
		let effects: (() => void)[] = [];
		let recorded = new Set<string>();
		const describe = () => ({ requestId: context.requestId, facts: [...recorded].join() });
		const result = await store.writing("change").tx(async (tx) => {
			const drafts = new Map<string, Draft>();
			stale = []; // the transaction may run more than once, see `WriteHandle.tx`
			effects = [];
			recorded = new Set();
			const principal = context.authorize === null ? context.principal : await authority.currentAuthority(tx, context);
			const change: Change = {
				tx,
				principal,
				nowMs: clock.nowMs(),
				record(orgId, fact, what) {
					recorded.add(fact.name);
					draft(drafts, orgId, fact, what);
				},
				invalidate: (...ids) => void stale.push(...ids),
				afterCommit: (effect) => void effects.push(effect),
			};
			const made = await work(change);
			for (const [orgId, draft] of drafts) await append(change, context, orgId, draft);
			await finish?.(tx, made);
			return made;
		}, describe);
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
		/**
		 * Creates the platform's ledger. Two concurrent first changes would both take number 1, so it must exist before
		 * any.
		 */
		prepare(): Promise<void> {
			const { db } = store.writing("ledger.prepare");
			return ledgerOf(db, PLATFORM).create({ eventSequence: 0, auditSequence: 0, auditHead: CHAIN_START });
		},
	};
}

/** Version of event payloads; increased only for a breaking change. */
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
	const targets = [...first, ...(what.otherTargets ?? [])];
	entries.push({ action, category, outcome, targets, changes: what.changes ?? what.auditedChanges ?? [] });
	if (fact.event !== null)
		events.push({ type: fact.event, object: what.object as NewEvent["object"], changes: what.changes });
}

function draftOf(drafts: Map<string, Draft>, orgId: string): Draft {
	const draft = drafts.get(orgId) ?? { events: [], entries: [] };
	drafts.set(orgId, draft);
	return draft;
}
