import { AppError } from "#kernel/errors";

/** The query string has a parameter that is not as it must be. @param expected what it must be, after its name */
export const malformedParameter = (name: string, expected: string, cause?: unknown) =>
	new AppError("invalid_request", `${name} ${expected}.`, {
		fieldErrors: [{ path: `/${name}`, code: "invalid_format", message: expected }],
		cause,
	});
