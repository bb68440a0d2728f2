/** The client of Parley. Uploads have an entry point of their own, `@parley/client/uploads`. */
export { type Change, type Changes, followChanges } from "./changes.ts";
export { type Client, type ClientOptions, type Connection, createClient } from "./client.ts";
export type { Auth, TokenSource } from "./credentials.ts";
export { type ErrorCode, type FieldError, type Problem, ProblemError, unwrap } from "./errors.ts";
export {
	type EventObjects,
	type EventPattern,
	type EventType,
	type FollowOptions,
	followEvents,
	type ParleyEvent,
} from "./events.ts";
export type { Following } from "./following.ts";
export type { components, operations, paths } from "./generated/operations.ts";
export { connectLive, LiveConnection } from "./live.ts";
export { LiveError } from "./live-error.ts";
export type {
	CaptionsMessage,
	LiveAccess,
	LiveMessage,
	LivePosition,
	LiveSegment,
	LobbyMessage,
	MediaLine,
	OutgoingMessage,
	PartialSegment,
	RoomConsents,
	RoomHold,
	RoomLobby,
	RoomMedia,
	RoomMessage,
	RoomPerson,
	RoomRecording,
	SignalCandidate,
	SignalData,
} from "./live-messages.ts";
export type { LiveOptions } from "./live-options.ts";
export { items, type PageQuery, pages } from "./pages.ts";
export type { Retries } from "./retries.ts";
export { createSession, Session, type SessionOptions, type Tokens } from "./session.ts";
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookFault } from "./webhooks.ts";
