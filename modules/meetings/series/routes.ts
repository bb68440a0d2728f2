import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { NoBody } from "#http/schemas";
import { WorkspaceParams } from "#modules/organizations/workspaces";
import type { SeriesCodesService } from "./codes-service.ts";
import { documentation } from "./documentation.ts";
import type { OccurrencesService } from "./occurrences.ts";
import {
	CreateOccurrenceRequest,
	CreateSeriesRequest,
	ListOccurrencesQuery,
	ListSeriesQuery,
	SeriesParams,
	SeriesPartQuery,
	UpdateSeriesRequest,
} from "./schemas.ts";
import type { SeriesService } from "./service.ts";

/** Access to what is done by those who run the meetings of a series, see `rightsOf`. */
const RUNS = { requires: "meeting:write", hosts: true } as const;

/** Services behind {@link seriesRoutes}. */
interface Services {
	readonly series: SeriesService;
	readonly occurrences: OccurrencesService;
	readonly codes: SeriesCodesService;
}

/** Operations on series of meetings. */
export const seriesRoutes = ({ series, occurrences, codes }: Services) =>
	new Elysia({ name: "series" })
		.use(api)

		.get(
			"/workspaces/:workspaceId/series",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Series retrieved", await series.list(context, params.workspaceId, query)),
			{ requires: "meeting:read", params: WorkspaceParams, query: ListSeriesQuery, ...documentation.list },
		)

		.post(
			"/workspaces/:workspaceId/series",
			async ({ context, params, body, set }) => {
				const created = await series.create(context, params.workspaceId, body);
				return respondToCreate(context, set, `../../../series/${created.data.id}`, "Series created", created);
			},
			{ ...RUNS, params: WorkspaceParams, body: CreateSeriesRequest, checks: series.check, ...documentation.create },
		)

		.get(
			"/series/:seriesId",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Series retrieved", await series.get(context, params.seriesId, query.fields)),
			{ requires: "meeting:read", params: SeriesParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/series/:seriesId",
			async ({ context, params, query, body, set }) =>
				respondToChange(set, "Series updated", await series.update(context, params.seriesId, query.from, body)),
			{
				...RUNS,
				params: SeriesParams,
				query: SeriesPartQuery,
				body: UpdateSeriesRequest,
				checks: series.check,
				...documentation.update,
			},
		)

		.delete(
			"/series/:seriesId",
			async ({ context, params, query, status }) => {
				await series.remove(context, params.seriesId, query.from);
				return status(204, undefined);
			},
			{ ...RUNS, params: SeriesParams, query: SeriesPartQuery, ...documentation.remove },
		)

		.get(
			"/series/:seriesId/meetings",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Occurrences retrieved", await occurrences.list(context, params.seriesId, query)),
			{ requires: "meeting:read", params: SeriesParams, query: ListOccurrencesQuery, ...documentation.listMeetings },
		)

		.post(
			"/series/:seriesId/meetings",
			async ({ context, params, body, set }) => {
				const created = await occurrences.create(context, params.seriesId, body);
				return respondToCreate(context, set, `../../../meetings/${created.data.id}`, "Meeting created", created);
			},
			{ ...RUNS, params: SeriesParams, body: CreateOccurrenceRequest, ...documentation.createMeeting },
		)

		.post(
			"/series/:seriesId/join-code",
			async ({ context, params, set }) =>
				respondToChange(set, "Join code replaced", await codes.renew(context, params.seriesId)),
			{ ...RUNS, params: SeriesParams, body: NoBody, ...documentation.renewCode },
		)

		.delete(
			"/series/:seriesId/join-code",
			async ({ context, params, status }) => {
				await codes.drop(context, params.seriesId);
				return status(204, undefined);
			},
			{ ...RUNS, params: SeriesParams, ...documentation.dropCode },
		);
