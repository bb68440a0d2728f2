let listener: ((text: string) => void) | null = null;

/** Sets who hears the text of each statement when the engine first gets it; for tests that explain them all. */
export function listenToStatements(heard: (text: string) => void): void {
	listener = heard;
}

/** Tells the listener, if there is one, that a statement is about to be compiled or sent. */
export function traceStatement(text: string): void {
	listener?.(text);
}
