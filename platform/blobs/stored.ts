import type { Store } from "#db/store";
import { storedSize } from "./chunks.ts";
import type { ObjectName } from "./objects.ts";
import { blobsRepository as repository } from "./repository.ts";

/** An object that the ledger knows. */
export interface StoredObjectRow extends ObjectName {
	/** Size of the object in the store, which is that of its content and of what encryption adds. */
	readonly bytes: number;
}

/** Yields all objects of the ledger in pages, one organization after the other. */
export async function* listStoredObjects(store: Store, limit: number): AsyncGenerator<readonly StoredObjectRow[]> {
	for (let after = { orgId: "", id: "" }; ; ) {
		const rows = await repository.list(store.acrossTenants, after, limit);
		yield rows.map(({ orgId, storageKey, sizeBytes, chunkBytes }) => ({
			orgId,
			storageKey,
			bytes: storedSize(sizeBytes, chunkBytes),
		}));
		const last = rows.at(-1);
		if (last === undefined || rows.length < limit) return;
		after = last;
	}
}
