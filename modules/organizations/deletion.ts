import type { OrganizationRow } from "#db/schema";
import type { Db } from "#db/store";
import { DAY_MS, rfc3339 } from "#kernel/clock";
import { invalidMember } from "#kernel/collect-faults";
import { assertIfMatch } from "#kernel/etag";
import type { Call } from "#kernel/principal";
import type { Change, Changes } from "#modules/changes";
import type { Job, Jobs } from "#modules/jobs";
import { forceNotAllowed, notScheduledForDeletion } from "./errors.ts";
import { jobCall, PURGE, type PurgePayload } from "./queues.ts";
import { blocksOf, organizationsRepository as repository } from "./repository.ts";
import type { DeleteOrganizationQuery, OrganizationWithState, ScheduledDeletion } from "./schemas.ts";
import type { Versioned } from "./service.ts";
import { lockOrganization } from "./standing.ts";
import { eraseBlocks, stateChange, stateUnder } from "./suspension.ts";
import { toOrganizationWithState } from "./view.ts";

/** A deletion can be called off for this long. */
const DELETION_DELAY_MS = 30 * DAY_MS;

/** Removes what one module keeps of an organization, within the transaction of its purge. */
export type EraseTenant = (tx: Db, orgId: string) => Promise<void>;

/** What deletions rest on. */
export interface DeletionDeps {
	readonly changes: Changes;
	readonly jobs: Pick<Jobs, "enqueue">;
	/** Every module's part of a purge. */
	readonly erasers: readonly EraseTenant[];
}

/** See {@link createDeletionService}. */
export type DeletionService = ReturnType<typeof createDeletionService>;

/** Deleting: at first only scheduled, so that it can be called off; then nothing but a tombstone is left. */
export function createDeletionService({ changes, jobs, erasers }: DeletionDeps) {
	async function schedule(change: Change, row: OrganizationRow): Promise<ScheduledDeletion> {
		const purgeAtMs = change.nowMs + DELETION_DELAY_MS;
		const saved: OrganizationRow = {
			...row,
			state: "pending_deletion",
			stateBeforeDeletion: row.state,
			purgeAtMs,
			deletedAtMs: change.nowMs,
			version: row.version + 1,
			updatedAtMs: change.nowMs,
		};
		await repository.update(change.tx, saved);
		const payload: PurgePayload = { purgeAtMs };
		await jobs.enqueue(change.tx, { queue: PURGE, payload, orgId: row.id, runAtMs: purgeAtMs });
		change.invalidate(row.id);
		const scheduled = { state: "pending_deletion", purgeAt: rfc3339(purgeAtMs) } as const;
		change.announce(row.id, {
			type: "org.deletion_scheduled",
			object: { id: row.id, ...scheduled },
			changes: stateChange(row, saved),
		});
		change.audit(row.id, {
			action: "organization.delete",
			category: "organization",
			targets: [{ type: "organization", id: row.id }],
			changes: stateChange(row, saved),
		});
		return scheduled;
	}

	/** Leaves a tombstone: the id, the state and the times, so that the id is never given out again. */
	async function erase(change: Change, row: OrganizationRow): Promise<ScheduledDeletion> {
		const tombstone: OrganizationRow = {
			...row,
			name: "",
			nameKey: "",
			// Its own id is a slug nobody can ask for: the old one is free again.
			slug: row.id,
			externalId: null,
			billingAccountId: null,
			settings: {},
			retentionPolicy: {},
			allowedDomains: [],
			featureFlags: {},
			metadata: {},
			state: "deleted",
			stateBeforeDeletion: null,
			purgeAtMs: change.nowMs,
			deletedAtMs: row.deletedAtMs ?? change.nowMs,
			version: row.version + 1,
			updatedAtMs: change.nowMs,
		};
		for (const remove of [eraseBlocks, ...erasers]) await remove(change.tx, row.id);
		await repository.update(change.tx, tombstone);
		change.invalidate(row.id);
		const purged = { state: "deleted", purgeAt: rfc3339(change.nowMs) } as const;
		change.announce(row.id, {
			type: "org.purged",
			object: { id: row.id, ...purged },
			changes: stateChange(row, tombstone),
		});
		change.audit(row.id, {
			action: "organization.purge",
			category: "organization",
			targets: [{ type: "organization", id: row.id }],
			changes: stateChange(row, tombstone),
		});
		return purged;
	}

	return {
		/**
		 * Schedules the deletion for in 30 days; asked again, answers the same. With `force`, which takes a system
		 * administrator and the organization's name, everything is gone at once.
		 * @throws `admin_required` `not_found` `purged` `validation_failed` `precondition_failed`
		 */
		async remove(call: Call, orgId: string, { force, confirm }: DeleteOrganizationQuery): Promise<ScheduledDeletion> {
			const isForced = force === "true";
			if (isForced && !call.principal.system) throw forceNotAllowed();
			return changes.make(call, async (change) => {
				const row = await lockOrganization(change.tx, orgId);
				if (isForced && confirm !== row.name)
					throw invalidMember("/confirm", "mismatch", "must be the name of the organization");
				// What was asked for is so already: whoever repeats the request cannot know the new version.
				if (!isForced && row.purgeAtMs !== null) return { state: "pending_deletion", purgeAt: rfc3339(row.purgeAtMs) };
				assertIfMatch(call.ifMatch, row.version);
				return isForced ? erase(change, row) : schedule(change, row);
			});
		},

		/**
		 * Calls a scheduled deletion off: the organization is active again, or suspended while a block is on it.
		 * @throws `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async restore(call: Call, orgId: string): Promise<Versioned<OrganizationWithState>> {
			return changes.make(call, async (change) => {
				const row = await lockOrganization(change.tx, orgId);
				if (row.state !== "pending_deletion") throw notScheduledForDeletion(row.state);
				assertIfMatch(call.ifMatch, row.version);
				const blocks = await blocksOf(change.tx, orgId).list();
				const restored: OrganizationRow = {
					...row,
					state: stateUnder(blocks),
					stateBeforeDeletion: null,
					purgeAtMs: null,
					deletedAtMs: null,
					version: row.version + 1,
					updatedAtMs: change.nowMs,
				};
				await repository.update(change.tx, restored);
				change.invalidate(orgId);
				const data = toOrganizationWithState(restored, blocks);
				change.announce(orgId, { type: "org.restored", object: data, changes: stateChange(row, restored) });
				change.audit(orgId, {
					action: "organization.restore",
					category: "organization",
					targets: [{ type: "organization", id: orgId }],
					changes: stateChange(row, restored),
				});
				return { data, version: restored.version };
			});
		},

		/** The job of a deletion: purges, unless the deletion was called off since. */
		async purge(job: Job): Promise<void> {
			const { orgId, payload } = job;
			if (orgId === null) return;
			await changes.make(jobCall(PURGE), async (change) => {
				await job.done(change.tx);
				const row = await repository.lock(change.tx, orgId);
				if (row?.state !== "pending_deletion" || row.purgeAtMs !== payload.purgeAtMs) return;
				await erase(change, row);
			});
		},
	};
}
