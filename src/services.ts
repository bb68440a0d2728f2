import type { Store } from "#db/store";
import type { Principal } from "#kernel/principal";
import { initialPasswordReplaced } from "#modules/identity/users";
import { finishRestore } from "#operations/backup/after-restore";
import { scheduleCleanups } from "#platform/jobs";
import { type Attempt, type Contribution, Contributions } from "#platform/module";
import { at, type Fact } from "#platform/unit-of-work";
import { watchDependencies } from "./dependencies.ts";
import type { Deps } from "./deps.ts";
import { forgetInitialPassword } from "./initial-password.ts";
import { createModules } from "./modules.ts";
import { createPeriodicTasks } from "./periodic-tasks.ts";
import { createPlatform } from "./platform.ts";
import { scheduleBackups } from "./serve/backups.ts";

export type Services = ReturnType<typeof createServices>;

/**
 * Creates the platform and all modules, and folds their contributions together. Nothing runs before `prepare`, nothing
 * in the background before `start`.
 */
export function createServices(deps: Deps) {
	const { store, log, metrics } = deps;
	const contributions = new Contributions();
	const { core, sockets, idempotency, contributions: own } = createPlatform(deps, contributions);
	watchDependencies(deps, core.mailHealth);
	const modules = createModules(core, deps);
	const all: readonly Contribution[] = [
		...own,
		...modules.contributions,
		scheduleBackups(deps.config, core),
		{
			reactions: [
				at(initialPasswordReplaced, ({ afterCommit }, hash) =>
					afterCommit(() => void forgetInitialPassword(deps.config.dataDir, hash, log)),
				),
			],
		},
	];
	contributions.complete(all, Object.values(modules.modules));
	const facts = collectFacts(contributions.facts);
	const listeners = all.flatMap(({ onAnswered }) => onAnswered ?? []);
	const recorders = all.flatMap(({ onAttempt }) => onAttempt ?? []);

	const tenantsOf: NonNullable<Contribution["tenantsOf"]> = Object.assign({}, ...all.map((each) => each.tenantsOf));

	/** Returns the organization of what has one of these ids; null when there is none. */
	async function tenantOfRead(params: Readonly<Record<string, string>>): Promise<string | null> {
		for (const [name, id] of Object.entries(params)) {
			const found = await tenantsOf[name]?.(store, id);
			if (found !== undefined) return found;
		}
		return null;
	}

	scheduleCleanups(core, {
		hourly: all.flatMap(({ cleanups }) => cleanups?.hourly ?? []),
		everyMinute: all.flatMap(({ cleanups }) => cleanups?.everyMinute ?? []),
	});
	for (const { gauges = [], counters = [] } of all) {
		for (const gauge of gauges) metrics.gauge(gauge);
		for (const counter of counters) metrics.counter(counter);
	}
	const detectForeignWrites = watchForeignWrites(store, () => {
		core.caches.clear();
		core.jobs.wake();
	});
	let isStopped = false;
	const tasks = createPeriodicTasks(
		[
			...all.flatMap(({ periodicTasks }) => periodicTasks ?? []),
			{
				// Connections that last hear of them although no request arrives.
				everyMs: 1_000,
				work: async () => detectForeignWrites(performance.now()),
				failureMessage: "the check for writes by other processes failed",
			},
		],
		log,
	);

	return {
		...core,
		...modules,
		sockets,
		idempotency,
		contributions: all,
		/** All facts by name: the catalog of events and of audit actions. */
		facts,

		/** To be called for every request that was answered. */
		onAnswered(principal: Principal, status: number): void {
			for (const listen of listeners) listen(principal, status);
		},

		/** To be called for requests that were refused for lack of rights, and by which system administrators have read. */
		async onAttempt(attempt: Attempt, params: Readonly<Record<string, string>>): Promise<void> {
			const { context, code } = attempt;
			// The path of what is read need not name its organization.
			const tenant = context.tenant === null && code === null ? await tenantOfRead(params) : context.tenant;
			for (const record of recorders) record({ ...attempt, context: { ...context, tenant } });
		},

		/** To be called on arrival of a request: another process only signals that it has written, not what. */
		detectForeignWrites,

		/** Prepares what the first request needs: signing keys, the platform's ledger. */
		async prepare(): Promise<void> {
			for (const { prepare } of all) await prepare?.();
			await finishRestore(core, all);
		},

		/** Starts background work; jobs once the objects that they work on are proven to be the installation's. */
		start(): void {
			void core.objectsProof.proven.then(() => {
				if (!isStopped) core.jobs.start();
			});
			void core.objectsProof.prove();
			core.followers.start();
			tasks.start();
		},

		/**
		 * Stops background work; running work is finished first.
		 * @param drained resolves when the last response is sent: keys are used until then
		 */
		async stop(drained: Promise<void> = Promise.resolve()): Promise<void> {
			isStopped = true;
			tasks.stop();
			await Promise.all([core.jobs.stop(), core.followers.stop(), drained.then(tasks.flush)]);
		},
	};
}

/** Collects the facts by name. @throws Error for a name used by two modules: one of them would be lost */
function collectFacts(all: readonly Fact[]): ReadonlyMap<string, Fact> {
	const facts = new Map<string, Fact>();
	for (const fact of all) {
		if (facts.has(fact.name)) throw new Error(`two modules declare the fact ${fact.name}`);
		facts.set(fact.name, fact);
	}
	return facts;
}

/**
 * Minimum interval, in ms, between two checks, and so the delay with which a change by another process is detected. A
 * check takes 2.5 µs, a tenth of a cached GET: too much for each request, but a quarter of a percent of a core at a
 * thousand per second. A client that waits for such a process to end, a command of ours or any other, waits for longer
 * than this.
 */
const CHECK_INTERVAL_MS = 1;

/**
 * Watches for writes of other processes: commands of ours, an operator's `sqlite3`.
 * @param onChange drops everything that is cached
 * @returns a function to be called before cached state is used, with the time in ms of a monotonic clock
 */
function watchForeignWrites(store: Store, onChange: () => void): (nowMs: number) => void {
	let checkedAtMs = Number.NEGATIVE_INFINITY;
	return (nowMs) => {
		if (nowMs - checkedAtMs < CHECK_INTERVAL_MS) return;
		checkedAtMs = nowMs;
		if (store.changedElsewhere()) onChange();
	};
}
