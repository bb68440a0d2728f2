import type { Db, ReadDb, Store } from "#db/store";
import type { NewId } from "#kernel/ids";
import { lockServiceState, putServiceState, readServiceState } from "#platform/service-state";
import type { ObjectName, ObjectStore } from "./objects.ts";
import { blobsRepository as repository } from "./repository.ts";

/** Key of the {@link Marker} in the state of the service. */
const KEY = "blobs.marker";
/** Row that serves as its lock: it may not exist yet. */
const LOCK = "blobs.marker.lock";
/** In place of an organization. None is called that, so neither the sweep nor an erasure touches a marker. */
const OWNER = "ins_marker";
const TEXT =
	"This object marks the store of an installation of Parley: its database names it. A server that does not find it refuses to work.\n";
/** Objects of the ledger of which one must be in a store before it is taken for the installation's. */
const SAMPLE = 20;

/** The object by which an installation recognizes its store of objects. */
interface Marker {
	readonly storageKey: string;
}

/** What a store of objects is to an installation. */
export type Ownership =
	| "own"
	/** It lacks the marker: other servers store elsewhere, or its folder is not mounted. */
	| "other"
	/** There is no marker yet, and the store has none of the objects of the ledger. */
	| "empty";

interface MarkerDeps {
	readonly store: Store;
	readonly objects: ObjectStore;
	readonly newId: NewId;
	readonly nowMs: number;
}

const nameOf = ({ storageKey }: Marker): ObjectName => ({ orgId: OWNER, storageKey });

const read = async (db: ReadDb): Promise<Marker | undefined> => (await readServiceState(db, KEY)) as Marker | undefined;

const isIn = async (objects: ObjectStore, name: ObjectName): Promise<boolean> =>
	(await objects.sizeOf(name)) !== undefined;

async function place({ objects, newId }: Pick<MarkerDeps, "objects" | "newId">): Promise<Marker> {
	const marker = { storageKey: newId("obj") };
	const draft = await objects.create(nameOf(marker));
	try {
		await draft.write(Buffer.from(TEXT));
		await draft.checkpoint("");
		await draft.complete();
	} finally {
		await draft.close();
	}
	await objects.removeDraft(nameOf(marker));
	return marker;
}

/** Whether a store can be the one that the objects of the ledger are in; of a new installation, any. */
async function hasContent({ store, objects }: Pick<MarkerDeps, "store" | "objects">): Promise<boolean> {
	const rows = await repository.list(store.acrossTenants, { orgId: "", id: "" }, SAMPLE);
	for (const row of rows) if (await isIn(objects, row)) return true;
	return rows.length === 0;
}

/**
 * Returns what a store is to the installation, and changes nothing.
 * @throws the errors of store and database
 */
export async function ownershipOf({ store, objects }: Pick<MarkerDeps, "store" | "objects">): Promise<Ownership> {
	const marker = await read(store.db);
	if (marker !== undefined) return byMarker(objects, marker);
	return (await hasContent({ store, objects })) ? "own" : "empty";
}

const byMarker = async (objects: ObjectStore, marker: Marker): Promise<Ownership> =>
	(await isIn(objects, nameOf(marker))) ? "own" : "other";

/**
 * Returns what a store is to the installation, and marks it if no store is marked yet. Of servers that start at once with
 * different stores, the first to be recorded wins.
 * @throws the errors of store and database
 */
export async function claimObjects(deps: MarkerDeps): Promise<Ownership> {
	const { store, objects, nowMs } = deps;
	const known = await read(store.db);
	if (known !== undefined) return byMarker(objects, known);
	if (!(await hasContent(deps))) return "empty";
	// Before it is recorded: a server must never find a record without its object.
	const marker = await place(deps);
	const recorded = await store.writing("blobs.mark").tx(async (tx) => {
		await putServiceState(tx, LOCK, {}, nowMs);
		const first = (await lockServiceState(tx, KEY)) as Marker | undefined;
		if (first === undefined) await record(tx, marker, nowMs);
		return first ?? marker;
	});
	if (recorded.storageKey !== marker.storageKey) await objects.remove(nameOf(marker));
	return byMarker(objects, recorded);
}

/** Makes a store that of the installation, whatever it contains: after a restore, or when an operator says so. */
export async function adoptObjects(deps: MarkerDeps): Promise<void> {
	const marker = await place(deps);
	await deps.store.writing("blobs.mark").tx(async (tx) => {
		await putServiceState(tx, LOCK, {}, deps.nowMs);
		await record(tx, marker, deps.nowMs);
	});
}

const record = (tx: Db, { storageKey }: Marker, nowMs: number): Promise<void> =>
	putServiceState(tx, KEY, { storageKey } satisfies Marker, nowMs);
