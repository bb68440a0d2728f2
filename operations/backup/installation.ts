import type { FileLock } from "#db/sqlite/file-lock";
import type { Store } from "#db/store";
import type { KeyRing } from "#kernel/key-ring";
import type { ObjectStore } from "#platform/blobs";

/** The installation that is backed up, or that a backup is restored to. */
export interface Installation {
	readonly dataDir: string;
	/** `sqlite:<file>` or `postgres://…`. */
	readonly databaseUrl: string;
	/** Undefined: its keys are in the key file of `dataDir`. */
	readonly encryptionKeys: KeyRing | undefined;
	/** The version of this program. */
	readonly version: string;
	/** Opens the database as it is: migrates nothing. */
	openDatabase(): Promise<Store>;
	openObjects(): Promise<ObjectStore>;
	/** Returns its keys. @throws SetupError when they are missing, or do not open the database */
	loadKeys(store: Store): Promise<KeyRing>;
	/** Keeps servers away. @throws AppError while there is one */
	lock(): FileLock;
	/**
	 * Brings a restored database up to date, and prepares it for the first request, as the start of a server does.
	 * @param databaseUrl where it is before it takes the place of the other one
	 * @param first runs once it is migrated, before anything else
	 */
	prepare(databaseUrl: string, keys: KeyRing, first?: (store: Store) => Promise<void>): Promise<void>;
}
