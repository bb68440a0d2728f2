import { type AppError, ERROR_CODES, type ErrorCode, type ErrorKind, isRetryable } from "#kernel/errors";
import type { Message } from "#kernel/texts";
import type { PublisherEvent } from "#modules/transcripts/captions";

/** How the captions of a connection stand: `off`: none are made; `busy`: try again later; `refused`: not for this track. */
export type CaptionsState = "on" | "off" | "busy" | "refused";

/** Why a track has ended. */
export interface TrackEnd {
	readonly code: string;
	readonly retryable: boolean;
	readonly message: Message;
	readonly state: Exclude<CaptionsState, "on">;
	/** How long to wait at least before the next attempt, in ms; null: as long as the sender of the message finds right. */
	readonly waitMs: number | null;
}

/** Codes of what is refused to one track while others are heard. */
const REFUSED: ReadonlySet<string> = new Set(["consent_required", "conflict", "meeting_held"]);
/** Codes of failures that are not those of the caller. */
const FAILED: ReadonlySet<string> = new Set(["server_error"]);

function stateOf(code: string, retryable: boolean, reason: unknown): TrackEnd["state"] {
	if (REFUSED.has(code) || reason === "full") return "refused";
	return retryable || FAILED.has(code) ? "busy" : "off";
}

/** Returns how a track has ended that could not be opened or went wrong. */
export const endByError = ({ code, text: message, meta, retryAfterSeconds }: AppError): TrackEnd => ({
	code,
	retryable: isRetryable(code),
	message,
	state: stateOf(code, isRetryable(code), meta?.state),
	waitMs: retryAfterSeconds === undefined ? null : retryAfterSeconds * 1_000,
});

/** Returns how a track has ended of which its publisher says so. */
export const endByEvent = ({ code, retryable, message }: Extract<PublisherEvent, { type: "error" }>): TrackEnd => ({
	code,
	retryable,
	message,
	state: stateOf(code, retryable, null),
	waitMs: null,
});

/** Whether the end of a track is one of the connection, too: the caller may do nothing at all. */
export const endsConnection = ({ code }: TrackEnd): boolean => code === "organization_suspended";

/** Returns the kind of the error by which a track has ended. */
export function kindOf({ code, retryable }: TrackEnd): ErrorKind {
	const known = Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code as ErrorCode].kind : null;
	return known ?? (retryable ? "unavailable" : "forbidden");
}
