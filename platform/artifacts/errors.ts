import type { ArtifactClass } from "#db/schema";
import { AppError } from "#kernel/errors";

/** What the classes of data are called. */
const NAMES: Readonly<Record<ArtifactClass, string>> = {
	recordings: "recordings",
	transcripts: "transcripts and what is made of them",
	chatLogs: "chat messages",
	examData: "data of exams",
};

/** Returns the error for content that would have expired at once: its period is `0d`, or the meeting is too long ago. */
export const notRetained = (dataClass: ArtifactClass) =>
	new AppError(
		"not_retained",
		`The retention policy of the organization does not allow it to be stored: ${NAMES[dataClass]} of this meeting would expire at once. A longer period of ${dataClass} allows it.`,
		{ meta: { class: dataClass } },
	);
