import { AppError } from "#kernel/errors";
import { pointerToken } from "#kernel/json";

/**
 * Returns the error for unknown flags.
 * @param names the unknown flags
 * @param known the existing flags
 * @param path JSON Pointer of the flags
 */
export const unknownFlags = (names: readonly string[], known: readonly string[], path: string) =>
	new AppError("unknown_flag", `Unknown feature flag: ${names.join(", ")}.`, {
		meta: { known: [...known] },
		fieldErrors: names.map((name) => ({
			path: `${path}/${pointerToken(name)}`,
			code: "unknown_flag",
			message: "is not a known flag",
		})),
	});
