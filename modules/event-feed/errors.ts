import { AppError } from "#kernel/errors";

/** Returns the error for a position whose events are not kept any more. @param firstSequence the first that is */
export const eventsGone = (firstSequence: number) =>
	new AppError(
		"gone",
		`Events before ${firstSequence} are not kept any more. Read the resources anew, then continue with afterSequence=${firstSequence - 1}.`,
		{ meta: { firstSequence } },
	);

/** Returns the error for a position that no event has yet. @param lastSequence the last that one has */
export const beyondLog = (lastSequence: number) =>
	refused("/afterSequence", "out_of_range", `must be at most ${lastSequence}, the sequence of the last event`);

/** Returns the error for a type that no event has. @param pattern as sent */
export const unknownTypes = () =>
	refused("/types", "unknown", "must be types of events, or beginnings of some such as meeting.*, separated by commas");

/** Returns the error for a parameter that a stream does not take. */
export const notForStreams = (name: "limit" | "cursor") =>
	refused(`/${name}`, "not_allowed", "cannot be used with a stream, which has no pages");

/** Returns the error for one stream more than there may be. @param of whose streams they are */
export const tooManyStreams = (of: "caller" | "organization", limit: number) =>
	new AppError("rate_limited", `This ${of} already has ${limit} streams.`, { meta: { of, limit } });

const refused = (path: string, code: string, message: string) =>
	new AppError("invalid_request", `${path.slice(1)} ${message}.`, { fieldErrors: [{ path, code, message }] });
