import { invalidParameter } from "#kernel/field-errors";
import type { Message } from "#kernel/texts";

/** The query string has a parameter that is not as it must be. @param expected what it must be, after its name */
export const malformedParameter = (name: string, expected: Message, cause?: unknown) =>
	invalidParameter(`/${name}`, "invalid_format", expected, cause);
