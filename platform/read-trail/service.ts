import type { OrganizationRow } from "#db/schema";
import type { ReadDb, Store } from "#db/store";
import type { Caches } from "#kernel/caches";
import { type Clock, HOUR_MS } from "#kernel/clock";
import type { Principal } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";
import { modeOf, type Regulated } from "#platform/compliance";
import { CONFIGURATION, isAsReadWith, type MadeFrom } from "#platform/configuration";
import type { Fact, UnitOfWork } from "#platform/unit-of-work";
import { noteRead } from "./repository.ts";

/** Bytes of what is remembered of an organization, and of a read. */
const ENTRY_BYTES = 120;

export interface ReadTrailDeps {
	readonly store: Pick<Store, "db">;
	readonly caches: Caches;
	readonly clock: Clock;
	readonly unitOfWork: UnitOfWork;
	/** Returns an organization. @throws `not_found` `purged` */
	readonly findOrganization: (db: ReadDb, orgId: string) => Promise<Regulated & Pick<OrganizationRow, "version">>;
}

/** What was read of one organization. */
export interface Reads {
	readonly orgId: string;
	/** Fact to be recorded; it has no event. */
	readonly fact: Fact<null>;
	/** What was read: the id of each object and of the meeting that it is of. */
	readonly objects: readonly { readonly id: string; readonly meetingId: string }[];
}

/** Records who reads recordings and transcripts. */
export interface ReadTrail {
	/**
	 * Records reads before they are answered, in organizations with a compliance mode: once for each reader, object and
	 * hour, however often it is repeated, by whatever instance it is answered.
	 */
	note(context: RequestContext, reads: Reads): Promise<void>;
}

/** Creates the trail of reads. */
export function createReadTrail({ store, caches, clock, unitOfWork, findOrganization }: ReadTrailDeps): ReadTrail {
	const audited = caches.openDependent<MadeFrom & { readonly isAudited: boolean }>({
		name: "audited-reads",
		percent: 1,
		weigh: () => ENTRY_BYTES,
		isVersioned: true,
	});
	/** Reads noted in the hour that `hour` is, so that the database is not asked again. */
	let known = new Set<string>();
	let knownHour = 0;

	async function isAudited(caller: Principal, orgId: string): Promise<boolean> {
		const found = audited.get(orgId)?.value;
		if (found && (caches.isCoherent || isAsReadWith(caller, orgId, found))) return found.isAudited;
		const { value } = await audited.load(
			orgId,
			async () => {
				const row = await findOrganization(store.db, orgId);
				const { contentId } = row.configuration;
				return { isAudited: modeOf(row) !== null, version: row.version, contentId };
			},
			() => [orgId, CONFIGURATION],
		);
		return value.isAudited;
	}

	return {
		async note(context, { orgId, fact, objects }) {
			const { principal } = context;
			if (!(await isAudited(principal, orgId))) return;
			const hour = Math.floor(clock.nowMs() / HOUR_MS);
			if (hour !== knownHour || known.size >= MAX_KNOWN) [known, knownHour] = [new Set(), hour];
			const keyOf = (id: string) => sha256Hex([fact.name, principal.kind, principal.id, id, orgId, hour].join(" "));
			const byKey = new Map(objects.map((each) => [keyOf(each.id), each]));
			const added = [...byKey].filter(([key]) => !known.has(key)).sort(([a], [b]) => (a < b ? -1 : 1));
			if (added.length === 0) return;
			// The caller may read it now; nothing is decided in the change.
			await unitOfWork.run(ungatedContext(principal, context), async (change) => {
				for (const [key, { id, meetingId }] of added)
					if (await noteRead(change.tx, orgId, key, change.nowMs))
						change.record(orgId, fact, { id, otherTargets: [{ type: "meeting", id: meetingId }] });
			});
			for (const [key] of added) known.add(key);
		},
	};
}

/** Reads that are remembered at most. */
const MAX_KNOWN = 20_000;
