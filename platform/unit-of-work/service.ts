import type { TSchema } from "@sinclair/typebox";
import { type Db, isUnavailable, type Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { FairLimiter, INSTALLATION } from "#kernel/fair-queue";
import type { NewId } from "#kernel/ids";
import type { Principal } from "#kernel/principal";
import { type IdempotentRequest, outlasting, type RequestContext } from "#kernel/request-context";
import type { Idempotency, OutcomeStorage, ReadRequest, StoredOutcome } from "#platform/idempotency";
import { type Appendix, append, PLATFORM } from "./append.ts";
import { type Draft, draftFact } from "./drafts.ts";
import type { Fact, FactDetails } from "./facts.ts";
import type { Moment, Moments } from "./moments.ts";
import type { Authority } from "./ports.ts";
import { EMPTY_LEDGER, ledgerOf } from "./repository.ts";

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
	 * Records a fact: an audit entry of an organization, or of {@link PLATFORM}, and its event, if it has one. Returns the id
	 * of that event.
	 */
	record<Payload extends TSchema | null>(orgId: string, fact: Fact<Payload>, what: FactDetails<Payload>): string;
	/** Declares that the change creates an organization, whose first facts it records. */
	founds(orgId: string): void;
	/**
	 * Calls a statement at the end of the change, together with those that store its facts: for a write on which nothing
	 * in the change depends, such as one to an index.
	 */
	atEnd(statement: (tx: Db) => Promise<unknown>): void;
	/** Has the modules above react to what happens, in this change, one after the other; see `docs/moments.md`. */
	reach<What>(moment: Moment<What>, what: What): Promise<void>;
	/** Drops cached state of an organization, user or session after the commit. */
	invalidate(...ids: readonly string[]): void;
	/** Registers a function to run once the change is committed and durable, e.g. to wake a worker. */
	afterCommit(effect: () => void): void;
}

/** Options of a change. */
export interface ChangeOptions {
	/**
	 * Form in which the outcome is stored for a retry with the same key: `"sealed"` (default), since it may contain a
	 * one-time token or words that are deleted meanwhile; `"plain"` when it has neither, which saves a seventh of the time
	 * of a write; false: not at all, for operations that issue credentials.
	 */
	readonly storeOutcome?: OutcomeStorage | false;
	/**
	 * Whether the change locks the caller's organization, as a change of an organization that the route names does. It is
	 * locked first of all then: of two changes that share a lock and both want it for themselves, one fails. Default: false.
	 */
	readonly locksOrganization?: boolean;
}

export interface UnitOfWorkDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly idempotency: Idempotency;
	/** Returns the access to the authority of callers; once all modules exist. */
	readonly authority: () => Authority;
	readonly moments: Moments;
	/** Drops cached state. @returns resolves when no other instance uses it any more; undefined where there are none */
	readonly invalidate: (ids: readonly string[]) => Promise<void> | undefined;
	/** Says whose logs have grown, after the commit; must not throw. Default: nobody is notified. */
	readonly announce?: (orgIds: readonly string[]) => void;
}

/**
 * Changes that the store has at once; the others wait in a fair queue. The share of one is what two commits
 * take on SQLite: a batch that runs, and one on its way to disk.
 */
const SLOTS = 128;

export type UnitOfWork = ReturnType<typeof createUnitOfWork>;

/** The result of a change. */
interface Made<T> {
	readonly result: T;
}

/** The result of the first request, or the stored outcome of its key. */
type FirstResult<T> = Made<T> | { readonly known: StoredOutcome };

