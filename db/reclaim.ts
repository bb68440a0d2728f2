import { type Store, StoreFailedError } from "./store.ts";

/**
 * Removes what was deleted from the files, see `Store.reclaim`; false: not now, because another program reads them, which
 * the store reports. @throws StoreFailedError
 */
export async function tryReclaim(store: Store): Promise<boolean> {
	try {
		await store.reclaim();
		return true;
	} catch (error) {
		if (error instanceof StoreFailedError) throw error;
		return false;
	}
}
