import { AppError } from "#kernel/errors";

/** Returns the error for an entry that the organization's log does not have. */
export const entryNotFound = () => new AppError("not_found", "The audit log of the organization has no such entry.");

/** Returns the error for a parameter of the list that is malformed. @param path JSON Pointer of the parameter */
export const malformedParameter = (path: string, message: string, cause?: unknown) =>
	new AppError("invalid_request", `${path.slice(1)} ${message}.`, {
		cause,
		fieldErrors: [{ path, code: "invalid_format", message }],
	});
