import type { SeriesRow } from "#db/schema";
import type { Versioned } from "#kernel/etag";
import { parseInstant } from "#kernel/instant";
import { type Order, pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import type { JoinCodes, Meeting } from "#modules/meetings/meetings";
import { assertOpenWorkspace } from "#modules/organizations/workspaces";
import type { Core } from "#platform/module";
import { findSeries, lockSeries, seriesOrg } from "./access.ts";
import type { Aligner } from "./align.ts";
import { openOccurrences } from "./days-off.ts";
import { noOccurrence } from "./errors.ts";
import { type Period, parsePeriod } from "./period.ts";
import type { DaysOff } from "./ports.ts";
import { findMeetingAt, listMeetingsIn } from "./repository.ts";
import { durationOf } from "./schedule.ts";
import {
	type CreateOccurrenceRequest,
	type ListOccurrencesQuery,
	type SeriesMeeting,
	seriesMeetingFields,
} from "./schemas.ts";
import { toOpenOccurrence, toSeriesMeeting } from "./view.ts";

export interface OccurrencesDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "cursors"> {
	readonly aligner: Pick<Aligner, "create">;
	readonly codes: JoinCodes;
	readonly daysOff: DaysOff;
}

export type OccurrencesService = ReturnType<typeof createOccurrencesService>;

/** An occurrence where it is in the list. */
interface Listed {
	readonly atMs: number;
	readonly item: SeriesMeeting;
}

const earliestFirst: Order<Listed> = { positionOf: ({ atMs }) => [atMs] };

/** Creates the service of the occurrences of series. */
export function createOccurrencesService(deps: OccurrencesDeps) {
	const { store, clock, unitOfWork, cursors, aligner, codes, daysOff } = deps;

	/** Returns all occurrences in a period: those that have a meeting, and those to come that have none yet. */
	async function occurrencesOfSeries(row: SeriesRow, canRun: boolean, period: Period): Promise<Listed[]> {
		const openMs = Math.max(period.fromMs, clock.nowMs() - durationOf(row) + 1);
		const [meetings, open] = await Promise.all([
			listMeetingsIn(store.db, { orgId: row.orgId, seriesId: row.id, ...period }),
			openOccurrences(store.db, daysOff, row, { fromMs: openMs, toMs: period.toMs }),
		]);
		const isSeen = (access: string) => canRun || access !== "invited" || row.access === "invited";
		const created = new Set(meetings.map(({ occurrenceAtMs }) => occurrenceAtMs));
		return [
			...meetings
				.filter(({ access }) => isSeen(access))
				.map((each) => ({ atMs: each.occurrenceAtMs ?? 0, item: toSeriesMeeting(each) })),
			...open
				.filter(({ startsAtMs }) => !created.has(startsAtMs))
				.map((each) => ({ atMs: each.startsAtMs, item: toOpenOccurrence(row, each) })),
		].sort((a, b) => a.atMs - b.atMs);
	}

	return {
		/**
		 * Returns a page of the occurrences of a series, the earliest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async list({ principal }: RequestContext, seriesId: string, query: ListOccurrencesQuery) {
			const { fromMs, toMs } = parsePeriod(query);
			const binding = { list: "series-meetings", seriesId, fromMs, toMs };
			const request = pageRequest(cursors, query, seriesMeetingFields, binding);
			const { row, rights } = await findSeries(store, principal, seriesId);
			const afterMs = request.after === null ? fromMs : Number(request.after[0]) + 1;
			const listed = await occurrencesOfSeries(row, rights.canRun, { fromMs: afterMs, toMs });
			return request.page(listed.slice(0, request.take), earliestFirst, ({ item }) => item);
		},

		/**
		 * Returns the meeting of an occurrence, and creates it if there is none yet.
		 * @throws `validation_failed` `not_found` `purged` `forbidden` `state_conflict`
		 */
		async create(
			context: RequestContext,
			seriesId: string,
			{ occurrence }: CreateOccurrenceRequest,
		): Promise<Versioned<Meeting>> {
			const occurrenceAtMs = parseInstant(occurrence, "/occurrence");
			const orgId = await seriesOrg(store, context.principal, seriesId);
			return unitOfWork.run(context, async (change) => {
				const { tx, nowMs } = change;
				const locked = await lockSeries(change, orgId, seriesId, { ifMatch: null });
				const known = await findMeetingAt(tx, { orgId, seriesId, occurrenceAtMs });
				if (known) return { data: codes.toMeeting(known, true), version: known.version };
				await assertOpenWorkspace(tx, orgId, locked.series.workspaceId);
				const period = { fromMs: occurrenceAtMs, toMs: occurrenceAtMs + 1 };
				const [open] = await openOccurrences(tx, daysOff, locked.series, period);
				if (!open || occurrenceAtMs + durationOf(locked.series) <= nowMs) throw noOccurrence();
				const { row } = await aligner.create(change, locked, open, false);
				return { data: codes.toMeeting(row, true), version: row.version };
			});
		},
	};
}
