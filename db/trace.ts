/** A statement that runs. */
export interface TracedStatement {
	readonly text: string;
	readonly params: readonly unknown[];
	/** The same object for all statements of a transaction; null outside of transactions. */
	readonly transaction: object | null;
}

const listeners = new Set<(statement: TracedStatement) => void>();

/**
 * Calls `heard` with every statement before it runs, for tests that explain or count them; returns the function that
 * ends it. What a transaction remembers is not asked again.
 */
export function listenToStatements(heard: (statement: TracedStatement) => void): () => void {
	listeners.add(heard);
	return () => void listeners.delete(heard);
}

/** Passes a statement to the listeners, if there are any. */
export function traceStatement(text: string, params: readonly unknown[], transaction: object | null): void {
	if (listeners.size > 0) for (const heard of listeners) heard({ text, params, transaction });
}
