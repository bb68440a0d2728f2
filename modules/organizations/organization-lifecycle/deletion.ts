import { inPortions } from "#db/portions";
import type { OrganizationBlockRow, OrganizationRow } from "#db/schema";
import type { Db } from "#db/store";
import { DAY_MS, rfc3339 } from "#kernel/clock";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { invalidMember } from "#kernel/field-errors";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import {
	type BlockAuthority,
	lockOrganization,
	lockOrganizationRow,
	saveOrganization,
	saveTombstone,
	setDeletionAuthority,
} from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { assertOrganizationNotHeld, hasActiveHolds } from "#platform/holds";
import { type Job, type JobContext, type Jobs, type NewJob, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import { reclaimDelayMs } from "#platform/space-reclamation";
import type { Change } from "#platform/unit-of-work";
import { authorityOf, canLift, isAtLeast } from "./authority.ts";
import { blockNotOwned, deletionNotOwned, forceNotAllowed, notScheduledForDeletion } from "./errors.ts";
import { facts } from "./facts.ts";
import { ERASE, type ErasePayload, PURGE, type PurgePayload } from "./queues.ts";
import { blocksOf } from "./repository.ts";
import type { DeleteOrganizationQuery, OrganizationWithState, ScheduledDeletion } from "./schemas.ts";
import { stateChange, stateWith } from "./states.ts";
import { toOrganizationWithState } from "./view.ts";

/** Time between a deletion and the purge; until then it can be cancelled. */
const DELETION_DELAY_MS = 30 * DAY_MS;

/** Time after which it is looked again whether an organization is still held. */
const HELD_DELAY_MS = DAY_MS;

/** Number of rows erased by the purge itself: all of those of a small organization. */
const FIRST_PORTION = 300;

export interface DeletionDeps
	extends Pick<Core, "store" | "unitOfWork" | "clock" | "settledClock" | "spaceReclamation"> {
	readonly jobs: Pick<Jobs, "enqueue" | "wake">;
	readonly contributions: Pick<Core["contributions"], "eraseTenant" | "eraseTenantInPortions">;
}

export type DeletionService = ReturnType<typeof createDeletionService>;

/**
 * Creates the service that deletes organizations. A deletion is scheduled first, so that it can be cancelled; the purge
 * leaves only a tombstone.
 */
export function createDeletionService(deps: DeletionDeps) {
	const { store, unitOfWork, clock, settledClock, jobs, spaceReclamation, contributions } = deps;

	const enqueuePurge = async ({ tx }: Change, orgId: string, purgeAtMs: number, runAtMs = purgeAtMs): Promise<void> => {
		const payload: PurgePayload = { purgeAtMs };
		await jobs.enqueue(tx, { queue: PURGE, payload, orgId, runAtMs });
	};

	async function schedule(change: Change, row: OrganizationRow): Promise<ScheduledDeletion> {
		const purgeAtMs = change.nowMs + DELETION_DELAY_MS;
		const saved = await saveOrganization(change, row, {
			state: "pending_deletion",
			stateBeforeDeletion: row.state,
			deletionAuthority: authorityOf(change.principal),
			purgeAtMs,
			deletedAtMs: change.nowMs,
		});
		await enqueuePurge(change, row.id, purgeAtMs);
		const scheduled = { state: "pending_deletion", purgeAt: rfc3339(purgeAtMs) } as const;
		change.record(row.id, facts["organization.delete"], {
			id: row.id,
			object: { id: row.id, ...scheduled },
			changes: stateChange(row, saved),
		});
		return scheduled;
	}

	/** Repeats a deletion. A higher authority takes it over, so that a lower one can no longer cancel it. */
	async function takeOver(change: Change, row: OrganizationRow, purgeAtMs: number): Promise<ScheduledDeletion> {
		const scheduled = { state: "pending_deletion", purgeAt: rfc3339(purgeAtMs) } as const;
		const [before, after] = [deletionAuthorityOf(row), authorityOf(change.principal)];
		if (isAtLeast(before, after)) return scheduled;
		await setDeletionAuthority(change, row, after);
		change.record(row.id, facts["organization.delete"], {
			id: row.id,
			object: { id: row.id, ...scheduled },
			changes: [{ path: "/deletionAuthority", from: before, to: after }],
		});
		return scheduled;
	}

	/**
	 * Leaves a tombstone, so that nothing of the organization can be read or used any more, and erases its data: the first
	 * rows at once, what is left by a job.
	 */
	async function purgeNow(change: Change, row: OrganizationRow): Promise<ScheduledDeletion> {
		await contributions.eraseTenant(change.tx, row.id, FIRST_PORTION);
		await enqueueErasure(change, row.id);
		const tombstone = await saveTombstone(change, row);
		const purged = { state: "deleted", purgeAt: rfc3339(change.nowMs) } as const;
		change.record(row.id, facts["organization.purge"], {
			id: row.id,
			object: { id: row.id, ...purged },
			changes: stateChange(row, tombstone),
		});
		return purged;
	}

	async function enqueueErasure(change: Change, orgId: string): Promise<void> {
		await jobs.enqueue(change.tx, erasureOf({ orgId }));
		change.afterCommit(() => jobs.wake(ERASE));
	}

	return {
		/**
		 * Schedules the deletion in 30 days; a repeated request returns the same result. Like a block, it belongs to the
		 * caller's authority, or to the higher one of two. With `force`, which requires a system administrator and the
		 * organization's name, the organization is purged immediately.
		 * @throws `admin_required` `block_not_owned` `not_found` `purged` `validation_failed` `legal_hold_active`
		 * `precondition_failed`
		 */
		async remove(
			context: RequestContext,
			orgId: string,
			{ force, confirm }: DeleteOrganizationQuery,
		): Promise<ScheduledDeletion> {
			const isForced = force === "true";
			return unitOfWork.run(context, async (change) => {
				if (isForced && !change.principal.system) throw forceNotAllowed();
				const row = await lockOrganization(change.tx, orgId);
				if (isForced && confirm !== row.name)
					throw invalidMember("/confirm", "mismatch", "must be the name of the organization");
				const scheduledForMs = isForced ? null : row.purgeAtMs;
				if (scheduledForMs === null) assertCanLiftAll(change.principal, await blocksOf(change.tx, orgId).list());
				await assertOrganizationNotHeld(change, orgId);
				// Scheduled already: a client that repeats the request cannot know the new version.
				if (scheduledForMs !== null) return takeOver(change, row, scheduledForMs);
				assertIfMatch(context.ifMatch, row.version);
				return isForced ? purgeNow(change, row) : schedule(change, row);
			});
		},

		/**
		 * Cancels a scheduled deletion: the organization is active again, or suspended while it has blocks.
		 * @throws `block_not_owned` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async restore(context: RequestContext, orgId: string): Promise<Versioned<OrganizationWithState>> {
			return unitOfWork.run(context, async (change) => {
				const row = await lockOrganization(change.tx, orgId);
				if (row.state !== "pending_deletion") throw notScheduledForDeletion(row.state);
				const authority = deletionAuthorityOf(row);
				if (!canLift(change.principal, authority)) throw deletionNotOwned(authority);
				const blocks = await blocksOf(change.tx, orgId).list();
				assertCanLiftAll(change.principal, blocks);
				assertIfMatch(context.ifMatch, row.version);
				const restored = await saveOrganization(change, row, {
					state: stateWith(blocks),
					stateBeforeDeletion: null,
					deletionAuthority: null,
					purgeAtMs: null,
					deletedAtMs: null,
				});
				const data = toOrganizationWithState(restored, blocks);
				change.record(orgId, facts["organization.restore"], {
					id: orgId,
					object: data,
					changes: stateChange(row, restored),
				});
				return { data, version: restored.version };
			});
		},

		/**
		 * Runs the job of a deletion: purges the organization, once it is certain that it is time and no legal hold is active,
		 * unless the deletion was cancelled.
		 */
		async purge(job: Job): Promise<void> {
			const { orgId, payload } = job;
			if (orgId === null) return;
			await unitOfWork.run(systemContext(`job:${PURGE}`), async (change) => {
				await job.done(change.tx);
				const row = await lockOrganizationRow(change.tx, orgId);
				if (row?.state !== "pending_deletion" || row.purgeAtMs === null) return;
				if (row.purgeAtMs !== payload.purgeAtMs) return;
				if (settledClock.nowMs() < row.purgeAtMs) return enqueuePurge(change, orgId, row.purgeAtMs);
				if (await hasActiveHolds(change.tx, orgId))
					return enqueuePurge(change, orgId, row.purgeAtMs, change.nowMs + HELD_DELAY_MS);
				await purgeNow(change, row);
			});
		},

		/** Purges an organization again that is back after the restore of a backup. */
		purgeAgain: (orgId: string): Promise<void> =>
			unitOfWork.run(systemContext("cli:restore"), async (change) => {
				const row = await lockOrganizationRow(change.tx, orgId);
				if (row !== undefined && row.state !== "deleted") await purgeNow(change, row);
			}),

		/**
		 * Runs the job that erases what a purge has left, and ends it once no file has anything of it. An interrupted one
		 * continues where it was.
		 */
		async erase(job: Job, { signal }: JobContext): Promise<void> {
			const { orgId, erasedAtMs, waits = 0 } = job.payload as ErasePayload; // See `enqueueErasure`.
			const { tx } = store.writing("organization.erase");
			if (erasedAtMs === undefined)
				await contributions.eraseTenantInPortions((portion) => inPortions<Db>(tx, portion, { signal }), orgId);
			const sinceMs = erasedAtMs ?? clock.nowMs();
			const isPending = await spaceReclamation.isPending(orgId, sinceMs);
			await tx(async (tx) => {
				await job.done(tx);
				if (!isPending) return spaceReclamation.scheduleVacuum(tx);
				const payload: ErasePayload = { orgId, erasedAtMs: sinceMs, waits: waits + 1 };
				await jobs.enqueue(tx, { ...erasureOf(payload), runAtMs: clock.nowMs() + reclaimDelayMs(waits) });
			});
		},
	};
}

const erasureOf = (payload: ErasePayload): NewJob => ({
	queue: ERASE,
	orgId: null,
	payload,
	uniqueKey: payload.orgId,
	maxAttempts: UNLIMITED_ATTEMPTS,
});

/** Returns the authority of a pending deletion; `owner` for those scheduled before it was recorded. */
const deletionAuthorityOf = ({ deletionAuthority }: OrganizationRow): BlockAuthority => deletionAuthority ?? "owner";

/** Asserts that the caller can lift all blocks, which a deletion must not bypass. @throws `block_not_owned` */
function assertCanLiftAll(principal: Principal, blocks: readonly OrganizationBlockRow[]): void {
	const notOwned = blocks.map(({ authority }) => authority).filter((authority) => !canLift(principal, authority));
	if (notOwned.length > 0) throw blockNotOwned(notOwned);
}
