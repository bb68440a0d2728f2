import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";

/** Returns the error for a transcript that does not exist, or not for the caller. */
export const transcriptNotFound = () => new AppError("not_found", "There is no such transcript.");

/** Returns the error for a segment that the transcript does not have. */
export const segmentNotFound = () => new AppError("not_found", "The transcript has no such segment.");

/** Returns the error for a speaker that the transcript does not have. */
export const speakerNotFound = () => new AppError("not_found", "The transcript has no such speaker.");

/** Returns the error for a change of a transcript that is still being made, or could not be. */
export const notReady = (state: string) =>
	new AppError(
		"state_conflict",
		text("The transcript is {state}: it can be read and changed once it is ready.", { state }),
		{
			meta: { state },
		},
	);

/** Returns the error for a change of a transcript that is written while people speak. */
export const stillLive = () =>
	new AppError("state_conflict", "The transcript is live: it can be changed once its meeting has ended.", {
		meta: { state: "live" },
	});

/** Returns the error for what is attributed to a participant who does not want to be transcribed. */
export const consentDenied = () =>
	new AppError("consent_required", "This participant denied consent to transcription: nothing is attributed to them.", {
		meta: { kind: "transcription" },
	});

/** Returns the error for the import of a transcript into a meeting that is not transcribed. */
export const notTranscribed = () =>
	new AppError(
		"state_conflict",
		"The meeting is not transcribed: turn on transcription.enabled, or state in consentStatement who consented elsewhere.",
		{ meta: { state: "transcription_off" } },
	);
