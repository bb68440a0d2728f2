import type { SeriesRow } from "#db/schema";
import type { Versioned } from "#kernel/etag";
import { parseInstant } from "#kernel/instant";
import { type Order, pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import type { JoinCodes, Meeting } from "#modules/meetings/meetings";
import { assertOpenWorkspace } from "#modules/organizations/workspaces";
import type { Core } from "#platform/module";
import { findSeries, lockSeries, type SeenSeries, seriesOrg } from "./access.ts";
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

/** An occurrence of anyone, and who may see it. */
interface Place extends Listed {
	readonly access: SeriesRow["access"];
}

const earliestFirst: Order<Listed> = { positionOf: ({ atMs }) => [atMs] };

/** Creates the service of the occurrences of series. */
export function createOccurrencesService(deps: OccurrencesDeps) {
	const { store, clock, unitOfWork, cursors, aligner, codes, daysOff } = deps;

	/**
	 * Returns the first occurrences in a period: those that have a meeting, and those to come that have none yet. Of as many of each
	 * as are asked for, none is missing among the first: an occurrence whose meeting was not read comes after all that were.
	 */
	async function firstOf(row: SeriesRow, period: Period, take: number): Promise<Place[]> {
		const openMs = Math.max(period.fromMs, clock.nowMs() - durationOf(row) + 1);
		const [meetings, open] = await Promise.all([
			listMeetingsIn(store.db, { orgId: row.orgId, seriesId: row.id, ...period, take }),
			openOccurrences(store.db, daysOff, row, { fromMs: openMs, toMs: period.toMs }, take),
		]);
		const created = new Set(meetings.map(({ occurrenceAtMs }) => occurrenceAtMs));
		return [
			...meetings.map((each) => ({ atMs: each.occurrenceAtMs ?? 0, access: each.access, item: toSeriesMeeting(each) })),
			...open
				.filter(({ startsAtMs }) => !created.has(startsAtMs))
				.map((each) => ({ atMs: each.startsAtMs, access: row.access, item: toOpenOccurrence(row, each) })),
		]
			.sort((a, b) => a.atMs - b.atMs)
			.slice(0, take);
	}

	/** Returns the first occurrences in a period that the caller may see. */
	async function seenOf({ row, rights: { canRun } }: SeenSeries, period: Period, take: number): Promise<Listed[]> {
		const isSeen = ({ access }: Place) => canRun || access !== "invited" || row.access === "invited";
		const seen: Listed[] = [];
		for (let { fromMs } = period; ; ) {
			const found = await firstOf(row, { ...period, fromMs }, take);
			seen.push(...found.filter(isSeen));
			if (found.length < take || seen.length >= take) return seen.slice(0, take);
			fromMs = (found.at(-1)?.atMs ?? 0) + 1;
		}
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
			const series = await findSeries(store, principal, seriesId);
			const afterMs = request.after === null ? fromMs : Number(request.after[0]) + 1;
			const listed = await seenOf(series, { fromMs: afterMs, toMs }, request.take);
			return request.page(listed, earliestFirst, ({ item }) => item);
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
