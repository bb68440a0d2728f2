import { afterAll } from "bun:test";

/** What a test file opens and must close: an application, a store, a mailbox, a provider. */
export interface Closable {
	close(): unknown;
}

const open: Closable[] = [];

/**
 * Keeps something open until the last test of a file is over: `const mailbox = await forThisFile(openMailbox())`, at the
 * top level. What was opened last is closed first.
 */
export async function forThisFile<T extends Closable>(opening: T | Promise<T>): Promise<T> {
	const opened = await opening;
	open.push(opened);
	// Hooks run in the order they were registered in; the last one opened may lean on those before it.
	afterAll(() => open.pop()?.close());
	return opened;
}
