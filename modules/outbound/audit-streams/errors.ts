import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";
import { MAX_STREAMS } from "./values.ts";

/** Returns the error for a stream that the organization does not have. */
export const streamNotFound = () => new AppError("not_found", "The organization has no such audit stream.");

/** Returns the error for one stream too many. */
export const tooManyStreams = () =>
	new AppError("conflict", text("An organization has at most {most} audit streams.", { most: MAX_STREAMS }), {
		meta: { max: MAX_STREAMS },
	});
