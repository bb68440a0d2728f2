import type { RunPortions } from "#db/portions";
import type { Principal } from "#kernel/principal";
import { lockMeetingRow, notePurge } from "#modules/meetings/meetings";
import { type ArtifactPurges, createPurging } from "#platform/artifacts";
import { scheduleCleanups } from "#platform/jobs";
import type { Attempt, Contribution, ErasedPerson, Remains } from "#platform/module";
import { createReclaiming } from "#platform/reclaiming";
import type { Fact } from "#platform/unit-of-work";
import { finishRestore } from "./backup/after-restore.ts";
import type { Deps } from "./deps.ts";
import { watchForeignWrites } from "./foreign-writes.ts";
import { forgetInitialPassword } from "./initial-password.ts";
import { createModules, type Modules } from "./modules.ts";
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
	/** Created below; not needed before the first request. */
	const late: { modules?: Modules; contributions: readonly Contribution[] } = { contributions: [] };
	const factsOfAll = () => late.contributions.flatMap(({ facts }) => Object.values(facts ?? {}));
	const {
		core,
		sockets,
		idempotency,
		contributions: own,
	} = createPlatform(deps, {
		authority: { currentAuthority: (...args) => modules.principals.currentAuthority(...args) },
		mails: () => late.contributions.flatMap(({ mails }) => mails ?? []),
		mailFollowers: () => Object.assign({}, ...late.contributions.map(({ mailFollowers }) => mailFollowers)),
		facts: factsOfAll,
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
		purging: createPurging({
			purges: () =>
				Object.assign({}, ...late.contributions.map(({ purgeArtifact }) => purgeArtifact)) as ArtifactPurges,
			lockMeeting: ({ tx }, orgId, id) => lockMeetingRow(tx, { orgId, id }),
			notePurge,
		}),
		remains: (...of) => remains(...of),
		reclaiming: createReclaiming({ ...core, remains: (...of) => remains(...of) }),
		async erasePerson(inPortionsOf, person) {
			await eraseNames(inPortionsOf, person);
			await eraseUserData(inPortionsOf, [person]);
		},
		eraseUserData: (inPortionsOf, people) => eraseUserData(inPortionsOf, people),
		eraseAccount: (inPortions, person) => eraseAccount(inPortions, person),
		async onSuspended(change, orgId, rule) {
			for (const { onSuspended } of contributions) await onSuspended?.(change, orgId, rule);
		},
		async revokeCredentials(tx, userId, retained) {
			for (const { revokeCredentials } of contributions) await revokeCredentials?.(tx, userId, retained);
		},
		orphans: () => late.contributions.flatMap(({ orphan }) => orphan ?? []),
		async onPersonRenamed(change, person) {
			for (const { onPersonRenamed } of contributions) await onPersonRenamed?.(change, person);
		},
		facts: factsOfAll,
		actions: () => [...new Set([...facts.values()].map(({ action }) => action))],
		onInitialPasswordReplaced: (hash) => void forgetInitialPassword(deps.config.dataDir, hash, log),
	});
	const contributions: readonly Contribution[] = [...own, ...modules.contributions, scheduleBackups(deps.config, core)];
	late.contributions = contributions;
	const facts = collectFacts(contributions);
	const listeners = contributions.flatMap(({ onAnswered }) => onAnswered ?? []);
	const recorders = contributions.flatMap(({ onAttempt }) => onAttempt ?? []);

	const tenantsOf: NonNullable<Contribution["tenantsOf"]> = Object.assign(
		{},
		...contributions.map((each) => each.tenantsOf),
	);

	/** Returns the organization of what has one of these ids; null when there is none. */
	async function tenantOfRead(params: Readonly<Record<string, string>>): Promise<string | null> {
		for (const [name, id] of Object.entries(params)) {
			const found = await tenantsOf[name]?.(store, id);
			if (found !== undefined) return found;
		}
		return null;
	}

	const remains: Remains = async (orgId, sinceMs) => {
		for (const contribution of contributions) {
			const found = await contribution.remains?.(orgId, sinceMs);
			if (found) return found;
		}
		return null;
	};

	/** Erases the names of a person in content. */
	async function eraseNames(inPortionsOf: (what: string) => RunPortions, person: ErasedPerson): Promise<void> {
		for (const { erasePerson = {} } of contributions)
			for (const [what, erase] of Object.entries(erasePerson)) await erase(inPortionsOf(what), person);
	}

	/** Erases what organizations hold of people as their members; that they left, which leads to the rest, comes last. */
	async function eraseUserData(
		inPortionsOf: (what: string) => RunPortions,
		people: readonly ErasedPerson[],
	): Promise<void> {
		for (const { eraseUserData = {} } of contributions.toReversed())
			for (const [what, erase] of Object.entries(eraseUserData)) await erase(inPortionsOf(what), people);
	}

	async function eraseAccount(inPortions: RunPortions, person: Omit<ErasedPerson, "orgId">): Promise<void> {
		await eraseNames(() => inPortions, { ...person, orgId: null });
		for (const { eraseAccount } of contributions) await eraseAccount?.(inPortions, person.userId);
	}

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
		contributions,
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
			for (const { prepare } of contributions) await prepare?.();
			await finishRestore(core, contributions);
		},

		/** Starts background work. */
		start(): void {
			core.jobs.start();
			core.followers.start();
			tasks.start();
		},

		/**
		 * Stops background work; running work is finished first.
		 * @param drained resolves when the last response is sent: keys are used until then
		 */
		async stop(drained: Promise<void> = Promise.resolve()): Promise<void> {
			tasks.stop();
			await Promise.all([core.jobs.stop(), core.followers.stop(), drained.then(tasks.flush)]);
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
