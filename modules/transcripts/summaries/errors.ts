import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";
import type { MissingModel } from "#modules/engines/language-model";

/** Returns the error for a meeting without a summary. */
export const summaryNotFound = () => new AppError("not_found", "The meeting has no summary.");

/** Returns the error for a meeting without anything to summarize. */
export const nothingSaid = () =>
	new AppError("state_conflict", "The meeting has no finished transcript to summarize.", {
		meta: { state: "no_transcript" },
	});

/** Returns the error for an organization that has switched summaries off. */
export const switchedOff = () =>
	new AppError(
		"state_conflict",
		"The organization has turned summaries off (settings.aiSummaries, or the feature aiSummaries).",
		{
			meta: { state: "off" },
		},
	);

/** Whether an error is that of {@link switchedOff}. */
export const isSwitchedOff = (error: unknown): error is AppError =>
	error instanceof AppError && error.meta?.state === "off";

/** Returns the error for a level above that of the organization. */
export const levelBarred = () =>
	new AppError("state_conflict", "The organization allows only basic summaries (settings.aiSummaries).", {
		meta: { state: "basic" },
	});

/** Returns the error for a change of a summary that has no result yet. */
export const notMade = (state: string) =>
	new AppError("state_conflict", text("The summary is {state}: it can be changed once it is ready.", { state }), {
		meta: { state },
	});

/** Returns the error for an installation or a policy without an engine. */
export const engineMissing = ({ code, detail, variable }: MissingModel) =>
	new AppError(code, detail, variable === null ? {} : { meta: { variable } });
