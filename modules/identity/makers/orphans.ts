import { inPortions } from "#db/portions";
import { lockOrganizationRow } from "#modules/tenancy/organization-records";
import { grantorOf, type Role, systemContext } from "#modules/tenancy/permissions";
import { type Job, type JobContext, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core, LostRights } from "#platform/module";
import type { Change } from "#platform/unit-of-work";

/** Queue that marks what the change that requires it has not. */
const QUEUE = "makers.orphan";

/** Maximum number looked at in one transaction: each that is marked is recorded. */
const PORTION = 50;

/** Payload of a job on {@link QUEUE}. */
type OrphanPayload = Omit<LostRights, "remaining"> & {
	/** The role the maker still has; null: none. */
	readonly role: Role | null;
};

export interface OrphanMarkerDeps extends Pick<Core, "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly contributions: Pick<Core["contributions"], "orphans">;
}

/**
 * Creates the function that marks, within a change, what its maker could no longer make (API keys, webhooks, audit streams,
 * integrations): the first of each kind itself, the others by a job, in portions. It keeps working, since services must not
 * stop when a person leaves, but it cannot be extended until somebody else adopts it.
 */
export function createOrphanMarker({ unitOfWork, jobs, contributions }: OrphanMarkerDeps) {
	jobs.handle(QUEUE, async ({ payload }: Job, { signal }: JobContext) => {
		const { role, ...maker } = payload as OrphanPayload & Job["payload"]; // Only `enqueue` below writes it.
		const loss: LostRights = { ...maker, remaining: grantorOf(role) };
		const context = systemContext(`job:${QUEUE}`);
		for (const orphan of contributions.orphans) {
			/** Ids of the last one looked at: by the last portion that was committed, and by the current one. */
			let [after, last] = ["", ""];
			const work = async (change: Change, limit: number): Promise<number> => {
				const organization = await lockOrganizationRow(change.tx, maker.orgId);
				if (organization?.state === "deleted") return 0; // All of them are erased by the purge.
				const seen = await orphan(change, loss, { after, limit });
				last = seen.at(-1) ?? after;
				return seen.length;
			};
			const transact = async (portion: (change: Change) => Promise<number>): Promise<number> => {
				const seen = await unitOfWork.run(context, portion);
				after = last;
				return seen;
			};
			await inPortions<Change>(transact, work, { signal, maxRows: PORTION });
		}
	});

	return async function orphan(change: Change, loss: LostRights): Promise<void> {
		let isAll = true;
		for (const kind of contributions.orphans) {
			const seen = await kind(change, loss, { after: "", limit: PORTION });
			if (seen.length === PORTION) isAll = false;
		}
		if (isAll) return;
		const { orgId, userId, outcome, remaining } = loss;
		const payload: OrphanPayload = { orgId, userId, outcome, role: remaining.role as Role | null };
		await jobs.enqueue(change.tx, { queue: QUEUE, orgId, payload, maxAttempts: UNLIMITED_ATTEMPTS });
		change.afterCommit(() => jobs.wake(QUEUE));
	};
}