/** A request that may be retried with its key, and how its outcome is stored. */
interface Retry extends ReadRequest {
	readonly storage: OutcomeStorage;
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
export function createUnitOfWork(deps: UnitOfWorkDeps) {
	const { store, clock, newId, idempotency, authority, moments, invalidate, announce } = deps;
	const limiter = new FairLimiter(SLOTS);
	/** Requests whose outcome is stored. */
	const stored = new WeakSet<IdempotentRequest>();

	/** Runs a change and returns its result; a retry with the same key gets the result of the first request. */
	async function run<T>(
		context: RequestContext,
		work: (change: Change) => Promise<T>,
		options: ChangeOptions = {},
	): Promise<T> {
		const { storeOutcome = "sealed", locksOrganization = false } = options;
		const request = context.idempotency;
		const attempt = (retry: Retry | null) => transact(context, work, retry, locksOrganization);
		if (!request || storeOutcome === false) {
			const { result } = (await attempt(null)) as Made<T>;
			return result;
		}
		// A retry would get the outcome of one change as that of the other.
		if (stored.has(request)) throw new Error("a request with a key makes one change whose outcome is stored");
		const retry = { request, fingerprint: await request.fingerprint(), storage: storeOutcome };
		const first = await idempotency.runExclusively(request, () => runOnce(context, () => attempt(retry), retry));
		return "result" in first ? first.result : idempotency.replay<T>(retry, first.known);
	}

	/** Runs the change unless its key is known, and stores the outcome. */
	async function runOnce<T>(
		context: RequestContext,
		attempt: () => Promise<FirstResult<T>>,
		read: ReadRequest,
	): Promise<FirstResult<T>> {
		try {
			const first = await attempt();
			stored.add(read.request);
			return first;
		} catch (error) {
			if (isDecision(error)) await storeRefusal(context, read, error);
			throw error;
		}
	}

	async function storeRefusal(context: RequestContext, read: ReadRequest, refusal: AppError): Promise<void> {
		await store.writing("change.refused").tx(async (tx) => {
			await idempotency.find(tx, read.request);
			await idempotency.store(tx, read, context.principal.orgId, { refusal });
		});
		stored.add(read.request);
	}

	/** Returns the stored outcome of a request's key, for a caller who may still make the request; undefined: there is none. */
	function recall(context: RequestContext, request: IdempotentRequest): Promise<StoredOutcome | undefined> {
		return store.writing("change.recalled").tx(async (tx) => {
			const [, known] = await Promise.all([
				context.authorize === null ? null : authority().currentAuthority(tx, context, false),
				idempotency.find(tx, request),
			]);
			return known;
		});
	}

	/**
	 * Calls `work` unless the key of the request is known: then its first outcome is returned, and nothing is asked, checked or
	 * done again. For work that does more than its change, of which the result must be that of `work`; and for work without
	 * a change, whose result is stored once it is done. Without a key, it only calls `work`.
	 * @throws `idempotency_in_progress` `idempotency_key_reused`, the errors of `context.authorize`
	 */
	async function once<T>(
		context: RequestContext,
		work: () => Promise<T>,
		storage: OutcomeStorage = "sealed",
	): Promise<T> {
		const request = context.idempotency;
		if (!request) return work();
		return idempotency.runExclusively(request, async () => {
			const known = await recall(context, request);
			if (known) return idempotency.replay<T>({ request, fingerprint: await request.fingerprint() }, known);
			const result = await work();
			if (stored.has(request)) return result;
			return run(outlasting(context), () => Promise.resolve(result), { storeOutcome: storage });
		});
	}

	/** Runs the work, appends what it records, and stores the outcome, in one transaction. */
	async function transact<T>(
		context: RequestContext,
		work: (change: Change) => Promise<T>,
		retry: Retry | null,
		locksOrganization: boolean,
	): Promise<FirstResult<T>> {
		let stale: string[] = [];
		let effects: (() => void)[] = [];
		let recorded = new Set<string>();
		let appendices: Appendix[] = [];
		let statements: ((tx: Db) => Promise<unknown>)[] = [];
		const describe = () => ({ requestId: context.requestId, facts: [...recorded].join() });

		async function change(tx: Db): Promise<FirstResult<T>> {
			const drafts = new Map<string, Draft>();
			const founded = new Set<string>();
			stale = []; // the transaction may run more than once, see `WriteHandle.tx`
			effects = [];
			recorded = new Set();
			appendices = [];
			statements = [];
			const [principal, known] = await Promise.all([
				context.authorize === null ? context.principal : authority().currentAuthority(tx, context, locksOrganization),
				retry && idempotency.find(tx, retry.request),
			]);
			if (known) return { known };
			const change: Change = {
				tx,
				principal,
				nowMs: clock.nowMs(),
				record(orgId, fact, what) {
					recorded.add(fact.name);
					const eventId = newId("evt");
					draftFact(drafts, orgId, fact, what, eventId);
					return eventId;
				},
				reach: (moment, what) => moments.reach(change, moment, what),
				atEnd: (statement) => void statements.push(statement),
				founds: (orgId) => void founded.add(orgId),
				invalidate: (...ids) => void stale.push(...ids),
				afterCommit: (effect) => void effects.push(effect),
			};
			const result = await work(change);
			appendices = await Promise.all(
				Array.from(drafts, async ([orgId, draft]) => ({
					orgId,
					draft,
					change,
					// Nobody knows of a new organization yet, so nobody else can record anything there.
					last: (founded.has(orgId) ? undefined : await ledgerOf(tx, orgId).lock()) ?? EMPTY_LEDGER,
				})),
			);
			return { result };
		}

		function last(tx: Db, made: FirstResult<T>): Promise<unknown>[] {
			if ("known" in made) return [];
			const appended = [
				...statements.map((statement) => statement(tx)),
				...appendices.flatMap((appendix) => append(newId, context, appendix)),
			];
			if (retry === null) return appended;
			return [...appended, idempotency.store(tx, retry, context.principal.orgId, made, retry.storage)];
		}

		const party = context.principal.orgId ?? INSTALLATION;
		const made = await limiter
			.run(party, context.signal, () => store.writing("change").tx(change, { describe, last, signal: context.signal }))
			.catch(async (error: unknown) => {
				// It may have been committed although nobody knows.
				if (stale.length > 0 && isUnavailable(error)) await invalidate(stale);
				throw error;
			});
		const invalidated = stale.length > 0 ? invalidate(stale) : undefined;
		for (const effect of effects) effect();
		if (appendices.length > 0) announce?.(appendices.map(({ orgId }) => orgId));
		// So that the next request of the same client is answered from what was written, wherever it lands.
		if (invalidated !== undefined) await invalidated;
		return made;
	}

	return {
		run,
		once,

		/**
		 * Creates the platform's ledger. Two concurrent first changes would both take number 1, so it must exist before
		 * any.
		 */
		prepare(): Promise<void> {
			const { db } = store.writing("ledger.prepare");
			return ledgerOf(db, PLATFORM).create();
		},
	};
}
