/** A wrong option of a benchmark: its message is all that is shown. */
export class OptionError extends Error {}

/** Whether an error is about the options given: an {@link OptionError}, or one of `parseArgs`. */
export const isAboutOptions = (error: unknown): error is Error =>
	error instanceof OptionError ||
	(error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));

/** Parses the value of an option that is a number of rounds, processes and the like. @throws OptionError below 1 */
export function positive(option: string, value: string): number {
	const count = Number(value);
	if (Number.isInteger(count) && count > 0) return count;
	throw new OptionError(`${option} must be 1 or more`);
}
