import { unknownFlags } from "./errors.ts";
import type { FlagOverrides } from "./schemas.ts";
import { FLAG_NAMES } from "./values.ts";

/**
 * Asserts that all flags exist.
 * @param path JSON Pointer of the flags
 * @throws `unknown_flag` naming every unknown one
 */
export function assertKnownFlags(flags: FlagOverrides, path: string): void {
	const known: readonly string[] = FLAG_NAMES;
	const unknown = Object.keys(flags).filter((name) => !known.includes(name));
	if (unknown.length > 0) throw unknownFlags(unknown, known, path);
}
