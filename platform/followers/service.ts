import type { FollowerRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Bus } from "#kernel/bus";
import type { Clock } from "#kernel/clock";
import type { Slice } from "#kernel/list";
import type { Logger } from "#kernel/logger";
import { Dispatcher } from "./dispatcher.ts";
import type { LogHints } from "./hints.ts";
import type { Followers, FollowerWorker } from "./ports.ts";
import { type FollowedRow, followersRepository as repository } from "./repository.ts";

/** Interval at which what is due is looked for, in ms, and after which a run that did not come about is tried again. */
const POLL_MS = 1_000;
/** The log of every follower is looked at once in so many polls, in case a hint was lost. */
const SWEEP_EVERY = 60;
/** Followers read at once. */
const PAGE = 500;
/** Hints that arrive together are looked at together, in ms. */
const GATHER_MS = 2;
/** Organizations looked at together. */
const ORGANIZATIONS = 100;
const STOP_TIMEOUTS = { drainMs: 3_000, abortMs: 2_000 };

export interface FollowersDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly log: Pick<Logger, "warn">;
	readonly hints: LogHints;
	readonly bus: Pick<Bus, "shared" | "isConnected">;
	/** For tests of `stop`: its two timeouts in ms. Default 3,000 and 2,000. */
	readonly stopTimeouts?: { readonly drainMs: number; readonly abortMs: number };
}

/** Creates the followers of one database; any number of processes may share it. */
export function createFollowers(deps: FollowersDeps): Followers {
	const { store, clock, log, hints, bus, stopTimeouts = STOP_TIMEOUTS } = deps;
	const workers = new Map<FollowerRow["kind"], FollowerWorker>();
	/** Organizations to be looked at, at once and at the next poll. */
	let hinted = new Set<string>();
	let blocked = new Set<string>();
	let looking: Promise<void> | null = null;
	let timer: ReturnType<typeof setInterval> | null = null;
	let polling: Promise<void> = Promise.resolve();
	let unsubscribe: () => void = () => undefined;
	let polls = 0;

	/** Others that look at the same follower hear what this one hears, and leave it alone. */
	const keepsLeases = () => store.dialect === "sqlite" || (bus.shared && bus.isConnected);
	const dispatcher = new Dispatcher({
		store,
		clock,
		log,
		workers,
		keepsLeases,
		onBlocked: (orgId) => void blocked.add(orgId),
	});

	/** Wakes a follower if there is something for it. */
	function consider(row: FollowedRow): void {
		const worker = workers.get(row.kind);
		if (worker === undefined || !row.isActive) return;
		const isBehind = dispatcher.isBehind(row, worker.log === "events" ? row.eventSequence : row.auditSequence);
		const isDue = row.dueAtMs !== null && row.dueAtMs <= clock.nowMs();
		if (!isBehind && !isDue) return;
		if (isElsewhere(row)) blocked.add(row.orgId);
		else {
			if (isBehind) dispatcher.wake(row, "forward");
			if (isDue) dispatcher.wake(row, "due");
		}
	}

	/** Whether another instance works for a follower. A SQLite file has one server, so whoever that was has ended. */
	const isElsewhere = ({ leaseToken, leasedUntilMs }: FollowerRow): boolean =>
		store.dialect !== "sqlite" &&
		leaseToken !== null &&
		leaseToken !== dispatcher.token &&
		(leasedUntilMs ?? 0) > clock.nowMs();

	/** Looks at the organizations that were hinted at, until there are none. */
	async function look(): Promise<void> {
		await Bun.sleep(GATHER_MS);
		while (hinted.size > 0) {
			const orgIds = [...hinted].slice(0, ORGANIZATIONS);
			for (const orgId of orgIds) hinted.delete(orgId);
			try {
				for (const row of await repository.listByOrganizations(store.acrossTenants.db, orgIds)) consider(row);
			} catch (error) {
				log.warn("followers could not be looked at", { error });
				for (const orgId of orgIds) blocked.add(orgId);
			}
		}
		looking = null;
	}

	function hint(orgIds: readonly string[]): void {
		for (const orgId of orgIds) hinted.add(orgId);
		if (hinted.size > 0) looking ??= look();
	}

	async function sweep(): Promise<void> {
		for (let after: Slice["after"] = null; ; ) {
			const page = await repository.listSlice(store.acrossTenants.db, { after, take: PAGE });
			for (const row of page) consider(row);
			const last = page.at(-1);
			if (last === undefined || page.length < PAGE) return;
			after = [last.orgId, last.id];
		}
	}

	/** Looks for what is due, at what was blocked and, now and then, at everything. Never rejects. */
	async function poll(): Promise<void> {
		try {
			const again = [...blocked];
			blocked = new Set();
			hint(again);
			for (const row of await repository.listDue(store.acrossTenants.db, clock.nowMs(), PAGE * 4))
				if (isElsewhere(row)) blocked.add(row.orgId);
				else dispatcher.wake(row, "due");
			if (polls++ % SWEEP_EVERY === 0) await sweep();
		} catch (error) {
			log.warn("followers could not be looked at", { error });
		}
	}

	return {
		handle(kind, worker) {
			if (workers.has(kind)) throw new Error(`followers of the kind ${kind} have a worker already`);
			workers.set(kind, worker);
		},
		add: async (tx, follower) => void (await repository.insert(tx, follower)),
		lock: repository.lock,
		list: async (orgId, ids) => (ids.length === 0 ? [] : repository.list(store.db, orgId, ids)),
		update: async (tx, orgId, id, state) => void (await repository.update(tx, orgId, id, state)),
		remove: async (tx, orgId, id) => void (await repository.remove(tx, orgId, id)),
		headOf: async (db, orgId, of) => (await repository.heads(db, orgId))[of],
		wake: (orgId) => hints.announce([orgId]),

		start() {
			if (timer !== null) return;
			unsubscribe = hints.subscribe(hint);
			polling = poll();
			let isPolling = false;
			timer = setInterval(() => {
				if (isPolling) return;
				isPolling = true;
				if (polls % SWEEP_EVERY === 0) dispatcher.forgetIdle();
				polling = poll().finally(() => {
					isPolling = false;
				});
			}, POLL_MS);
		},

		async stop() {
			if (timer !== null) clearInterval(timer);
			unsubscribe();
			hinted = new Set();
			dispatcher.close();
			await polling;
			await looking;
			await within(dispatcher.idle(), stopTimeouts.drainMs);
			dispatcher.abort();
			await within(dispatcher.idle(), stopTimeouts.abortMs);
			await dispatcher.releaseAll();
		},

		async runDue() {
			for (const before = dispatcher.runs; ; ) {
				const sofar = dispatcher.runs;
				polls = 0;
				await poll();
				await looking;
				await dispatcher.idle();
				if (dispatcher.runs === sofar) return sofar - before;
			}
		},

		load: () => dispatcher.load,
	};
}

/** Resolves when `work` does, at the latest after `ms`. */
async function within(work: Promise<void>, ms: number): Promise<void> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, ms);
	});
	await Promise.race([work, late]);
	clearTimeout(timer);
}
