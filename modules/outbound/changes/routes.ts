import { Elysia } from "elysia";
import { preferredMediaType } from "#http/accept";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { EVENT_STREAM, lastPosition, respondWithEvents } from "#http/event-stream";
import type { Exchange } from "#http/exchange";
import { localeFor } from "#http/language";
import { documentation } from "./documentation.ts";
import { ChangesQuery } from "./schemas.ts";
import type { ChangesService } from "./service.ts";

/** The operation on changes. */
export const changesRoutes = (service: ChangesService) =>
	new Elysia({ name: "changes" }).use(api).get(
		"/changes",
		async ({ context, query, request, set }) => {
			set.headers.vary = "Accept";
			const isStream =
				request.method === "GET" &&
				preferredMediaType(request.headers.get("accept"), ["application/json", EVENT_STREAM]) === EVENT_STREAM;
			const after = query.after === undefined ? null : Number(query.after);
			if (!isStream) return ok("Changes retrieved", await service.list(context, after));
			const stream = await service.stream(context, lastPosition(request) ?? after, localeFor(context as Exchange));
			// The cast works around the type of handlers, which may return a value or a `Response`, but not either.
			return respondWithEvents(stream.body) as never;
		},
		{ requires: "session", query: ChangesQuery, ...documentation.list },
	);
