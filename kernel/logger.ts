import type { LogFields } from "./log-fields.ts";

/**
 * Log for operators. Which fields a line may carry is an allow-list of the implementation, so that no body, header or
 * token leaks through a spread object.
 */
export interface Logger {
	debug(message: string, fields?: LogFields): void;
	info(message: string, fields?: LogFields): void;
	warn(message: string, fields?: LogFields): void;
	/** Written immediately, together with the lines before it. */
	error(message: string, fields?: LogFields): void;
}
