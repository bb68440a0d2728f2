import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { render, text } from "#kernel/texts";
import type { MissingEngine } from "#modules/engines/speech";

/** Thrown when no engine serves a job: it waits. */
export class EngineMissingError extends Error {
	override readonly name = "EngineMissingError";
	readonly missing: MissingEngine;

	constructor(missing: MissingEngine) {
		super(render(missing.detail, "en"));
		this.missing = missing;
	}
}

/** The error for a meeting without anything to transcribe. */
export const nothingRecorded = () =>
	new AppError("state_conflict", "The meeting has no recording to transcribe; upload one first.", {
		meta: { state: "no_recording" },
	});

/** The error for a mix, whose tracks have a transcript. */
export const mixNotTranscribed = () =>
	invalidMember("/recordingId", "not_transcribable", text("must not be a mix; name one of its tracks"));
