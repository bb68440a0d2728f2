import { AppError } from "#kernel/errors";

/** Parses a value from the provider. Returns null when it fails the validation of our own input. */
export function parseOrNull<T>(parse: () => T): T | null {
	try {
		return parse();
	} catch (error) {
		if (error instanceof AppError) return null;
		throw error;
	}
}
