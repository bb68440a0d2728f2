import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dialect } from "#db/dialect";
import { pathOf } from "#db/sqlite/connection";
import type { Store } from "#db/store";
import { readInstallation } from "#platform/installation";
import { listRemovals, type NewRemoval } from "#platform/removals";
import { OVERLAP_MS } from "./after-restore.ts";
import type { Installation } from "./installation.ts";
import { appendToJournalFile, lastOf, linesOf, readJournalFile, removalsIn } from "./journal-file.ts";
import type { Sealed } from "./objects.ts";
import type { OpenBackup } from "./open.ts";

/** Removals that are read at once. */
const PAGE = 500;

const folderOf = ({ seal }: Sealed): string => `removals/${seal.keyId}`;

/** Returns when the newest removal in a file of a place took effect, Unix ms. */
export const newestIn = (path: string): number => Number.parseInt(path.split("/").at(-1) ?? "", 10);

/** The journals of an installation. */
export interface Journals {
	readonly dataDir: string;
	readonly installationId: string;
	/** Where its backups lie; null: nowhere. */
	readonly sealed: Sealed | null;
}

/**
 * Writes removals where they survive the database: into the data directory, and beside the backups.
 * @param mayBeKnown whether some may be in the journals already, which are read then
 */
export async function writeJournal(
	{ dataDir, installationId, sealed }: Journals,
	removed: readonly NewRemoval[],
	{ mayBeKnown }: { readonly mayBeKnown: boolean },
): Promise<void> {
	const own = mayBeKnown ? await readJournalFile(dataDir) : null;
	const isOwn = own?.installationId === null || own?.installationId === installationId;
	const added = unknownOf(removed, own && isOwn ? own.removed : []);
	if (added.length > 0) await appendToJournalFile(dataDir, installationId, added);
	if (sealed === null) return;
	const sinceMs = Math.min(...removed.map(({ atMs }) => atMs));
	const placed = unknownOf(removed, mayBeKnown ? (await readPlaced(sealed, sinceMs)).removed : []);
	if (placed.length === 0) return;
	const newestMs = Math.max(...placed.map(({ atMs }) => atMs));
	const path = `${folderOf(sealed)}/${newestMs}-${randomBytes(4).toString("hex")}`;
	await sealed.place.write(path, sealed.seal.seal(path, Buffer.from(linesOf(placed))));
	await sealed.place.settle();
}

function unknownOf(removed: readonly NewRemoval[], known: readonly NewRemoval[]): readonly NewRemoval[] {
	const lines = new Set(known.map((each) => linesOf([each])));
	return removed.filter((each) => !lines.has(linesOf([each])));
}

/** What is known of removals since a backup. */
export interface KnownRemovals {
	readonly removed: readonly NewRemoval[];
	/** Parts of the journal that could not be read. */
	readonly unreadable: readonly string[];
}

/** Reads what was removed since a point in time, Unix ms, from the journal beside the backups. */
async function readPlaced(sealed: Sealed, sinceMs: number): Promise<KnownRemovals> {
	const unreadable: string[] = [];
	const removed: NewRemoval[] = [];
	for await (const { path } of sealed.place.list(folderOf(sealed))) {
		if (newestIn(path) < sinceMs) continue;
		try {
			const content = await sealed.place.read(path);
			if (content) removed.push(...removalsIn(Buffer.from(sealed.seal.open(path, content)).toString()));
		} catch {
			unreadable.push(path);
		}
	}
	return { removed, unreadable };
}

/** Reads what was removed since a point in time from a database that is about to be replaced. */
async function readRemovals(store: Store, sinceMs: number): Promise<NewRemoval[]> {
	const removed: NewRemoval[] = [];
	for (let place = { atMs: sinceMs, id: "" }; ; ) {
		const page = await listRemovals(store.db, place, Number.MAX_SAFE_INTEGER, PAGE);
		removed.push(...page.map(({ id: _id, ...rest }) => rest));
		const last = page.at(-1);
		if (last === undefined || page.length < PAGE) return removed;
		place = { atMs: last.atMs, id: last.id };
	}
}

/** What {@link collectRemovals} has found. */
export interface CollectedRemovals extends KnownRemovals {
	/** Whether the journal in the data directory is that of another installation, which has nothing to do with the backup. */
	readonly isForeign: boolean;
}

/**
 * Returns what was removed since a backup was made, from everything that is left: the database that is about to be
 * replaced, if it is of the same installation and can be read, and both journals. Each thing is there once.
 */
export async function collectRemovals(installation: Installation, backup: OpenBackup): Promise<CollectedRemovals> {
	const { takenAtMs, installationId } = backup.manifest;
	const sinceMs = takenAtMs - OVERLAP_MS;
	const replaced = await readReplaced(installation, installationId, sinceMs);
	const own = await readJournalFile(installation.dataDir);
	const owner = own.installationId ?? replaced.installationId ?? installationId;
	const isForeign = owner !== installationId;
	const placed = await readPlaced(backup, sinceMs);
	const all = [...replaced.removed, ...(isForeign ? [] : own.removed), ...placed.removed];
	return {
		removed: lastOf(all.filter(({ atMs }) => atMs >= sinceMs)),
		unreadable: placed.unreadable,
		isForeign,
	};
}

/** The database that is about to be replaced: whose it is, and what it knows of removals; null and nothing if it cannot be read. */
async function readReplaced(installation: Installation, installationId: string, sinceMs: number) {
	const isThere = dialect === "postgres" || existsSync(pathOf(installation.databaseUrl));
	const store = isThere ? await installation.openDatabase().catch(() => null) : null;
	let found: string | null = null;
	try {
		found = (store && (await readInstallation(store.db))?.id) ?? null;
		if (store !== null && found === installationId)
			return { installationId: found, removed: await readRemovals(store, sinceMs) };
	} catch {
		// It is damaged, or older than this program; the journals have the same, but for the last minute.
	} finally {
		await store?.close().catch(() => undefined);
	}
	return { installationId: found, removed: [] };
}
