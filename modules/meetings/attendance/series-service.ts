import type { RequestContext } from "#kernel/request-context";
import { nextTurn } from "#kernel/slices";
import { listEnteredOfSeries, type PastMeeting } from "#modules/meetings/meetings";
import { findLineage, parsePeriod } from "#modules/meetings/series";
import { listContentShown } from "#platform/artifacts";
import type { Core } from "#platform/module";
import { tooManyMeetings, tooManyRows } from "./errors.ts";
import { facts } from "./facts.ts";
import { byMeeting, listAttendedOf, listSheets } from "./repository/of-series.ts";
import type { AttendedRow } from "./repository/rows.ts";
import { type SeriesAttendance, type SeriesAttendanceQuery, seriesAttendanceFields } from "./series-schemas.ts";
import { type Cell, type Column, PersonRows, toSeriesMeeting } from "./series-view.ts";
import { attendanceCsv, toAttendance, toLineMeeting } from "./view.ts";

/** Meetings that one answer has at most: the occurrences of a series. */
const MOST_MEETINGS = 1_000;
/** Cells that a JSON answer has at most, which is written in one piece: 200 people in 200 meetings. */
const MOST_CELLS = 40_000;
/** Meetings asked for by one statement. */
const GROUP = 20;
/** Rows read by one statement. */
const PORTION = 1_000;
/** Reads recorded in one change. */
const NOTED = 100;

export type SeriesAttendanceDeps = Pick<Core, "store" | "retention" | "reads">;

export type SeriesAttendanceService = ReturnType<typeof createSeriesAttendanceService>;

/** What a caller sees of the attendance of a series. */
interface SeriesView {
	readonly orgId: string;
	readonly title: string;
	readonly timezone: string;
	readonly columns: readonly Column[];
}

