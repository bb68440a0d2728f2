import type { Db } from "#db/store";
import { lockUserForShare, type NamedPerson } from "#modules/identity/users";
import type { Job, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { recordSeats } from "#platform/usage";
import { membershipEnds } from "./moments.ts";
import { listMembershipsOfPerson, memberList, membersOf } from "./repository.ts";

/** Queue of the job that renames a person who is a member of many organizations. */
const RENAME = "member-rename";

/** Maximum number of organizations in which a person is renamed in one transaction. */
const PORTION = 20;

export interface MemberSearchDeps extends Pick<Core, "store" | "clock" | "moments"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
}

/** Creates what keeps the index up to date with the people who are members: their names belong to no organization. */
export function createMemberSearch({ store, clock, jobs, moments }: MemberSearchDeps) {
	/** Gives a portion of a person's memberships the words of their name; returns the last of them, null when none is left. */
	async function renamePortion(tx: Db, person: NamedPerson, after: string | null): Promise<string | null> {
		const rows = await listMembershipsOfPerson(store.acrossTenants.within(tx), person.userId, after, PORTION);
		for (const row of rows) await memberList.rename(tx, row, person);
		return rows.length < PORTION ? null : (rows.at(-1)?.orgId ?? null);
	}

	/** Renames a person in the organizations that were too many for the change itself. */
	async function renameEverywhere({ payload }: Job): Promise<void> {
		const { userId, after } = payload as { readonly userId: string; readonly after: string }; // See `enqueue` below.
		for (let reached: string | null = after; reached !== null; ) {
			const from: string = reached;
			reached = await store.writing("search.rename").tx(async (tx) => {
				// Locked, so that a later change of the name waits, and its own job comes after this one's rows.
				const person = await lockUserForShare(tx, userId);
				return person ? renamePortion(tx, { userId, name: person.name, email: person.email }, from) : null;
			});
		}
	}

	jobs.handle(RENAME, renameEverywhere);

	return {
		/** Renames a person: at once in their first organizations, in further ones by a job. */
		async onPersonRenamed(change: Change, person: NamedPerson): Promise<void> {
			const after = await renamePortion(change.tx, person, null);
			if (after === null) return;
			await jobs.enqueue(change.tx, { queue: RENAME, orgId: null, payload: { userId: person.userId, after } });
			change.afterCommit(() => jobs.wake(RENAME));
		},

		/** Removes up to `limit` memberships of a person, in any organizations, and their entries; returns their number. */
		async erasePortion(tx: Db, userId: string, limit: number): Promise<number> {
			const rows = await listMembershipsOfPerson(store.acrossTenants.within(tx), userId, null, limit);
			for (const row of rows) {
				await memberList.remove(tx, row);
				await moments.reach({ tx }, membershipEnds, { orgId: row.orgId, userId });
				if (await membersOf(tx, row.orgId).remove(userId)) await recordSeats(tx, row.orgId, -1, clock.nowMs());
			}
			return rows.length;
		},
	};
}
