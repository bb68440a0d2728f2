import { afterAll, afterEach } from "bun:test";

/** A resource that a test file opens and must close: an application, a store, a mailbox, a provider. */
export interface Closable {
	close(): unknown;
	/** Called after each test: what must not happen within one. */
	afterTest?(): unknown;
}

const open: Closable[] = [];

/**
 * Closes a resource after the last test of the file: `const mailbox = await forThisFile(openMailbox())`, at the top level.
 * Resources are closed in reverse order.
 */
export async function forThisFile<T extends Closable>(opening: T | Promise<T>): Promise<T> {
	const opened = await opening;
	open.push(opened);
	if (opened.afterTest) afterEach(() => opened.afterTest?.());
	// Hooks run in the order of registration, but a resource may depend on those opened before it.
	afterAll(() => open.pop()?.close());
	return opened;
}
