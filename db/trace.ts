const listeners = new Set<(text: string) => void>();

/**
 * Calls `heard` with the text of every statement before it runs, for tests that explain them; returns the function that
 * ends it.
 */
export function listenToStatements(heard: (text: string) => void): () => void {
	listeners.add(heard);
	return () => void listeners.delete(heard);
}

/** Passes the text of a statement to the listeners, if there are any. */
export function traceStatement(text: string): void {
	if (listeners.size > 0) for (const heard of listeners) heard(text);
}
