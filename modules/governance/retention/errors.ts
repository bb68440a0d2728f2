import { AppError } from "#kernel/errors";

/** Returns the error for an unknown run. */
export const runNotFound = () => new AppError("not_found", "The organization has no such run.");
