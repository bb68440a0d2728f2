import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondToCreate, respondToGet } from "#http/resource";
import { NoBody } from "#http/schemas";
import { CALENDAR_TYPE } from "#modules/meetings/meetings";
import { documentation } from "./documentation.ts";
import { CalendarParams } from "./schemas.ts";
import type { FeedsService } from "./service.ts";

export const calendarFeedsRoutes = (feeds: FeedsService) =>
	new Elysia({ name: "calendar-feeds" })
		.use(api)

		.post(
			"/auth/profile/calendar-feed",
			async ({ context, set }) => {
				const data = await feeds.create(context);
				return respondToCreate(context, set, "../calendar-feed", "Calendar feed created", { data, version: 1 });
			},
			{ requires: "session", body: NoBody, ...documentation.create },
		)

		.get(
			"/auth/profile/calendar-feed",
			async ({ context, query, set }) =>
				respondToGet(context, set, "Calendar feed retrieved", await feeds.get(context, query.fields)),
			{ requires: "session", query: FieldsQuery, ...documentation.get },
		)

		.delete(
			"/auth/profile/calendar-feed",
			async ({ context, status }) => {
				await feeds.remove(context);
				return status(204, undefined);
			},
			{ requires: "session", ...documentation.remove },
		)

		.get(
			"/calendar/:file",
			async ({ params, set }) => {
				const calendar = await feeds.read(params.file);
				set.headers["content-type"] = CALENDAR_TYPE;
				set.headers["content-disposition"] = 'attachment; filename="meetings.ics"';
				return calendar;
			},
			{ open: "calendar programs send no token; the address is secret", params: CalendarParams, ...documentation.read },
		);
