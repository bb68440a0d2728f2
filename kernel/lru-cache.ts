import { LRUCache } from "lru-cache";

/**
 * Creates a cache that drops the least recently used entry when it is full. It takes memory as it grows: given `max` alone, the
 * library would allocate room for every entry at once, which an idle installation pays for.
 * @param maxEntries maximum number of entries
 * @param dispose called for every entry that is removed, for any reason
 */
export const createLruCache = <Value extends object | boolean>(
	maxEntries: number,
	dispose?: (value: Value, key: string) => void,
): LRUCache<string, Value> =>
	new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1, ...(dispose && { dispose }) });
