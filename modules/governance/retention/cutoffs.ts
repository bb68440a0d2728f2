import { ARTIFACT_CLASSES, type ArtifactClass } from "#db/schema";
import type { ReadDb, Store } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import type { Principal } from "#kernel/principal";
import { findOrganization } from "#modules/tenancy/organization-records";
import { type Cutoffs, NEVER_STORED, type RetentionReader } from "#platform/artifacts";
import { CONFIGURATION, isAsReadWith, type MadeFrom } from "#platform/configuration";
import type { Core } from "#platform/module";
import type { SectionSource } from "#platform/sections";
import { parseRetentionDays } from "./parse.ts";
import { listChangesInForce } from "./repository.ts";
import { delaysOfDefaults, longestOf, periodMs, retentionPolicy } from "./retention-policy.ts";

/** Bytes of the periods of an organization. */
const PERIODS_BYTES = 100;

/** What of an organization its retention periods follow from. */
type Governed = SectionSource<"retentionPolicy">;

export interface RetentionReaderDeps extends Pick<Core, "caches" | "clock"> {
	readonly store: Pick<Store, "db">;
}

/** Retention periods in ms, by class of data. */
type Periods = Readonly<Record<ArtifactClass, number>>;

/** The periods of one version of an organization, in one configuration of the installation. */
interface Known extends MadeFrom {
	readonly periods: Periods;
}

/**
 * Returns the retention periods of an organization, in ms. A day has 24 hours: neither time zones nor daylight saving
 * time play a part.
 */
export function periodsOf(organization: Governed): Periods {
	const policy = retentionPolicy.effective(organization);
	const periods = ARTIFACT_CLASSES.map((name) => [name, parseRetentionDays(policy[name], "") * DAY_MS]);
	return Object.fromEntries(periods) as Record<ArtifactClass, number>;
}

const cutoffAt = (nowMs: number, periodMs: number): number => (periodMs === 0 ? NEVER_STORED : nowMs - periodMs);

const cutoffsAt = (nowMs: number, periods: Periods): Cutoffs => ({
	recordings: cutoffAt(nowMs, periods.recordings),
	transcripts: cutoffAt(nowMs, periods.transcripts),
	chatLogs: cutoffAt(nowMs, periods.chatLogs),
	examData: cutoffAt(nowMs, periods.examData),
});

/** Creates what reads the retention periods of organizations, which change hardly ever and are asked for all the time. */
export function createRetentionReader(deps: RetentionReaderDeps): RetentionReader {
	const { store, caches, clock } = deps;
	const cache = caches.openDependent<Known>({
		name: "retention",
		percent: 1,
		weigh: () => PERIODS_BYTES,
		isVersioned: true,
	});

	async function read(db: ReadDb, orgId: string): Promise<Known> {
		const organization = await findOrganization(db, orgId);
		const { version, configuration } = organization;
		return { periods: periodsOf(organization), version, contentId: configuration.contentId };
	}

	async function load(db: ReadDb, orgId: string): Promise<Known> {
		// What a transaction reads may be its own, and be undone.
		if (db !== store.db) return read(db, orgId);
		const { value } = await cache.load(
			orgId,
			() => read(db, orgId),
			() => [orgId, CONFIGURATION],
		);
		return value;
	}

	return {
		async cutoffs(db, orgId) {
			return cutoffsAt(clock.nowMs(), (await read(db, orgId)).periods);
		},

		async cutoffsAt(db, orgId, atMs) {
			const organization = await findOrganization(db, orgId);
			const own = await listChangesInForce(db, orgId, atMs - 1);
			const since = [...own, ...delaysOfDefaults(organization, atMs)].filter(({ changedAtMs }) => changedAtMs >= atMs);
			const longest = longestOf(retentionPolicy.effective(organization), since);
			const cutoffs = ARTIFACT_CLASSES.map((name) => [name, atMs - periodMs(longest[name])]);
			return Object.fromEntries(cutoffs) as Cutoffs;
		},

		cutoffsFor(db: ReadDb, caller: Principal, orgId: string) {
			const known = cache.get(orgId)?.value;
			if (known && (caches.isCoherent || isAsReadWith(caller, orgId, known)))
				return cutoffsAt(clock.nowMs(), known.periods);
			return load(db, orgId).then(({ periods }) => cutoffsAt(clock.nowMs(), periods));
		},
	};
}
