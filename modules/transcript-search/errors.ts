import { AppError } from "#kernel/errors";

/** Returns the error for an organization that has switched the search of transcripts off. */
export const searchSwitchedOff = () =>
	new AppError("forbidden", "The organization has turned transcript search off.", {
		meta: { reason: "feature_disabled", flag: "transcriptSearch" },
	});
