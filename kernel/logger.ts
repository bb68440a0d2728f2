/**
 * Where the program tells operators what happened. The fields a line may carry are an allow-list of the implementation, so that
 * no body, header or token slips in by way of a spread object.
 */
export interface Logger {
	debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
	info(message: string, fields?: Readonly<Record<string, unknown>>): void;
	warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
	/** Written at once, lines before it included. */
	error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
