import { each } from "#db/statement";
import type { ReadDb } from "#db/store";
import type { Principal } from "#kernel/principal";
import { viewerOf } from "#modules/organizations/workspaces";
import { listPast, listPastWithRelation, type PastRow } from "./repository/past.ts";
import { EVERYTHING, type MeetingRights, rightsOf, wayInOf } from "./rights.ts";

/** Which meetings of series are read: those whose occurrences are at `fromMs` or later and before `toMs`, in Unix ms. */
interface PartOfSeries {
	readonly orgId: string;
	readonly seriesIds: readonly string[];
	readonly fromMs: number;
	readonly toMs: number;
	/** Maximum number of meetings that are looked at. */
	readonly take: number;
}

/** A meeting of a series that took place, and what the caller is to it. */
export interface PastMeeting {
	readonly meeting: PastRow;
	readonly rights: MeetingRights;
	/** Id of their participant; null: they take no part, or see it as an administrator. */
	readonly participantId: string | null;
}

/** The meetings of a part of series. */
interface PastMeetings {
	readonly meetings: readonly PastMeeting[];
	/** False: `take` meetings were looked at, and there may be more. */
	readonly isAll: boolean;
}

/**
 * Returns the meetings of series that took place and that the caller may enter, in the order of their occurrences, with
 * the rights that the caller has to each meeting by itself.
 */
export async function listEnteredOfSeries(
	db: ReadDb,
	principal: Principal,
	{ seriesIds, ...part }: PartOfSeries,
): Promise<PastMeetings> {
	const of = { ...part, seriesIds: each(seriesIds) };
	const viewer = viewerOf(principal);
	if (viewer === null) {
		const rows = await listPast(db, of);
		const meetings = rows.map((meeting) => ({ meeting, rights: EVERYTHING, participantId: null }));
		return { meetings, isAll: rows.length < part.take };
	}
	const way = wayInOf(principal);
	const rows = await listPastWithRelation(db, { ...of, userId: viewer });
	const meetings = rows.map(({ meeting, participantId, ...is }) => ({
		meeting,
		rights: rightsOf(way, viewer, meeting, is),
		participantId,
	}));
	return { meetings: meetings.filter(({ rights }) => rights.canEnter), isAll: rows.length < part.take };
}
