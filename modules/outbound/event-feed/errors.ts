import { AppError } from "#kernel/errors";
import { invalidParameter } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Returns the error for a position whose events are not kept any more. @param firstSequence the first that is */
export const eventsGone = (firstSequence: number) =>
	new AppError(
		"gone",
		text(
			"Events before {firstSequence} are no longer kept. Read the resources again, then continue with afterSequence={previous}.",
			{ firstSequence, previous: firstSequence - 1 },
		),
		{ meta: { firstSequence } },
	);

/** Returns the error for a position that no event has yet. @param lastSequence the last that one has */
export const beyondLog = (lastSequence: number) =>
	invalidParameter(
		"/afterSequence",
		"out_of_range",
		text("must be at most {most}, the sequence of the last event", { most: lastSequence }),
	);

/** Returns the error for a type that no event has. @param pattern as sent */
export const unknownTypes = () =>
	invalidParameter(
		"/types",
		"unknown",
		"must be types of events, or beginnings of some such as meeting.*, separated by commas",
	);

/** Returns the error for a parameter that a stream does not take. */
export const notForStreams = (name: "limit" | "cursor") =>
	invalidParameter(`/${name}`, "not_allowed", "cannot be used with a stream, which has no pages");

/** Returns the error for one stream more than there may be. @param of whose streams they are */
export const tooManyStreams = (of: "caller" | "organization", limit: number) =>
	new AppError(
		"rate_limited",
		of === "caller"
			? text("This caller already has {limit} streams.", { limit })
			: text("This organization already has {limit} streams.", { limit }),
		{ meta: { of, limit } },
	);
