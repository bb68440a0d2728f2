import { inPortions } from "#db/portions";
import { lockOrganizationRow } from "#modules/organizations";
import { type Grantor, grantorOf, mayGrant, type Role, systemContext } from "#modules/permissions";
import { type Job, type JobContext, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Change, UnitOfWork } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { apiKeysOf } from "./repository.ts";
import { differencesOf, saveKey } from "./save.ts";

/** Queue that marks keys, as far as the change that requires it has not. */
const QUEUE = "api_keys.orphan";

/** Maximum number of keys looked at in one transaction: each that is marked is recorded. */
const PORTION = 50;

/** A member who was demoted or removed, and what they can still grant. */
export interface DemotedMaker {
	readonly orgId: string;
	readonly userId: string;
	readonly outcome: "demoted" | "removed";
	readonly remaining: Grantor;
}

/** Payload of a job on {@link QUEUE}. */
type OrphaningPayload = Omit<DemotedMaker, "remaining"> & {
	/** The role the maker still has; null: none. */
	readonly role: Role | null;
};

/** Dependencies of {@link createOrphanKeys}. */
export interface OrphanKeysDeps {
	readonly unitOfWork: UnitOfWork;
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
}

/**
 * Creates the function that marks, within a change, the keys that their maker could no longer create: the first of them
 * itself, the others by a job, in portions. They keep working, since services must not stop when a person leaves, but
 * they cannot be widened until somebody else adopts them.
 */
export function createOrphanKeys({ unitOfWork, jobs }: OrphanKeysDeps) {
	jobs.handle(QUEUE, async ({ payload }: Job, { signal }: JobContext) => {
		const { role, ...maker } = payload as OrphaningPayload & Job["payload"]; // Only `enqueue` below writes it.
		const context = systemContext(`job:${QUEUE}`);
		/** Ids of the last key looked at: by the last portion that was committed, and by the current one. */
		let [after, last] = ["", ""];
		const work = async (change: Change, limit: number): Promise<number> => {
			const organization = await lockOrganizationRow(change.tx, maker.orgId);
			if (organization?.state === "deleted") return 0; // The keys are erased by the purge.
			const seen = await orphanPortion(change, { ...maker, remaining: grantorOf(role) }, { after, limit });
			last = seen.at(-1) ?? after;
			return seen.length;
		};
		const transact = async (portion: (change: Change) => Promise<number>): Promise<number> => {
			const seen = await unitOfWork.run(context, portion);
			after = last;
			return seen;
		};
		await inPortions<Change>(transact, work, { signal, maxRows: PORTION });
	});

	return async function orphanKeys(change: Change, maker: DemotedMaker): Promise<void> {
		const seen = await orphanPortion(change, maker, { after: "", limit: PORTION });
		if (seen.length < PORTION) return;
		const { orgId, userId, outcome } = maker;
		const payload: OrphaningPayload = { orgId, userId, outcome, role: maker.remaining.role as Role | null };
		await jobs.enqueue(change.tx, { queue: QUEUE, orgId, payload, maxAttempts: UNLIMITED_ATTEMPTS });
		change.afterCommit(() => jobs.wake(QUEUE));
	};
}

/** Looks at up to `limit` keys of a maker, and marks those that they could no longer create. Returns the ids of all. */
async function orphanPortion(
	change: Change,
	{ orgId, userId, outcome, remaining }: DemotedMaker,
	{ after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
	const mayCreateKeys = outcome !== "removed" && remaining.scopes.has("apikey:admin");
	const keys = await apiKeysOf(change.tx, orgId).listByMaker({ userId, except: outcome, after, limit });
	for (const row of keys) {
		if (mayCreateKeys && mayGrant(remaining, row.scopes)) continue;
		const values = { makerState: outcome };
		await saveKey(change, row, values, facts["api_key.orphan"], differencesOf(row, values));
	}
	return keys.map(({ id }) => id);
}
