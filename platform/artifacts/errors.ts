import type { ArtifactClass } from "#db/schema";
import { AppError } from "#kernel/errors";
import { type PlainText, text } from "#kernel/texts";

/** What the classes of data are called. */
const NAMES: Readonly<Record<ArtifactClass, PlainText>> = {
	recordings: "recordings",
	transcripts: "transcripts and content derived from them",
	chatLogs: "chat messages",
	examData: "data of exams",
};

/** Returns the error for content that would have expired at once: its period is `0d`, or the meeting is too long ago. */
export const notRetained = (dataClass: ArtifactClass) =>
	new AppError(
		"not_retained",
		text(
			"The retention policy of the organization does not allow it to be stored: {content} of this meeting would expire at once. A longer period of {dataClass} allows it.",
			{ content: text(NAMES[dataClass]), dataClass },
		),
		{ meta: { class: dataClass } },
	);
