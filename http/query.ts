import { AppError, type FieldError } from "#kernel/errors";
import { pointerToken } from "#kernel/json";
import { asValue, type Message, text } from "#kernel/texts";

/** Percent signs that start no escape, and escapes of a NUL. */
const BAD_ESCAPE = /%(?![0-9a-f]{2})|%00/i;

/**
 * Rejects URLs that Elysia would accept: a repeated parameter (the last would win), a broken escape, a NUL, and any
 * parameter of an operation that has none. If an operation has parameters, its schema rejects unknown ones.
 * @param repeatable names of parameters that may be repeated
 * @throws `invalid_request`
 */
export function rejectInvalidUrl(url: string, takesQuery: boolean, repeatable: readonly string[] = []): void {
	const start = url.indexOf("?");
	if (BAD_ESCAPE.test(url)) fail("", "contains a broken percent escape or a NUL");
	if (start < 0) return;
	const seen = new Set<string>();
	for (const [name] of new URLSearchParams(url.slice(start + 1))) {
		const path = `/${pointerToken(name.slice(0, 64))}`;
		if (!takesQuery) fail(path, "is unknown: this operation takes no query parameters", "unknown_member");
		if (seen.has(name) && !repeatable.includes(name)) fail(path, "is given more than once");
		seen.add(name);
	}
}

function fail(path: string, message: Message, code = "invalid"): never {
	const fieldErrors: FieldError[] = [{ path, code, message }];
	throw new AppError(
		"invalid_request",
		path === ""
			? text("The URL {problem}.", { problem: asValue(message) })
			: text("{member} {problem}.", { member: path, problem: asValue(message) }),
		{ fieldErrors },
	);
}
