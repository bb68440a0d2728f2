import type { Store } from "#db/store";
import { type KeyRing, openVault } from "#kernel/key-ring";
import { SetupError } from "#kernel/setup-error";
import { createKeyFile, keyFileOf, readKeyFile } from "#operations/keys/encryption-key";
import { fitOf } from "#operations/keys/fit";
import type { Config } from "./config.ts";
import { maskUrl } from "./log/mask.ts";

/**
 * Returns the keys of the installation: the configured ones, otherwise those of the key file, which a new installation
 * gets. Processes that start at once use the same.
 * @throws SetupError when the file is missing although something is sealed, or when the key is another one; Error naming
 * the file when it cannot be read, contains no key, or is accessible to other users
 */
export async function loadKeys(config: Config, store: Store): Promise<KeyRing> {
	const path = keyFileOf(config.dataDir);
	const found = config.encryptionKeys ?? (await readKeyFile(path));
	const database = maskUrl(config.databaseUrl);
	if (found === null) {
		// With any key it shows whether there is something to open.
		if ((await fitOf(store, openVault([new Uint8Array(32)]))) !== "unused") throw keyMissing(path, database);
		await createKeyFile(path);
		return (await readKeyFile(path)) ?? failToCreate(path);
	}
	if ((await fitOf(store, openVault(found))) === "foreign")
		throw keyForeign(config.encryptionKeys ? "ENCRYPTION_KEY" : path, database);
	return found;
}

const keyMissing = (path: string, database: string) =>
	new SetupError(
		`the encryption key ${path} is missing, and the database ${database} cannot be used without it: restore it from the backup, or set ENCRYPTION_KEY; if it is permanently lost, see "parley keys reset --help".`,
	);

const keyForeign = (source: string, database: string) =>
	new SetupError(
		`${source} is not the encryption key of the database ${database}: restore the right one from the backup; if it is permanently lost, see "parley keys reset --help".`,
	);

function failToCreate(path: string): never {
	throw new Error(`${path} was removed while it was being created`);
}
