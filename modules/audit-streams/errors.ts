import { AppError } from "#kernel/errors";
import { MAX_STREAMS } from "./values.ts";

/** Returns the error for a stream that the organization does not have. */
export const streamNotFound = () => new AppError("not_found", "The organization has no such audit stream.");

/** Returns the error for one stream too many. */
export const tooManyStreams = () =>
	new AppError("conflict", `An organization has at most ${MAX_STREAMS} audit streams.`, { meta: { max: MAX_STREAMS } });
