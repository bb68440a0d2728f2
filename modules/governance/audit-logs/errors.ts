import { AppError } from "#kernel/errors";
import { invalidParameter } from "#kernel/field-errors";
import type { Message } from "#kernel/texts";

/** Returns the error for an entry that the organization's log does not have. */
export const entryNotFound = () => new AppError("not_found", "The audit log of the organization has no such entry.");

/** Returns the error for a parameter of the list that is malformed. @param path JSON Pointer of the parameter */
export const malformedParameter = (path: string, message: Message, cause?: unknown) =>
	invalidParameter(path, "invalid_format", message, cause);
