/**
 * Log for operators. Which fields a line may carry is an allow-list of the implementation, so that no body, header or
 * token leaks through a spread object.
 */
export interface Logger {
	debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
	info(message: string, fields?: Readonly<Record<string, unknown>>): void;
	warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
	/** Written immediately, together with the lines before it. */
	error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
