import { Type } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { exampleLiveAccess, LiveAccess, ofLiveMeeting } from "#modules/meetings/meetings";

const tag: Tag = { name: "Live captions", description: "Captions of a meeting as people speak." };

const EVENTS = `retry: 2000

data: {"type":"ready","sessionId":"lvs_01jd0z7v9gf2nbrexx3vqjhp41","lastSeq":41,"serverTime":"2030-01-01T09:30:00.000Z"}

id: 42
data: {"type":"final","seq":42,"segment":{"text":"Light is a wave."}}

`;

/** Documentation of the operations on live captions. */
export const documentation = {
	connect: operation({
		id: "connectLive",
		summary: "Follow a meeting live",
		description:
			"Opens a WebSocket. Web pages send `Sec-WebSocket-Protocol: parley.v1, ticket.<ticket>`, other " +
			"clients `Authorization: Bearer`. `role=publish` also sends audio; it is allowed to participants in " +
			"the room and to API keys with `transcript:write`. Guests in the lobby may connect: they learn whether they " +
			"are admitted, and become participants on the same socket. With `Accept: text/event-stream`, returns the " +
			"same as an event stream whose ids are sequence numbers: a client that reconnects with " +
			"`Last-Event-ID` misses nothing. `docs/live-captions.md` describes messages, limits and close codes. " +
			"A rejected socket is opened, receives an `error` message and is closed with a code that gives the " +
			"reason; an event stream gets an ordinary error. 204 means that the meeting is over and the client " +
			"has received everything.",
		tag,
		examples: ofLiveMeeting,
		responses: {
			101: emptyResponse("Switching to the WebSocket protocol"),
			200: {
				description: "The events",
				schema: Type.Any(),
				mediaTypes: { "text/event-stream": { schema: Type.String({ examples: [EVENTS] }) } },
			},
			204: emptyResponse("The meeting is over and the client has received everything"),
		},
		errors: [
			"unauthenticated",
			"token_expired",
			"token_revoked",
			"session_revoked",
			"insufficient_scope",
			"organization_suspended",
			"forbidden",
			"not_found",
			"purged",
			"state_conflict",
		],
		tokenOptional: true,
	}),

	ticket: operation({
		id: "createLiveTicket",
		summary: "Create a ticket for a live connection",
		description:
			"For browsers, which cannot send `Authorization` with a WebSocket handshake. The ticket opens one " +
			"connection to this meeting within 30 seconds. It grants no rights of its own: the caller's rights " +
			"are checked when it is used and for as long as the connection lasts. Guests in the lobby get one as well.",
		tag,
		request: ofLiveMeeting,
		responses: { 201: okResponse("The ticket", LiveAccess, "Ticket created", exampleLiveAccess) },
		errors: ["forbidden", "not_found", "purged"],
	}),
};
