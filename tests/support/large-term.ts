import { eq } from "drizzle-orm";
import {
	type AttendanceRow,
	attendanceRows,
	attendanceSheets,
	meetings as meetingsTable,
	type ParticipantRow,
	participants,
} from "#db/schema";
import { MINUTE_MS, rfc3339 } from "#kernel/clock";
import { artifactsOf } from "#platform/artifacts";
import type { Harness, SignedIn } from "./harness.ts";
import { meetings } from "./meetings.ts";
import { DAY_MS } from "./retention.ts";
import { seriesBy } from "./series.ts";

/** A series whose meetings are over. */
export interface LargeTerm {
	readonly seriesId: string;
	/** Starts of its meetings, RFC 3339. */
	readonly occurrences: readonly string[];
}

const inChunks = async <T>(rows: readonly T[], insert: (chunk: T[]) => PromiseLike<unknown>) => {
	for (let at = 0; at < rows.length; at += 500) await insert(rows.slice(at, at + 500));
};

/**
 * Fills a series with meetings that were attended by as many people: each was there for as many minutes as the number of the
 * meeting and their own say, up to 45.
 */
export async function largeTerm(
	api: Harness,
	owner: SignedIn,
	{ meetings: count, people }: { readonly meetings: number; readonly people: number },
): Promise<LargeTerm> {
	const { db } = api.store.acrossTenants;
	const { orgId } = owner;
	const workspace = await meetings.createWorkspace(owner);
	const series = await seriesBy.made(owner, workspace.id, { rule: "FREQ=DAILY;COUNT=1" });
	const [first] = await seriesBy.occurrences(owner, series.id);
	const [meeting] = await db
		.select()
		.from(meetingsTable)
		.where(eq(meetingsTable.id, first?.id ?? ""));
	if (meeting === undefined) throw new Error("the meeting is not there");
	const startMs = api.nowMs() - count * DAY_MS;
	const rows = Array.from({ length: count }, (_, n) => ({
		...meeting,
		id: api.deps.newId("mtg"),
		state: "ended" as const,
		occurrenceAtMs: startMs + n * DAY_MS,
		occurrence: rfc3339(startMs + n * DAY_MS),
		startedAtMs: startMs + n * DAY_MS,
		endedAtMs: startMs + n * DAY_MS + 45 * MINUTE_MS,
	}));
	await inChunks(rows, (chunk) => db.insert(meetingsTable).values(chunk));
	const thresholds = { lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 50, readyAtMs: api.nowMs() };
	await inChunks(rows, (chunk) =>
		db.insert(attendanceSheets).values(chunk.map(({ id }) => ({ orgId, meetingId: id, ...thresholds }))),
	);
	const users = Array.from({ length: people }, () => api.deps.newId("usr"));
	const seats: ParticipantRow[] = [];
	const attended: AttendanceRow[] = [];
	for (const [at, { id: meetingId, startedAtMs: joinedAtMs }] of rows.entries()) {
		const here: ParticipantRow[] = users.map((userId, person) => ({
			orgId,
			id: api.deps.newId("par"),
			meetingId,
			userId,
			name: `Pupil ${person}`,
			email: null,
			emailKey: null,
			inviteHash: null,
			role: "participant",
			state: "left",
			joinedAtMs,
			leftAtMs: joinedAtMs,
			enteredAtSeq: null,
			version: 1,
			createdAtMs: joinedAtMs,
			updatedAtMs: joinedAtMs,
		}));
		const attendance: AttendanceRow[] = here.map(({ id: participantId }, person) => {
			const presentMs = ((at + person) % 46) * MINUTE_MS;
			return {
				orgId,
				meetingId,
				participantId,
				intervals: [{ joinedAtMs, leftAtMs: joinedAtMs + presentMs }],
				presentMs,
				measured: presentMs > 22 * MINUTE_MS ? "present" : "absent",
				corrected: null,
				correctedBy: null,
				reason: null,
				correctedAtMs: null,
				version: 1,
			};
		});
		seats.push(...here);
		attended.push(...attendance);
		await artifactsOf(db, orgId).addOnce({ orgId, ownerType: "attendance", ownerId: meetingId, meetingId }, joinedAtMs);
	}
	await inChunks(seats, (chunk) => db.insert(participants).values(chunk));
	await inChunks(attended, (chunk) => db.insert(attendanceRows).values(chunk));
	return { seriesId: series.id, occurrences: rows.map(({ occurrence }) => occurrence) };
}
