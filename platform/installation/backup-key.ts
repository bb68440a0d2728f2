import { randomBytes } from "node:crypto";
import type { Db, ReadDb, Store } from "#db/store";
import { KEY_BYTES, type Vault } from "#kernel/secrets";
import { lockServiceState, putServiceState, readServiceState } from "#platform/service-state";

const KEY = "backup.key";
const AAD = "service_state|backup.key|sealed";

interface Stored {
	readonly sealed: string | null;
}

const sealedIn = (value: unknown): string | null => (value as Stored | undefined)?.sealed ?? null;
const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

async function read(db: ReadDb, vault: Vault): Promise<Uint8Array | null> {
	const sealed = sealedIn(await readServiceState(db, KEY));
	return sealed === null ? null : toBytes(vault.open(sealed, AAD));
}

/**
 * Returns the key that the files of this installation's backups are sealed with, which is made for the first one. It stays
 * when the encryption key is replaced, so that later backups can share what earlier ones contain.
 */
export async function ensureBackupKey(store: Store, vault: Vault, nowMs: number): Promise<Uint8Array> {
	const known = await read(store.db, vault);
	if (known) return known;
	return store.writing("backup.key").tx(async (tx) => {
		// Of processes that start at once, one wins.
		const sealed = sealedIn(await lockServiceState(tx, KEY));
		if (sealed !== null) return toBytes(vault.open(sealed, AAD));
		const made = randomBytes(KEY_BYTES);
		await putServiceState(tx, KEY, { sealed: vault.seal(made.toString("base64"), AAD) } satisfies Stored, nowMs);
		return new Uint8Array(made);
	});
}

/**
 * Seals the backup key with the first key of a vault; one that no key opens is forgotten, so that the next backup starts
 * anew.
 */
export async function resealBackupKey(tx: Db, vault: Vault, nowMs: number): Promise<void> {
	const sealed = sealedIn(await lockServiceState(tx, KEY));
	if (sealed === null || vault.isCurrent(sealed)) return;
	const anew = reseal(vault, sealed);
	await putServiceState(tx, KEY, { sealed: anew } satisfies Stored, nowMs);
}

function reseal(vault: Vault, sealed: string): string | null {
	try {
		return vault.seal(vault.open(sealed, AAD), AAD);
	} catch {
		return null;
	}
}
