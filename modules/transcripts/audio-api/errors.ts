import { AppError } from "#kernel/errors";
import { asValue, text } from "#kernel/texts";
import type { MissingEngine, SpeechError } from "#modules/engines/speech";

/** Returns the error for callers who belong to no organization: policy and metering are an organization's. */
export const noOrganization = () =>
	new AppError("forbidden", "Use a token of an organization: audio is transcribed on behalf of an organization.");

/** Returns the error for a model that is not there. */
export const modelNotFound = () => new AppError("not_found", "There is no such model; `GET /v1/models` lists them.");

/** Returns the error for an installation, or a policy, without a suitable engine. */
export const engineMissing = ({ detail, variable, command }: MissingEngine) =>
	new AppError(
		"provider_not_configured",
		command === null ? detail : text("{detail} Run: {command}", { detail: asValue(detail), command }),
		{
			meta: { variable, ...(command !== null && { command }) },
		},
	);

/** Returns the error for a failure of the engine. */
export const engineFailed = (error: SpeechError) =>
	new AppError("unavailable", error.text, {
		cause: error,
		retryAfterSeconds: error.retryAfterMs === null ? 5 : Math.ceil(error.retryAfterMs / 1000),
	});

/** Returns the error for more files at once than an organization may send. */
export const tooManyAtOnce = (most: number) =>
	new AppError(
		"rate_limited",
		text("At most {most} files of an organization are transcribed at once; retry shortly.", { most }),
		{
			retryAfterSeconds: 5,
		},
	);

/** Returns the error for a file whose transcription takes too long. */
export const tookTooLong = () =>
	new AppError("unavailable", "The transcription took too long; send a shorter file, or upload it as a recording.", {
		retryAfterSeconds: 60,
	});
