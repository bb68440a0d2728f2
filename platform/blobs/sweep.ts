import type { ReadHandle } from "#db/store";
import { type Clock, DAY_MS } from "#kernel/clock";
import type { Jobs } from "#platform/jobs";
import type { FoundObject, ObjectName, ObjectStore } from "./objects.ts";
import { blobsRepository as repository } from "./repository.ts";

/** Queue of the daily sweep. */
const SWEEP = "blobs.sweep";

/** Age from which an object without a row is nobody's: its transaction follows it within seconds. */
const ORPHAN_MS = DAY_MS;
/** Age from which a draft is nobody's: uploads end earlier. */
const DRAFT_MS = 7 * DAY_MS;
/** Objects that are looked up at once. */
const PAGE = 200;

/** What is in the store and nobody needs. */
export interface Stray extends ObjectName {
	readonly isDraft: boolean;
}

/**
 * Finds what the store has and the ledger does not know: left by a process that was killed before its transaction, or
 * by a purge that was interrupted.
 * @param nowMs by the clock of the store
 */
export async function* findStrays(objects: ObjectStore, store: ReadHandle, nowMs: number): AsyncGenerator<Stray> {
	/** The tenant of the last page, and whether it is one of this installation. */
	let tenant = { orgId: "", isOurs: false };
	for await (const page of pagesOf(objects.list())) {
		const { orgId } = page[0];
		if (orgId !== tenant.orgId) tenant = { orgId, isOurs: await repository.isTenant(store, orgId) };
		// Somebody else's bucket, or the wrong database: what nobody here knows is not ours to remove.
		if (!tenant.isOurs) continue;
		const old = page.filter(({ isDraft, changedAtMs }) => changedAtMs < nowMs - (isDraft ? DRAFT_MS : ORPHAN_MS));
		const keys = old.filter(({ isDraft }) => !isDraft).map(({ storageKey }) => storageKey);
		const known = keys.length === 0 ? new Set() : await repository.known(store, orgId, keys);
		yield* old.filter(({ isDraft, storageKey }) => isDraft || !known.has(storageKey));
	}
}

/** Removes what {@link findStrays} finds. `nowMs`: the time that has come for certain, by the clock of the store. */
export async function sweep(
	objects: ObjectStore,
	store: ReadHandle,
	{ nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<void> {
	for await (const stray of findStrays(objects, store, nowMs)) {
		signal.throwIfAborted();
		await (stray.isDraft ? objects.removeDraft(stray) : objects.remove(stray));
	}
}

/** Sweeps once a day. */
export const scheduleSweep = (objects: ObjectStore, store: ReadHandle, jobs: Jobs, settledClock: Clock): void =>
	jobs.every(SWEEP, DAY_MS, ({ signal }) => sweep(objects, store, { nowMs: settledClock.nowMs(), signal }));

/** Cuts what is found into pages, each of one tenant. */
async function* pagesOf(found: AsyncIterable<FoundObject>): AsyncGenerator<readonly [FoundObject, ...FoundObject[]]> {
	let page: [FoundObject, ...FoundObject[]] | undefined;
	for await (const object of found) {
		if (page && (page.length === PAGE || page[0].orgId !== object.orgId)) {
			yield page;
			page = undefined;
		}
		if (page) page.push(object);
		else page = [object];
	}
	if (page) yield page;
}
