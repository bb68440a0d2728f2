import { AppError } from "#kernel/errors";

/** Returns the error for an organization that has switched the search of transcripts off. */
export const searchSwitchedOff = () =>
	new AppError("forbidden", "The organization has switched the search of transcripts off.", {
		meta: { reason: "feature_disabled", flag: "transcriptSearch" },
	});
