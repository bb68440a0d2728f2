import { randomBytes } from "node:crypto";
import { KEY_BYTES, type Vault } from "#kernel/secrets";
import { CHUNK_BYTES } from "./chunks.ts";
import type { ObjectName } from "./objects.ts";
import type { StoredObject } from "./ports.ts";

/** See {@link createObjectKeys}. */
export type ObjectKeys = ReturnType<typeof createObjectKeys>;

/**
 * Creates the keys of objects: each has its own, sealed by the instance's key for this object of this tenant, so that an
 * object cannot be passed off as another.
 * @param isEncrypting whether new objects are encrypted; those that are stay readable
 */
export function createObjectKeys(vault: Vault, isEncrypting: boolean) {
	const placeOf = ({ orgId, storageKey }: ObjectName) => `blobs|sealed_key|${storageKey}|${orgId}`;
	const chunkBytes = (key: Uint8Array | string | null): number => (key === null ? 0 : CHUNK_BYTES);
	return {
		chunkBytes,

		/** Makes the key of a new object; null: it is stored as it is. */
		make(name: ObjectName): { readonly key: Uint8Array | null; readonly sealedKey: string | null } {
			if (!isEncrypting) return { key: null, sealedKey: null };
			const key = randomBytes(KEY_BYTES);
			return { key, sealedKey: vault.seal(key.toString("base64"), placeOf(name)) };
		},

		/** Opens the key of an object. @throws Error when it is of another object or tenant */
		open: (name: ObjectName, sealedKey: string | null): Uint8Array | null =>
			sealedKey === null ? null : Buffer.from(vault.open(sealedKey, placeOf(name)), "base64"),

		/** Returns an object that is complete. */
		describe: (
			{ orgId, storageKey }: ObjectName,
			content: Pick<StoredObject, "sha256" | "sizeBytes" | "sealedKey">,
		): StoredObject => ({ orgId, storageKey, ...content, chunkBytes: chunkBytes(content.sealedKey) }) as StoredObject,
	};
}
