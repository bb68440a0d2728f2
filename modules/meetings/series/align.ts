import type { MeetingRow, OrganizationRow, SeriesRow } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import type { Occurrence } from "#kernel/recurrence";
import { createMeeting, type JoinCodes, type Moves, saveMeeting, updateMeeting } from "#modules/meetings/meetings";
import type { ParticipantAdder } from "#modules/meetings/participants";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { SeriesCodes } from "./codes.ts";
import { openOccurrences } from "./days-off.ts";
import { matched } from "./matching.ts";
import { sharedColumns } from "./options.ts";
import type { DaysOff } from "./ports.ts";
import { findMembers, lockMeetingsSince, lockUnbegun } from "./repository.ts";
import { durationOf, endOf } from "./schedule.ts";

/** How long before they begin meetings are created, in ms. */
const AHEAD_MS = 60 * DAY_MS;

export interface AlignerDeps extends Pick<Core, "newId"> {
	readonly codes: JoinCodes;
	readonly seriesCodes: SeriesCodes;
	readonly moves: Pick<Moves, "cancel">;
	readonly participants: Pick<ParticipantAdder, "add">;
	readonly daysOff: DaysOff;
}

/** A series locked by a change, in its organization. */
export interface LockedSeries {
	readonly organization: OrganizationRow;
	readonly series: SeriesRow;
}

/** What of a series is brought to what it says. */
interface Extent {
	/** Maximum number of rows that are written, roughly. */
	readonly limit: number;
	/** Whether meetings may be created: not in an archived workspace. */
	readonly creates: boolean;
	/** The meetings it has, locked; default: those that are not over. */
	readonly rows?: readonly MeetingRow[];
}

export type Aligner = ReturnType<typeof createAligner>;

/** Creates what brings the meetings of a series to what it says. Whoever calls it has locked the series, so each is created once. */
export function createAligner({ newId, codes, seriesCodes, moves, participants, daysOff }: AlignerDeps) {
	/** Returns who is behind what is made of a series: its host, if they are a member still. */
	async function hostOf({ tx }: Change, { orgId, hostId, participants: people }: SeriesRow) {
		const ids = [hostId, ...people.map(({ userId }) => userId)];
		const members = await findMembers(tx, orgId, [...new Set(ids)]);
		const guests = people.filter(({ userId }) => members.has(userId) && userId !== hostId);
		const host = members.has(hostId) ? [{ userId: hostId, role: "host" as const }] : [];
		return { isMember: members.has(hostId), people: [...host, ...guests].map((each) => ({ ...each, path: "" })) };
	}

	/** Creates the meeting of an occurrence. @param isFirst whether those who take part are notified */
	async function create(
		change: Change,
		{ organization, series }: LockedSeries,
		{ startsAtMs, occurrence }: Occurrence,
		isFirst: boolean,
	): Promise<{ readonly row: MeetingRow; readonly count: number }> {
		const { orgId, workspaceId, hostId } = series;
		const id = newId("mtg");
		const host = await hostOf(change, series);
		const code = seriesCodes.ofMeeting(series, { orgId, id }, null, change.principal);
		// The code ends with the membership of the host, who has the meeting.
		const holder = code.joinCodeHash != null && host.isMember ? { joinCodeHolderId: hostId } : {};
		const row = await createMeeting(change, {
			...{ orgId, id, workspaceId, hostId, source: "native", state: "scheduled" },
			...sharedColumns(organization, series),
			...{ ...code, ...holder, seriesId: series.id, occurrence, occurrenceAtMs: startsAtMs },
			scheduledStartAtMs: startsAtMs,
			scheduledEndAtMs: startsAtMs + durationOf(series),
		});
		await participants.add(change, row, host.people, !isFirst);
		return { row, count: 1 + host.people.length };
	}

	/** Brings a meeting to what its series says; one that has begun or was changed by itself only to its occurrence. */
	async function rewrite(
		change: Change,
		{ organization, series }: LockedSeries,
		row: MeetingRow,
		{ startsAtMs, occurrence }: Occurrence,
	): Promise<boolean> {
		const place = { seriesId: series.id, occurrence, occurrenceAtMs: startsAtMs };
		if (row.state !== "scheduled" || row.changed) {
			if (row.seriesId === series.id && row.occurrenceAtMs === startsAtMs) return false;
			await saveMeeting(change, row, place);
			return true;
		}
		const columns = {
			...sharedColumns(organization, series),
			...place,
			scheduledStartAtMs: startsAtMs,
			scheduledEndAtMs: startsAtMs + durationOf(series),
		};
		const code = seriesCodes.ofMeeting(series, row, row, change.principal);
		const saved = await updateMeeting(change, row, { ...columns, ...code }, codes, "series");
		if (saved !== row || Object.keys(code).length === 0) return saved !== row;
		await saveMeeting(change, row, code);
		return true;
	}

	return {
		create,

		/**
		 * Brings the meetings of a series that have not begun to what it says: creates those of the next 60 days, rewrites
		 * those that were not changed by themselves, and cancels those that it no longer has. Returns the number of rows
		 * written: fewer than `limit` when nothing is left to do.
		 */
		async align(change: Change, locked: LockedSeries, { limit, creates, rows }: Extent): Promise<number> {
			const { series } = locked;
			const { nowMs, tx } = change;
			const sinceMs = nowMs - durationOf(series) + 1;
			const of = { orgId: series.orgId, seriesId: series.id, sinceMs };
			const known = rows ?? (await lockMeetingsSince(tx, of));
			// No further than what may be created, and what there is: a change of its zone moves that by two days at most.
			const lastMs = Math.max(
				nowMs + AHEAD_MS,
				...known.map(({ occurrenceAtMs }) => (occurrenceAtMs ?? 0) + 2 * DAY_MS),
			);
			const period = { fromMs: sinceMs, toMs: Math.min(endOf(series), lastMs + 1) };
			const { gone, kept, missing } = matched(known, await openOccurrences(tx, daysOff, series, period));
			const due = creates ? missing.filter(({ startsAtMs }) => startsAtMs < nowMs + AHEAD_MS) : [];
			const isNew = known.length === 0;
			const steps: (() => Promise<number>)[] = [
				...gone.map((row) => async () => {
					await moves.cancel(change, row, "series");
					return 1;
				}),
				...kept.map(
					([row, occurrence]) =>
						async () =>
							Number(await rewrite(change, locked, row, occurrence)),
				),
				...due.map((occurrence, at) => async () => (await create(change, locked, occurrence, isNew && at === 0)).count),
			];
			let written = 0;
			for (const step of steps) {
				if (written >= limit) break;
				written += await step();
			}
			return written;
		},

		/** Cancels up to `limit` meetings that have not begun of a series that is gone, and returns their number. */
		async cancelAll(change: Change, orgId: string, seriesId: string, limit: number): Promise<number> {
			const rows = await lockUnbegun(change.tx, { orgId, seriesId, nowMs: change.nowMs, take: limit });
			for (const row of rows) await moves.cancel(change, row, "series");
			return rows.length;
		},
	};
}
