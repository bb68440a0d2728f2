import { Type } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { exampleLiveAccess, LiveAccess } from "#modules/meetings";

const tag: Tag = { name: "Live captions", description: "What is said in a meeting, while it is said." };

const EVENTS = `retry: 2000

data: {"type":"ready","sessionId":"lvs_01jd0z7v9gf2nbrexx3vqjhp41","lastSeq":41}

id: 42
data: {"type":"final","seq":42,"segment":{"text":"Light is a wave."}}

`;

/** Documentation of the operations on live captions. */
export const documentation = {
	connect: operation({
		id: "connectLive",
		summary: "Follow a meeting live",
		description:
			"As WebSocket: `Sec-WebSocket-Protocol: parley.v1, ticket.<ticket>` from a page, `Authorization: Bearer` from anything else. " +
			"`role=publish` sends audio as well, for participants who are in the room and for API keys with `transcript:write`. With " +
			"`Accept: text/event-stream` the same as an event stream, whose ids are the sequences: a client that comes back with " +
			"`Last-Event-ID` misses nothing. Messages, limits and close codes are in `docs/live-captions.md`. A socket that is refused " +
			"opens, gets a message `error` and is closed with a code that says why; an event stream gets an ordinary error. 204: the meeting is " +
			"over, and the client has everything.",
		tag,
		responses: {
			101: emptyResponse("The connection is a socket from here on"),
			200: {
				description: "The events",
				schema: Type.Any(),
				mediaTypes: { "text/event-stream": { schema: Type.String({ examples: [EVENTS] }) } },
			},
			204: emptyResponse("The meeting is over, and the client has everything"),
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
		summary: "Make a ticket for a live connection",
		description:
			"For browsers, which cannot send `Authorization` with a handshake. It opens one connection of the caller to this meeting, within 30 " +
			"seconds, and gives nothing by itself: what the caller may do is asked when it is used, and as long as the connection lasts.",
		tag,
		request: { meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41" },
		responses: { 201: okResponse("The ticket", LiveAccess, "Ticket created", exampleLiveAccess) },
		errors: ["forbidden", "not_found", "purged"],
	}),
};
