import type { RunPortions } from "#db/portions";
import { scheduleCleanups } from "#platform/jobs";
import type { Contribution, ErasedPerson } from "#platform/module";
import type { Fact } from "#platform/unit-of-work";
import type { Deps } from "./deps.ts";
import { watchForeignWrites } from "./foreign-writes.ts";
import { forgetInitialPassword } from "./initial-password.ts";
import { createModules, type Modules } from "./modules.ts";
import { createPeriodicTasks } from "./periodic-tasks.ts";
import { createPlatform } from "./platform.ts";

export type Services = ReturnType<typeof createServices>;

/**
 * Creates the platform and all modules, and folds their contributions together. Nothing runs before `prepare`, nothing
 * in the background before `start`.
 */
export function createServices(deps: Deps) {
	const { store, log, metrics } = deps;
	/** Created below; not needed before the first request. */
	const late: { modules?: Modules; contributions: readonly Contribution[] } = { contributions: [] };
	const {
		core,
		sockets,
		idempotency,
		contributions: own,
	} = createPlatform(deps, {
		authority: { currentAuthority: (tx, context) => modules.principals.currentAuthority(tx, context) },
		mails: () => late.contributions.flatMap(({ mails }) => mails ?? []),
		mailFollowers: () => Object.assign({}, ...late.contributions.map(({ mailFollowers }) => mailFollowers)),
		searchSources: () => late.contributions.flatMap(({ searchSource }) => searchSource ?? []),
	});
	const modules = createModules(core, deps, {
		async eraseTenant(tx, orgId, limit) {
			let erased = 0;
			for (const { eraseTenant } of contributions.toReversed())
				if (eraseTenant && erased < limit) erased += await eraseTenant(tx, orgId, limit - erased);
			return erased;
		},
		async eraseTenantInPortions(inPortions, orgId) {
			for (const { eraseTenant } of contributions.toReversed())
				if (eraseTenant) await inPortions((tx, limit) => eraseTenant(tx, orgId, limit));
		},
		async eraseMeeting(tx, orgId, meetingId, limit) {
			let erased = 0;
			for (const { eraseMeeting } of contributions)
				if (eraseMeeting && erased < limit) erased += await eraseMeeting(tx, orgId, meetingId, limit - erased);
			return erased;
		},
		async onSuspended(change, orgId, rule) {
			for (const { onSuspended } of contributions) await onSuspended?.(change, orgId, rule);
		},
		async revokeCredentials(tx, userId, retained) {
			for (const { revokeCredentials } of contributions) await revokeCredentials?.(tx, userId, retained);
		},
		async onPersonRenamed(change, person) {
			for (const { onPersonRenamed } of contributions) await onPersonRenamed?.(change, person);
		},
		onInitialPasswordReplaced: (hash) => void forgetInitialPassword(deps.config.dataDir, hash, log),
	});
	const contributions: readonly Contribution[] = [...own, ...modules.contributions];
	late.contributions = contributions;
	const facts = collectFacts(contributions);

	scheduleCleanups(core, {
		hourly: contributions.flatMap(({ cleanups }) => cleanups?.hourly ?? []),
		everyMinute: contributions.flatMap(({ cleanups }) => cleanups?.everyMinute ?? []),
	});
	for (const { gauges = [], counters = [] } of contributions) {
		for (const gauge of gauges) metrics.gauge(gauge);
		for (const counter of counters) metrics.counter(counter);
	}
	const detectForeignWrites = watchForeignWrites(store, () => {
		core.caches.clear();
		core.jobs.wake();
	});
	const tasks = createPeriodicTasks(
		[
			...contributions.flatMap(({ periodicTasks }) => periodicTasks ?? []),
			{
				// Connections that last hear of them although no request arrives.
				everyMs: 1_000,
				work: async () => detectForeignWrites(performance.now()),
				failureMessage: "writes of other processes could not be looked for",
			},
		],
		log,
	);

	return {
		...core,
		...modules,
		sockets,
		idempotency,
		contributions,
		/** All facts by name: the catalog of events and of audit actions. */
		facts,

		/** To be called on arrival of a request: another process only signals that it has written, not what. */
		detectForeignWrites,

		/** Erases every module's data of a person; the caller has ensured that no organization is left without an owner. */
		async erasePerson(inPortions: RunPortions, person: ErasedPerson): Promise<void> {
			for (const { erasePerson } of contributions) await erasePerson?.(inPortions, person);
		},

		/** Prepares what the first request needs: signing keys, the platform's ledger. */
		async prepare(): Promise<void> {
			for (const { prepare } of contributions) await prepare?.();
		},

		/** Starts background work. */
		start(): void {
			core.jobs.start();
			tasks.start();
		},

		/**
		 * Stops background work; running work is finished first.
		 * @param drained resolves when the last response is sent: keys are used until then
		 */
		async stop(drained: Promise<void> = Promise.resolve()): Promise<void> {
			tasks.stop();
			await Promise.all([core.jobs.stop(), drained.then(tasks.flush)]);
		},
	};
}

/** Collects the facts by name. @throws Error for a name used by two modules: one of them would be lost */
function collectFacts(contributions: readonly Contribution[]): ReadonlyMap<string, Fact> {
	const facts = new Map<string, Fact>();
	for (const fact of contributions.flatMap((each) => Object.values(each.facts ?? {}))) {
		if (facts.has(fact.name)) throw new Error(`two modules declare the fact ${fact.name}`);
		facts.set(fact.name, fact);
	}
	return facts;
}
