import type { Db } from "#db/store";
import { scheduleCleanups } from "#platform/jobs";
import type { Contribution, ErasedPerson } from "#platform/module";
import type { Fact } from "#platform/unit-of-work";
import { createCachedState } from "./cached-state.ts";
import type { Deps } from "./deps.ts";
import { createModules, type Modules } from "./modules.ts";
import { hearOtherWriters } from "./other-writers.ts";
import { createPeriodicTasks } from "./periodic-tasks.ts";
import { createPlatform } from "./platform.ts";

export type Services = ReturnType<typeof createServices>;

/**
 * The platform and every module over it, with what each contributes folded together. Nothing runs before `prepare`, nothing in
 * the background before `start`.
 */
export function createServices(deps: Deps) {
	const { store, bus, log, metrics } = deps;
	/** Made below: until the first request nobody asks for it. */
	const late: { modules?: Modules; contributions: readonly Contribution[] } = { contributions: [] };
	const cached = createCachedState(bus, () => late.contributions.flatMap(({ cache }) => cache ?? []));
	const {
		core,
		idempotency,
		contributions: own,
	} = createPlatform(deps, {
		authority: { currentAuthority: (tx, context) => modules.principals.currentAuthority(tx, context) },
		invalidate: cached.invalidate,
		mails: () => late.contributions.flatMap(({ mails }) => mails ?? []),
	});
	const modules = createModules(core, deps, {
		async eraseTenant(tx, orgId) {
			for (const { eraseTenant } of contributions) await eraseTenant?.(tx, orgId);
		},
		async dropCredentials(tx, userId, retained) {
			for (const { dropCredentials } of contributions) await dropCredentials?.(tx, userId, retained);
		},
	});
	const contributions: readonly Contribution[] = [...own, ...modules.contributions];
	late.contributions = contributions;
	const facts = collectFacts(contributions);

	scheduleCleanups(core.jobs, {
		hourly: contributions.flatMap(({ cleanups }) => cleanups?.hourly ?? []),
		everyMinute: contributions.flatMap(({ cleanups }) => cleanups?.everyMinute ?? []),
	});
	for (const { gauges = [] } of contributions)
		for (const { name, help, read } of gauges) metrics.gauge(name, help, read);
	const tasks = createPeriodicTasks(
		contributions.flatMap(({ periodicTasks }) => periodicTasks ?? []),
		log,
	);

	return {
		...core,
		...modules,
		idempotency,
		contributions,
		/** Everything that can happen, by name: the catalogue of events and of audit actions. */
		facts,

		/** To be called on arrival of a request: another process says only that it has written, not what. */
		hearOthers: hearOtherWriters(store, () => {
			cached.clear();
			core.jobs.wake();
		}),

		/** Erases what every module keeps of a person; the caller has seen to it that nobody is left without an owner. */
		async erasePerson(tx: Db, person: ErasedPerson): Promise<void> {
			for (const { erasePerson } of contributions) await erasePerson?.(tx, person);
		},

		/** What must be there before the first request: signing keys, the platform's ledger. */
		async prepare(): Promise<void> {
			for (const { prepare } of contributions) await prepare?.();
		},

		/** Begins background work. */
		start(): void {
			core.jobs.start();
			tasks.start();
		},

		/**
		 * Ends background work; what runs is finished first.
		 * @param drained resolves when the last request is answered: until then keys are used
		 */
		async stop(drained: Promise<void> = Promise.resolve()): Promise<void> {
			tasks.stop();
			await Promise.all([core.jobs.stop(), drained.then(tasks.flush)]);
		},
	};
}

/** @throws Error for a name that two modules use: one of them would be overheard */
function collectFacts(contributions: readonly Contribution[]): ReadonlyMap<string, Fact> {
	const facts = new Map<string, Fact>();
	for (const fact of contributions.flatMap((each) => Object.values(each.facts ?? {}))) {
		if (facts.has(fact.name)) throw new Error(`two modules declare the fact ${fact.name}`);
		facts.set(fact.name, fact);
	}
	return facts;
}
