export {
	AUDIT_STREAM_DISABLED_REASONS as DISABLED_REASONS,
	AUDIT_STREAM_TYPES as STREAM_TYPES,
} from "#db/schema";

/** Streams of an organization, at most. */
export const MAX_STREAMS = 5;

/** States of a stream. */
export const STREAM_STATES = ["enabled", "failing", "disabled"] as const;
export type StreamState = (typeof STREAM_STATES)[number];
