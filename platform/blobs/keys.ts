import { randomBytes } from "node:crypto";
import { AppError } from "#kernel/errors";
import { KEY_BYTES, type Vault } from "#kernel/secrets";
import { CHUNK_BYTES } from "./chunks.ts";
import type { ObjectName } from "./objects.ts";
import type { StoredObject } from "./ports.ts";

/** The key of an object whose key was lost together with that of the installation. */
export const LOST_KEY = "lost";

/** Returns the associated data that binds the key of an object to it. */
export const objectKeyAad = ({ orgId, storageKey }: ObjectName): string => `blobs|sealed_key|${storageKey}|${orgId}`;

export type ObjectKeys = ReturnType<typeof createObjectKeys>;

/**
 * Creates the keys of objects: each has its own, sealed by the instance's key for this object of this tenant, so that an
 * object cannot be passed off as another.
 * @param isEncrypting whether new objects are encrypted; those that are stay readable
 */
export function createObjectKeys(vault: Vault, isEncrypting: boolean) {
	const chunkBytes = (key: Uint8Array | string | null): number => (key === null ? 0 : CHUNK_BYTES);
	return {
		chunkBytes,

		/** Makes the key of a new object; null: it is stored as it is. */
		make(name: ObjectName): { readonly key: Uint8Array | null; readonly sealedKey: string | null } {
			if (!isEncrypting) return { key: null, sealedKey: null };
			const key = randomBytes(KEY_BYTES);
			return { key, sealedKey: vault.seal(key.toString("base64"), objectKeyAad(name)) };
		},

		/** Opens the key of an object. @throws `not_found` when it was lost, Error when it is of another object or tenant */
		open(name: ObjectName, sealedKey: string | null): Uint8Array | null {
			if (sealedKey === LOST_KEY)
				throw new AppError("not_found", "The content was lost with the encryption key of the installation.");
			return sealedKey === null ? null : Buffer.from(vault.open(sealedKey, objectKeyAad(name)), "base64");
		},

		/** Returns an object that is complete. */
		describe: (
			{ orgId, storageKey }: ObjectName,
			content: Pick<StoredObject, "sha256" | "sizeBytes" | "sealedKey">,
		): StoredObject => ({ orgId, storageKey, ...content, chunkBytes: chunkBytes(content.sealedKey) }) as StoredObject,
	};
}
