import type { Store } from "#db/store";
import { listStoredObjects, type ObjectStore, type StoredObjectRow } from "#platform/blobs";
import { cutIntoParts, PART_BYTES, readParts, type Written, writeGently, writeParts } from "./parts.ts";
import type { BackupPlace } from "./place.ts";
import { type BackupSeal, DamagedBackupError, SEAL_OVERHEAD } from "./seal.ts";

/** Objects that are copied at once: more would only make the writes of the server wait longer for the disk. */
const CONCURRENCY = 2;
/** Objects that are looked up at once. */
const PAGE = 500;

/** A place and the key of what is in it. */
export interface Sealed {
	readonly place: BackupPlace;
	readonly seal: BackupSeal;
}

/** What a backup has of the stored objects. */
export interface CopiedObjects {
	readonly count: number;
	readonly bytes: number;
	/** Those that were not in the place yet. */
	readonly newCount: number;
	readonly newBytes: number;
	/** Objects that the ledger has and the store has not, as `<organization>/<key>`. */
	readonly missing: readonly string[];
	readonly list: Written;
}

const folderOf = ({ keyId }: BackupSeal, orgId: string): string => `objects/${keyId}/${orgId}`;
const partPath = (seal: BackupSeal, { orgId, storageKey }: StoredObjectRow, part: number): string =>
	`${folderOf(seal, orgId)}/${storageKey}.${part}`;
const partsOf = ({ bytes }: StoredObjectRow): number => Math.ceil(bytes / PART_BYTES);
const sizeOfPart = ({ bytes }: StoredObjectRow, part: number): number =>
	Math.min(PART_BYTES, bytes - part * PART_BYTES) + SEAL_OVERHEAD;

/**
 * Copies every stored object that a place does not have yet: contents never change, so what is there with the right size
 * is not read again.
 * @param onProgress gets the bytes of objects so far
 */
export async function copyObjects(
	{ place, seal }: Sealed,
	{ objects, store }: { readonly objects: ObjectStore; readonly store: Store },
	listPath: (part: number) => string,
	onProgress: (bytes: number) => void = () => undefined,
): Promise<CopiedObjects> {
	let [count, bytes, newCount, newBytes] = [0, 0, 0, 0];
	const missing: string[] = [];
	let there = { orgId: "", sizes: new Map<string, number>() };

	async function copyUnlessThere(row: StoredObjectRow, sizes: ReadonlyMap<string, number>): Promise<boolean> {
		const isThere = Array.from({ length: partsOf(row) }).every(
			(_, part) => sizes.get(partPath(seal, row, part)) === sizeOfPart(row, part),
		);
		if (isThere) return true;
		if ((await objects.sizeOf(row)) !== row.bytes) return false;
		let part = 0;
		for await (const content of cutIntoParts(objects.read(row, { start: 0, end: row.bytes }, 1))) {
			const path = partPath(seal, row, part++);
			await writeGently(place, path, seal.seal(path, content));
		}
		newCount++;
		newBytes += row.bytes;
		return true;
	}

	/** Copies objects of an organization; returns their lines in the list. */
	async function copyGroup(group: Group): Promise<string> {
		const [{ orgId }] = group;
		if (there.orgId !== orgId) there = { orgId, sizes: await sizesIn(place, folderOf(seal, orgId)) };
		const { sizes } = there;
		const done = await inParallel(group, (row) => copyUnlessThere(row, sizes));
		missing.push(...group.filter((_, index) => !done[index]).map((row) => `${row.orgId}/${row.storageKey}`));
		const copied = group.filter((_, index) => done[index]);
		count += copied.length;
		bytes += copied.reduce((sum, row) => sum + row.bytes, 0);
		onProgress(bytes);
		return copied.map((row) => `${row.orgId} ${row.storageKey} ${row.bytes}\n`).join("");
	}

	async function* copied(): AsyncGenerator<Uint8Array> {
		for await (const page of listStoredObjects(store, PAGE))
			for (const group of groupsOf(page)) yield Buffer.from(await copyGroup(group));
	}

	const list = await writeParts({ place, seal }, listPath, copied());
	return { count, bytes, newCount, newBytes, missing, list };
}

type Group = readonly [StoredObjectRow, ...StoredObjectRow[]];

/** Splits rows in the order of their organizations into groups of one each. */
function groupsOf(rows: readonly StoredObjectRow[]): Group[] {
	const groups: [StoredObjectRow, ...StoredObjectRow[]][] = [];
	for (const row of rows) {
		const last = groups.at(-1);
		if (last?.[0].orgId === row.orgId) last.push(row);
		else groups.push([row]);
	}
	return groups;
}

async function sizesIn(place: BackupPlace, folder: string): Promise<Map<string, number>> {
	const sizes = new Map<string, number>();
	for await (const { path, bytes } of place.list(folder)) sizes.set(path, bytes);
	return sizes;
}

/** Works on items, some at once; returns the results in their order. */
async function inParallel<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
	const results: Result[] = [];
	const rest = items.entries();
	const workers = Array.from({ length: CONCURRENCY }, async () => {
		for (const [index, item] of rest) results[index] = await work(item);
	});
	await Promise.all(workers);
	return results;
}

/** Reads which objects a backup has. @throws DamagedBackupError */
export async function* listedObjects(
	sealed: Sealed,
	listPath: (part: number) => string,
	parts: number,
): AsyncGenerator<StoredObjectRow> {
	const decoder = new TextDecoder();
	let rest = "";
	for await (const bytes of readParts(sealed, listPath, { parts })) {
		const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			const [orgId = "", storageKey = "", size = ""] = line.split(" ");
			yield { orgId, storageKey, bytes: Number(size) };
		}
	}
}

/** Returns the paths of the files of an object. */
export const objectPaths = (seal: BackupSeal, row: StoredObjectRow): string[] =>
	Array.from({ length: partsOf(row) }, (_, part) => partPath(seal, row, part));

/** Reads an object of a backup. @throws DamagedBackupError before a byte that was altered, or when one is missing */
export async function* readObject({ place, seal }: Sealed, row: StoredObjectRow): AsyncGenerator<Uint8Array> {
	for (const [part, path] of objectPaths(seal, row).entries()) {
		const sealed = await place.read(path);
		if (sealed === undefined) throw new DamagedBackupError(`${path} is missing`);
		const content = seal.open(path, sealed);
		if (sealed.length !== sizeOfPart(row, part)) throw new DamagedBackupError(`${path} has another size`);
		yield content;
	}
}
