import type { MeetingState } from "#db/schema";
import { AppError } from "#kernel/errors";
import { asValue, text } from "#kernel/texts";
import { type MissingEngine, SpeechError } from "#modules/engines/speech";

/** Returns the error for captions of a meeting that is not live. */
export const notLive = (state: MeetingState) =>
	new AppError(
		"state_conflict",
		text("The meeting is {state}: captions are available only while it is live.", { state }),
		{
			meta: { state },
		},
	);

/** Returns the error for a meeting whose captions are off. */
export const captionsOff = () =>
	new AppError("state_conflict", "The meeting has no live captions: turn on transcription.live.", {
		meta: { state: "captions_off" },
	});

/** Returns the error for a participant who does not want to be transcribed. */
export const excluded = () =>
	new AppError("consent_required", "This participant denied consent to transcription, so their track is left out.", {
		meta: { kind: "transcription" },
	});

/** Returns the error for an installation, or a policy, without an engine. */
export const engineMissing = ({ code, detail, variable, command }: MissingEngine) =>
	new AppError(
		code,
		command === null ? detail : text("{detail} Run: {command}", { detail: asValue(detail), command }),
		{ meta: { variable, command } },
	);

/** Returns the error for an engine that fails. */
export const engineFailed = (error: unknown): unknown =>
	error instanceof SpeechError
		? new AppError(error.failure === "engine_share" ? "rate_limited" : "unavailable", error.text, {
				meta: { reason: error.failure },
				cause: error,
			})
		: error;

/** Returns the error for more tracks than a session may have. */
export const tooManyTracks = (limit: number) =>
	new AppError("state_conflict", text("The session already has {limit} speakers.", { limit }), {
		meta: { state: "full", limit },
	});

/** Returns the error for a session that is over. */
export const sessionClosed = () =>
	new AppError("state_conflict", "The captions of this meeting are closed.", { meta: { state: "closed" } });

/** Returns the error for a participant that the meeting does not have. */
export const noParticipant = () => new AppError("not_found", "The meeting has no such participant.");

/** Returns the error for a meeting without a caption address. */
export const addressNotFound = () => new AppError("not_found", "The meeting has no caption address.");

/** Returns the error for an address that is unknown, or was replaced. */
export const addressRefused = () => new AppError("forbidden", "This caption address is not valid.");

/** Returns the error for captions posted to an address while the meeting is not live: tools expect a 400. */
export const notStarted = (state: MeetingState) =>
	new AppError(
		"invalid_request",
		text("The meeting is {state}: captions are accepted only while it is live.", { state }),
		{
			meta: { state },
		},
	);
