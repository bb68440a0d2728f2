import { AppError } from "#kernel/errors";
import { asValue, type Message, text } from "#kernel/texts";

/** Returns the error for a connection without a ticket and without a token. */
export const noCredentials = () =>
	new AppError("unauthenticated", "Send a ticket as subprotocol, or an access token: Authorization: Bearer <token>.");

/** Returns the error for a ticket of another meeting than the one in the address. */
export const otherMeeting = () => new AppError("not_found", "The ticket is for another meeting.");

/** Returns the error for a page of a site that may not connect. */
export const foreignOrigin = () =>
	new AppError("forbidden", "Pages from this origin may not connect (CORS_ORIGINS).", { meta: { reason: "origin" } });

/** Returns the error for a request that is neither a handshake nor one for an event stream. @param why the fault */
export const notAHandshake = (why: Message) => new AppError("invalid_request", why);

/** Returns the error for a message that is not one of the protocol. @param why the fault, never what was sent */
export const badMessage = (why: Message) => new AppError("invalid_request", why);

/** Returns the error for a message that is too long. */
export const messageTooLong = (maxBytes: number) =>
	new AppError("payload_too_large", text("A message may have at most {maxBytes} bytes.", { maxBytes }), {
		meta: { maxBytes },
	});

/** Returns the error for a client that sends too much. @param problem what there was too much of: `Too many messages` */
export const tooFast = (problem: Message) =>
	new AppError("rate_limited", text("{problem}: send no faster than speech.", { problem: asValue(problem) }));

/** Returns the error for audio that has waited for the engine for too long. */
export const tooFarBehind = () =>
	new AppError("unavailable", "The speech engine is too far behind: captions of this track have ended.");

/** Returns the error for somebody who is not in the room. */
export const notInTheRoom = () =>
	new AppError("forbidden", "Only participants in the room may do this: join the meeting first.", {
		meta: { reason: "not_admitted" },
	});

/** Returns the error for a guest who asks for translations that the meeting is not made with. @param allowed languages that it is */
export const languagesNotAllowed = (allowed: readonly string[]) =>
	new AppError(
		"forbidden",
		"Guests cannot start translations: they get those listed by the host in transcription.translateTo, or requested by a member.",
		{ meta: { reason: "languages_not_allowed", allowed } },
	);

/** Returns the error for somebody who does not run the meeting. */
export const notRunning = () => new AppError("forbidden", "Only callers who run the meeting may do this.");

/** Returns the error for a picture that goes from one participant to another where hosts alone see them. */
export const camerasForHosts = () =>
	new AppError("forbidden", "Pictures go only to and from participants who run the meeting (camerasVisibleTo).", {
		meta: { reason: "cameras_for_hosts" },
	});

/** Returns the error for a signal to the media worker while sound and pictures go from browser to browser. */
export const mediaIsMesh = () =>
	new AppError("state_conflict", "Sound and pictures of this room do not pass through the server.", {
		meta: { reason: "mesh" },
	});

/** Returns the error for a connection that asks the media worker for too many offers. */
export const mediaBusy = () =>
	new AppError("unavailable", "This connection has asked for too many offers: try again later.", {
		retryAfterSeconds: 5,
	});

/** Returns the error for a connection to the media worker that is beyond a share: it must not end the live connection. */
export const mediaShareTaken = (cause: AppError) =>
	new AppError("unavailable", cause.text, { cause, retryAfterSeconds: cause.retryAfterSeconds ?? 30 });

/** Returns the error for one more connection of a room to the media worker. */
export const mediaFull = (limit: number) =>
	new AppError("unavailable", text("This meeting already has {limit} open connections.", { limit }), {
		retryAfterSeconds: 30,
	});

/** Returns the error for one more connection that waits in the lobby of a meeting. */
export const lobbyFull = (most: number) =>
	new AppError("rate_limited", text("{most} connections already wait in the lobby of this meeting.", { most }), {
		meta: { of: "lobby", limit: most },
		retryAfterSeconds: 30,
	});

/** Returns the error for a participant who has no connection. */
export const notConnected = () => new AppError("not_found", "No participant in the room has this id.");

/** Returns the error for a session that is not the one of the meeting. */
export const otherSession = () => new AppError("not_found", "The meeting has no such session.");

/** Returns the error for a meeting that has not begun, or that nobody captioned. */
export const notLive = (state: string) =>
	new AppError("state_conflict", "Captions are available only while the meeting is live.", { meta: { state } });

/** Returns the error for a failure that nobody expected. */
export const unexpected = () => new AppError("server_error", "An internal error occurred.");
