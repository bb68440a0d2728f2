import { AppError, type FieldFault } from "#kernel/errors";

/** Percent signs that start no escape, and escapes of a NUL. */
const BAD_ESCAPE = /%(?![0-9a-f]{2})|%00/i;

/**
 * Refuses what Elysia would let pass in a URL: a parameter given twice (the last would win), a broken escape, a NUL.
 * A parameter an operation documents as repeatable is named in `repeatable`.
 * @throws `invalid_request`
 */
export function refuseAmbiguousUrl(url: string, repeatable: readonly string[] = []): void {
	const start = url.indexOf("?");
	if (BAD_ESCAPE.test(url)) fail("", "contains a broken percent escape or a NUL");
	if (start < 0) return;
	const seen = new Set<string>();
	for (const [name] of new URLSearchParams(url.slice(start + 1))) {
		if (seen.has(name) && !repeatable.includes(name)) fail(`/${name.slice(0, 64)}`, "is given more than once");
		seen.add(name);
	}
}

function fail(path: string, message: string): never {
	const faults: FieldFault[] = [{ path, code: "invalid", message }];
	throw new AppError("invalid_request", `The URL ${message}.`, { faults });
}
