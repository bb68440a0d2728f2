import { and, eq, not } from "drizzle-orm";
import { attendanceRows, attendanceStretches, participants } from "#db/schema";
import { type Bound, readRows, write } from "#db/statement";
import type { Db } from "#db/store";
import { heldMeeting } from "#platform/holds";
import type { ErasedPerson } from "#platform/module";

/** Whose attendance is looked for: an account, or an address at which a guest was invited; in one organization or in all. */
interface Whose {
	readonly userId: string | undefined;
	readonly emailKey: string | undefined;
	readonly orgId: string | undefined;
}

/** A participant of a meeting. */
type OfParticipant = { readonly orgId: string; readonly meetingId: string; readonly participantId: string };

/** Creates the statements that find and delete what a table has of a person. */
function tracesIn(table: typeof attendanceRows | typeof attendanceStretches) {
	const { orgId, meetingId, participantId } = table;
	return {
		find: readRows((db, { limit, ...whose }: Bound<Whose & { readonly limit: number }>) =>
			db
				.select({ orgId: participants.orgId, meetingId: participants.meetingId, participantId: participants.id })
				.from(participants)
				.crossJoin(table)
				.where(
					and(
						whose.userId && eq(participants.userId, whose.userId),
						whose.emailKey && eq(participants.emailKey, whose.emailKey),
						whose.orgId && eq(participants.orgId, whose.orgId),
						eq(orgId, participants.orgId),
						eq(meetingId, participants.meetingId),
						eq(participantId, participants.id),
						not(heldMeeting(participants.orgId, participants.meetingId)),
					),
				)
				.limit(limit),
		),
		remove: write((acrossTenants, key: Bound<OfParticipant>) =>
			acrossTenants
				.delete(table)
				.where(and(eq(orgId, key.orgId), eq(meetingId, key.meetingId), eq(participantId, key.participantId))),
		),
	};
}
const TRACES = [tracesIn(attendanceRows), tracesIn(attendanceStretches)];

/** Rows found by one statement. */
const AT_ONCE = 100;

/**
 * Deletes about `limit` rows of a person's attendance, and returns their number: that of meetings that are held stays. The
 * person is found by their participants, so it must be called before those are erased.
 * @param acrossTenants a handle without the tenant guard
 */
export async function eraseAttendee(acrossTenants: Db, person: ErasedPerson, limit: number): Promise<number> {
	const orgId = person.orgId ?? undefined;
	let removed = 0;
	for (const which of [
		{ userId: person.userId, emailKey: undefined },
		{ userId: undefined, emailKey: person.emailKey },
	])
		for (const { find, remove } of TRACES)
			for (let isMore = true; isMore && removed < limit; ) {
				const take = Math.min(AT_ONCE, limit - removed);
				const found = await find(acrossTenants, { ...which, orgId, limit: take });
				for (const key of found) await remove(acrossTenants, key);
				removed += found.length;
				isMore = found.length === take;
			}
	return removed;
}
