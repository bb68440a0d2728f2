import { type Clock, rfc3339 } from "#kernel/clock";
import { type AppError, isRetryable } from "#kernel/errors";
import type { Locale } from "#kernel/languages";
import { render } from "#kernel/texts";

/** Returns the first message of a connection. @param lastSeq of the session @param clock by which clients compare theirs */
export const readyFrame = (sessionId: string, lastSeq: number, clock: Clock): object => ({
	type: "ready",
	sessionId,
	lastSeq,
	serverTime: rfc3339(clock.nowMs()),
});

/** Returns the message about audio that was heard. */
export const ackFrame = (audioMs: number, clock: Clock): object => ({
	type: "ack",
	audioMs,
	serverTime: rfc3339(clock.nowMs()),
});

/** Returns the message about an error, in the language of who reads it. */
export const errorFrame = ({ code, text: message }: AppError, locale: Locale): object => ({
	type: "error",
	code,
	retryable: isRetryable(code),
	message: render(message, locale),
});
