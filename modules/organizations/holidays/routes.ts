import { Elysia } from "elysia";
import { preferredMediaType } from "#http/accept";
import { api } from "#http/api";
import { decodeText, readContent, takenMediaType } from "#http/content";
import { FieldsQuery } from "#http/fields";
import { respondToChange, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { respondWithText } from "#http/text-download";
import { parseStrictJson } from "#kernel/strict-json";
import { documentation, HOLIDAYS } from "./documentation.ts";
import { checkHolidays } from "./schemas.ts";
import type { HolidaysService } from "./service.ts";

const CALENDAR_TYPE = "text/calendar";

/** Operations on the days on which organizations are closed. */
export const holidaysRoutes = (service: HolidaysService) =>
	new Elysia({ name: "holidays" })
		.use(api)

		.get(
			"/orgs/:orgId/holidays",
			async ({ context, params, query, request, set }) => {
				set.headers.vary = "Accept";
				const accepted = preferredMediaType(request.headers.get("accept"), ["application/json", CALENDAR_TYPE]);
				if (accepted === CALENDAR_TYPE) {
					const { data, version, variant } = await service.export(context, params.orgId);
					const file = {
						filename: "holidays.ics",
						contentType: `${CALENDAR_TYPE}; charset=utf-8`,
						chunks: whole(data),
					};
					return respondWithText(context, set, { data: file, version, variant });
				}
				return respondToGet(
					context,
					set,
					"Holidays retrieved",
					await service.get(context, params.orgId, query.fields),
				) as never;
			},
			{ requires: "org:read", params: OrganizationParams, query: FieldsQuery, ...documentation.get },
		)

		.put(
			"/orgs/:orgId/holidays",
			async ({ context, params, request, set }) => {
				const isCalendar = takenMediaType(request, HOLIDAYS) === CALENDAR_TYPE;
				const bytes = await readContent(request, HOLIDAYS);
				const { orgId } = params;
				const changed = isCalendar
					? await service.import(context, orgId, decodeText(request, bytes))
					: await service.set(context, orgId, checkHolidays(parseStrictJson(bytes), ""));
				return respondToChange(set, "Holidays set", changed);
			},
			{ requires: "org:write", takes: HOLIDAYS, params: OrganizationParams, ...documentation.set },
		);

async function* whole(text: string): AsyncGenerator<string> {
	yield text;
}
