import { AppError } from "#kernel/errors";

/** What `parse` makes of something a provider said; null when it is nothing we would accept from anybody else. */
export function parseOrNull<T>(parse: () => T): T | null {
	try {
		return parse();
	} catch (error) {
		if (error instanceof AppError) return null;
		throw error;
	}
}
