import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { respondWithEvents } from "#http/event-stream";
import type { Exchange } from "#http/exchange";
import type { AcceptedSocket } from "#http/sockets";
import { acceptedLanguages } from "#kernel/languages";
import type { RequestContext } from "#kernel/request-context";
import { documentation } from "./documentation.ts";
import { type Handshake, readHandshake } from "./handshake.ts";
import { CreateLiveTicketRequest, type LiveQuery, LiveQuery as Query } from "./schemas.ts";
import type { Knock, LiveService } from "./service.ts";

const KNOCKS = "browsers send no token with a handshake; the ticket identifies the caller, whose rights are checked";

interface LiveRoutesDeps {
	readonly service: LiveService;
	/** Whether pages of an origin may connect. */
	readonly isAllowedOrigin: (origin: string, host: string | null) => boolean;
}

/** Operations on live captions. */
export function liveRoutes({ service, isAllowedOrigin }: LiveRoutesDeps) {
	/** Makes a socket of the request. */
	async function connect(exchange: Exchange, knock: Knock, { protocol }: Handshake): Promise<Response> {
		const handler = await service.socket(knock);
		return exchange.accept({ handler, protocol } satisfies AcceptedSocket);
	}

	async function stream(exchange: Exchange, knock: Knock, query: LiveQuery): Promise<Response> {
		const after = exchange.request.headers.get("last-event-id");
		const wishes = {
			interim: query.interim !== "false",
			translateTo: query.translateTo?.split(",").filter((each) => each !== "") ?? [],
		};
		const isNumber = after !== null && /^\d{1,10}$/.test(after);
		const opened = await service.stream(knock, wishes, isNumber ? Number(after) : null);
		// Tells a client that comes back by itself to stay away.
		if (opened === null) return new Response(null, { status: 204 });
		return respondWithEvents(opened.body);
	}

	return new Elysia({ name: "live" })
		.use(api)

		.get(
			"/transcription/live",
			async ({ context, query }) => {
				const exchange = context as RequestContext as Exchange;
				const handshake = readHandshake(exchange.request, isAllowedOrigin);
				const knock = toKnock(exchange, query, handshake);
				if (handshake.kind === "stream") return stream(exchange, knock, query);
				return connect(exchange, knock, handshake);
			},
			{ open: KNOCKS, query: Query, ...documentation.connect },
		)

		.post(
			"/transcription/live/tickets",
			async ({ context, body, status }) =>
				status(201, ok("Ticket created", await service.ticket(context, body.meetingId))),
			{
				requires: "transcript:read",
				participant: true,
				narrowsGuests: true,
				body: CreateLiveTicketRequest,
				ignoresKey: "credential",
				...documentation.ticket,
			},
		);
}

function toKnock(
	exchange: Exchange,
	{ meetingId, role = "subscribe", ticket }: LiveQuery,
	handshake: Handshake,
): Knock {
	const { principal, authError, ip, request } = exchange;
	const given = handshake.ticket ?? ticket ?? null;
	return {
		meetingId,
		role,
		ticket: given,
		refusal: authError,
		principal: principal.kind === "anonymous" ? null : principal,
		ip,
		languages: acceptedLanguages(request.headers.get("accept-language") ?? undefined),
	};
}
