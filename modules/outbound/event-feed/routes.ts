import { Elysia } from "elysia";
import { preferredMediaType } from "#http/accept";
import { api } from "#http/api";
import { EVENT_STREAM, lastPosition, respondWithEvents } from "#http/event-stream";
import type { Exchange } from "#http/exchange";
import { localeFor } from "#http/language";
import { respondWithPage } from "#http/list";
import { OrganizationParams } from "#http/schemas";
import type { RequestContext } from "#kernel/request-context";
import { documentation } from "./documentation.ts";
import { ListEventsQuery } from "./schemas.ts";
import type { EventFeedService } from "./service.ts";

/** Operations on the event feed. */
export function eventFeedRoutes(service: EventFeedService) {
	async function stream(context: RequestContext, orgId: string, query: ListEventsQuery): Promise<Response> {
		const exchange = context as Exchange;
		const lastEventId = lastPosition(exchange.request);
		const opened = await service.stream(context, orgId, query, { lastEventId, locale: localeFor(exchange) });
		return respondWithEvents(opened.body);
	}

	return new Elysia({ name: "event-feed" }).use(api).get(
		"/orgs/:orgId/events",
		async ({ context, params, query, request, set }) => {
			set.headers.vary = "Accept";
			const isStream =
				request.method === "GET" &&
				preferredMediaType(request.headers.get("accept"), ["application/json", EVENT_STREAM]) === EVENT_STREAM;
			// The cast works around the type of handlers, which may return a value or a `Response`, but not either.
			if (isStream) return (await stream(context, params.orgId, query)) as never;
			return respondWithPage(context, set, "Events retrieved", await service.list(context, params.orgId, query));
		},
		{ requires: "webhook:admin", params: OrganizationParams, query: ListEventsQuery, ...documentation.list },
	);
}
