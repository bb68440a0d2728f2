import type { Store } from "#db/store";
import type { Vault } from "#kernel/secrets";
import { areSigningKeysOpened } from "#modules/identity/tokens";
import { opensWith, readInstallation } from "#platform/installation";

/** What a key is to a database: it opens what is sealed there, does not, or nothing is sealed yet. */
export type KeyFit = "fits" | "foreign" | "unused";

/** Returns what keys are to a database. */
export async function fitOf(store: Store, vault: Vault): Promise<KeyFit> {
	const installation = await readInstallation(store.db);
	if (installation) return opensWith(vault, installation) ? "fits" : "foreign";
	// A database from before there was a record of its key.
	const opened = await areSigningKeysOpened(store, vault);
	return opened === null ? "unused" : opened ? "fits" : "foreign";
}
