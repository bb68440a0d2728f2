/** A file of a place. */
export interface PlacedFile {
	/** Names separated by slashes, without one in front. */
	readonly path: string;
	readonly bytes: number;
	/** When it was written, Unix ms by the clock of the place. */
	readonly changedAtMs: number;
}

/** Where backups lie: a folder, or a bucket. Files are written once, as a whole, and never changed. */
export interface BackupPlace {
	/** What it is called in messages, without secrets. */
	readonly name: string;
	/** Prepares the place to be written to, before any work is done for it. @throws SetupError that says why it cannot be */
	prepare(): Promise<void>;
	/** Returns a file; undefined when there is none. */
	read(path: string): Promise<Uint8Array | undefined>;
	/** Writes a file: whoever reads it gets all of it, or what was there before. Durable after {@link settle}. */
	write(path: string, content: Uint8Array): Promise<void>;
	/** Resolves when everything written so far is durable. */
	settle(): Promise<void>;
	/** Lists the files below a folder, in any order. */
	list(folder: string): AsyncIterable<PlacedFile>;
	/** Removes a file. Idempotent. */
	remove(path: string): Promise<void>;
}

const SAFE_PATH = /^[0-9A-Za-z][0-9A-Za-z._-]*(\/[0-9A-Za-z][0-9A-Za-z._-]*)*$/;

/** Asserts that a path does not lead out of its place. @throws Error */
export function assertPlacePath(path: string): void {
	if (!SAFE_PATH.test(path)) throw new Error(`this is no path of a backup: ${JSON.stringify(path)}`);
}
