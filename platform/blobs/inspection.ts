import type { Store } from "#db/store";
import { storedSize } from "./chunks.ts";
import type { ObjectStore } from "./objects.ts";
import { blobsRepository as repository } from "./repository.ts";
import { findStrays } from "./sweep.ts";

/** Result of {@link inspectBlobs}. */
export interface Inspection {
	/** Number of blobs whose objects were looked at. */
	readonly blobs: number;
	/** Keys of objects that are missing or have another size, as `<organization>/<key>`. */
	readonly damaged: readonly string[];
	/** Number of objects and drafts that nobody needs, as far as they were found in time. */
	readonly strays: number;
	/** Whether there was time for everything. */
	readonly isComplete: boolean;
}

const PAGE = 200;

/**
 * Compares the store of objects with the ledger: both ways, changing nothing.
 * @param forMs time after which it stops
 */
export async function inspectBlobs(objects: ObjectStore, store: Store, forMs: number): Promise<Inspection> {
	const deadline = performance.now() + forMs;
	const isLate = () => performance.now() > deadline;
	const damaged: string[] = [];
	let blobs = 0;
	for (let after = { orgId: "", id: "" }; !isLate(); ) {
		const rows = await repository.list(store.acrossTenants, after, PAGE);
		const sizes = await Promise.all(rows.map((row) => objects.sizeOf(row)));
		for (const [index, { orgId, storageKey, sizeBytes, chunkBytes }] of rows.entries())
			if (sizes[index] !== storedSize(sizeBytes, chunkBytes)) damaged.push(`${orgId}/${storageKey}`);
		blobs += rows.length;
		const last = rows.at(-1);
		if (last === undefined) break;
		after = last;
	}
	let strays = 0;
	for await (const _stray of findStrays(objects, store, Date.now())) {
		strays++;
		if (isLate()) break;
	}
	return { blobs, damaged, strays, isComplete: !isLate() };
}
