import { Type } from "@sinclair/typebox";
import { closed, Nullable, Timestamp } from "#http/schemas";

/** A server by which the browsers of a meeting reach each other. */
export const IceServer = closed(
	{
		urls: Type.Array(Type.String(), { description: "`stun:`, `turn:` and `turns:` URLs of the server." }),
		username: Nullable(Type.String()),
		credential: Nullable(Type.String()),
		expiresAt: Nullable({ ...Timestamp, description: "When the credentials end; null: never, or there are none." }),
	},
	{ $id: "IceServer", description: "A server as `RTCPeerConnection` takes it in `iceServers`." },
);
export type IceServer = typeof IceServer.static;

/** The way into a live meeting. */
export const LiveAccess = closed(
	{
		wsUrl: Type.String({ format: "uri", description: "Address of the WebSocket." }),
		sseUrl: Type.String({ format: "uri", description: "Address of the event stream with the same content." }),
		ticket: Type.String({
			description: "Opens one connection for the caller: `Sec-WebSocket-Protocol: parley.v1, ticket.<ticket>`.",
		}),
		expiresAt: Timestamp,
		iceServers: Type.Array(IceServer, {
			description:
				"STUN and TURN servers, with credentials of this participant. Empty until the caller is in the room, and where " +
				"none are configured.",
		}),
		throughServer: Type.Optional(
			Type.Boolean({
				description:
					"Whether sound and pictures of this meeting pass through the server when its room has more than eight people: tell " +
					"people before they enter. Absent where there is no media worker.",
			}),
		),
	},
	{ $id: "LiveAccess", description: "How to connect to live captions; null until the meeting is live." },
);
export type LiveAccess = typeof LiveAccess.static;
