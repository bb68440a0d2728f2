import type { LogFields } from "./log-fields.ts";

/**
 * Log for operators. Which fields a line may carry is an allow-list of the implementation, so that no body, header or
 * token leaks through a spread object.
 */
export interface Logger {
	debug(message: string, fields?: LogFields): void;
	info(message: string, fields?: LogFields): void;
	/** For what is tried again. An error that is the outage of a dependency is only counted: it has a line already. */
	warn(message: string, fields?: LogFields): void;
	/** For bugs, and for what is lost. Written immediately, together with the lines before it. */
	error(message: string, fields?: LogFields): void;
}