/** Creates the service for the attendance of series: that of their meetings, as each by itself shows it to the caller. */
export function createSeriesAttendanceService({ store, retention, reads }: SeriesAttendanceDeps) {
	/** Returns which meetings have attendance that is shown. */
	async function columnsOf(
		context: RequestContext,
		orgId: string,
		meetings: readonly PastMeeting[],
		include: SeriesAttendanceQuery["include"],
	): Promise<Column[]> {
		const cutoffs = await retention.cutoffsFor(store.db, context.principal, orgId);
		const columns: Column[] = [];
		for (const group of inGroups(meetings, NOTED)) {
			const rows = group.map(({ meeting }) => meeting);
			const [sheets, shown] = await Promise.all([
				listSheets(store.db, { orgId, meetingIds: rows.map(({ id }) => id) }),
				listContentShown(store.db, rows, "attendance", cutoffs),
			]);
			const sheetOf = new Map(sheets.map((sheet) => [sheet.meetingId, sheet]));
			columns.push(
				...group.map((past) => {
					const { id } = past.meeting;
					const sheet = shown.has(id) ? sheetOf.get(id) : undefined;
					if (!sheet) return { ...past, attendance: "none" as const, thresholds: undefined };
					const attendance = sheet.readyAtMs === null ? ("pending" as const) : ("ready" as const);
					return { ...past, attendance, thresholds: include && sheet };
				}),
			);
		}
		return columns;
	}

	/** Records that attendance is read: of each meeting that has some, as if it were read by itself. */
	async function note(context: RequestContext, orgId: string, columns: readonly Column[]): Promise<void> {
		const read = columns.filter(({ attendance }) => attendance === "ready").map(({ meeting }) => meeting.id);
		for (const ids of inGroups(read, NOTED)) {
			const objects = ids.map((id) => ({ id, meetingId: id }));
			await reads.note(context, { orgId, fact: facts["attendance.read"], objects });
		}
	}

	/** @throws `not_found` `forbidden` `purged` `invalid_request` */
	async function viewOf(context: RequestContext, seriesId: string, query: SeriesAttendanceQuery): Promise<SeriesView> {
		const period = parsePeriod(query);
		const { row, seriesIds, assertEntered } = await findLineage(store, context.principal, seriesId);
		const { orgId, title, timezone } = row;
		const part = { orgId, seriesIds, ...period, take: MOST_MEETINGS + 1 };
		const { meetings, isAll } = await listEnteredOfSeries(store.db, context.principal, part);
		assertEntered(meetings.length > 0);
		if (!isAll) throw tooManyMeetings(MOST_MEETINGS);
		const columns = await columnsOf(context, orgId, meetings, query.include);
		await note(context, orgId, columns);
		return { orgId, title, timezone, columns };
	}

	/** Returns all rows of some meetings, of one participant of each or of all of them. */
	async function* rowsOf(orgId: string, columns: readonly Column[], isWhole: boolean): AsyncGenerator<AttendedRow[]> {
		const meetingIds = columns.map(({ meeting }) => meeting.id);
		const own = isWhole ? null : columns.map(({ participantId }) => participantId ?? "");
		if (meetingIds.length === 0) return;
		for (let after: AttendedRow | undefined; ; ) {
			const position = after === undefined ? null : byMeeting.positionOf(after);
			const rows = await listAttendedOf(store.db, { orgId, meetingIds }, own, { after: position, take: PORTION });
			yield rows;
			after = rows.at(-1);
			if (after === undefined || rows.length < PORTION) return;
			await nextTurn(orgId);
		}
	}

	/** Returns all cells in portions, in the order of the meetings. */
	async function* cellsOf({ orgId, columns }: SeriesView): AsyncGenerator<readonly Cell[]> {
		const ready = columns.filter(({ attendance }) => attendance === "ready");
		for (const group of inGroups(ready, GROUP)) {
			const whole = group.filter(({ rights }) => rights.canRun);
			const own = group.filter(({ rights, participantId }) => !rights.canRun && participantId !== null);
			const rows: AttendedRow[] = [];
			for (const [some, isWhole] of [[whole, true] as const, [own, false] as const])
				for await (const portion of rowsOf(orgId, some, isWhole)) rows.push(...portion);
			const byId = Map.groupBy(rows, ({ meetingId }) => meetingId);
			const cells = group.flatMap(({ meeting }) => (byId.get(meeting.id) ?? []).map((row) => ({ meeting, row })));
			for (const portion of inGroups(cells, PORTION)) {
				yield portion;
				await nextTurn(orgId);
			}
		}
	}

	async function* linesOf(view: SeriesView): AsyncGenerator<string> {
		yield attendanceCsv.header;
		for await (const cells of cellsOf(view))
			yield cells
				.map(({ meeting, row }) =>
					attendanceCsv.line({ ...toAttendance(row, row), ...toLineMeeting(meeting, view.timezone) }),
				)
				.join("");
	}

	return {
		/**
		 * Returns the attendance of the meetings of a series that took place, one row for each person.
		 * @throws `not_found` `forbidden` `purged` `invalid_request` `invalid_fields`
		 */
		async get(context: RequestContext, seriesId: string, query: SeriesAttendanceQuery) {
			const select = seriesAttendanceFields.parse(query.fields);
			const view = await viewOf(context, seriesId, query);
			const people = new PersonRows();
			let count = 0;
			for await (const cells of cellsOf(view)) {
				count += cells.length;
				if (count > MOST_CELLS) throw tooManyRows(MOST_CELLS);
				for (const cell of cells) people.add(cell);
			}
			const data: SeriesAttendance = { seriesId, meetings: view.columns.map(toSeriesMeeting), rows: people.all };
			return select(data);
		},

		/** Returns the same as CSV, one line for each person and meeting. @throws `not_found` `forbidden` `purged` `invalid_request` */
		async file(context: RequestContext, seriesId: string, query: SeriesAttendanceQuery) {
			const view = await viewOf(context, seriesId, query);
			return { title: view.title, chunks: linesOf(view) };
		},
	};
}

/** Returns items in groups of at most this size. */
function* inGroups<T>(items: readonly T[], size: number): Generator<readonly T[]> {
	for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
