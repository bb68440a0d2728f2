import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { dialect } from "#db/dialect";
import { REMOVAL_KINDS } from "#db/schema";
import { pathOf } from "#db/sqlite/connection";
import type { Store } from "#db/store";
import { readInstallation } from "#platform/installation";
import { listRemovals, type NewRemoval } from "#platform/removals";
import type { Config } from "../config.ts";
import { openDatabase } from "../open.ts";
import { OVERLAP_MS } from "./after-restore.ts";
import type { Sealed } from "./objects.ts";
import type { OpenBackup } from "./open.ts";

/** A removal in the journal. */
const Entry = Type.Object({
	orgId: Type.Union([Type.String(), Type.Null()]),
	kind: Type.Union(REMOVAL_KINDS.map((kind) => Type.Literal(kind))),
	subjectId: Type.String(),
	atMs: Type.Integer(),
});
type Entry = Static<typeof Entry>;

/** Removals that are read at once. */
const PAGE = 500;

const fileOf = (dataDir: string): string => join(dataDir, "removals.jsonl");
const folderOf = ({ seal }: Sealed): string => `removals/${seal.keyId}`;
const linesOf = (removed: readonly NewRemoval[]): string =>
	removed
		.map(({ orgId, kind, subjectId, atMs }) => `${JSON.stringify({ orgId, kind, subjectId, atMs } satisfies Entry)}\n`)
		.join("");

/** Writes removals where they survive the database: into the data directory, and beside the backups. */
export async function writeJournal(
	dataDir: string,
	sealed: Sealed | null,
	removed: readonly [NewRemoval, ...NewRemoval[]],
): Promise<void> {
	const text = linesOf(removed);
	const file = await open(fileOf(dataDir), "a", 0o600);
	try {
		await file.writeFile(text);
		await file.datasync();
	} finally {
		await file.close();
	}
	if (sealed === null) return;
	const newestMs = Math.max(...removed.map(({ atMs }) => atMs));
	const path = `${folderOf(sealed)}/${newestMs}-${randomBytes(4).toString("hex")}`;
	await sealed.place.write(path, sealed.seal.seal(path, Buffer.from(text)));
	await sealed.place.settle();
}

/** What is known of removals since a backup. */
export interface KnownRemovals {
	readonly removed: readonly NewRemoval[];
	/** Parts of the journal that could not be read. */
	readonly unreadable: readonly string[];
}

/** Reads what was removed since a point in time, Unix ms, from the journals in the data directory and beside the backups. */
async function readJournal(dataDir: string, sealed: Sealed, sinceMs: number): Promise<KnownRemovals> {
	const unreadable: string[] = [];
	const texts: string[] = [];
	const own = await readFile(fileOf(dataDir), "utf8").catch(() => "");
	texts.push(own);
	for await (const { path } of sealed.place.list(folderOf(sealed))) {
		if (Number.parseInt(path.split("/").at(-1) ?? "", 10) < sinceMs) continue;
		try {
			const content = await sealed.place.read(path);
			if (content) texts.push(Buffer.from(sealed.seal.open(path, content)).toString());
		} catch {
			unreadable.push(path);
		}
	}
	// Most are in both; once is enough.
	const lines = new Set(texts.flatMap((text) => text.split("\n")));
	const removed = [...lines].flatMap(parseEntry).filter(({ atMs }) => atMs >= sinceMs);
	return { removed: removed.toSorted((a, b) => a.atMs - b.atMs), unreadable };
}

/** Returns the entry in a line; none in one that was cut off when its process was killed. */
function parseEntry(line: string): Entry[] {
	try {
		const entry: unknown = JSON.parse(line);
		return Value.Check(Entry, entry) ? [entry] : [];
	} catch {
		return [];
	}
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

/**
 * Returns what was removed since a backup was made, from everything that is left: the database that is about to be
 * replaced, if it is of the same installation and can be read, and both journals.
 */
export async function collectRemovals(config: Config, backup: OpenBackup): Promise<KnownRemovals> {
	const { takenAtMs, installationId } = backup.manifest;
	const sinceMs = takenAtMs - OVERLAP_MS;
	const journal = await readJournal(config.dataDir, backup, sinceMs);
	const found = new Map(journal.removed.map((each) => [linesOf([each]), each]));
	const isThere = dialect === "postgres" || existsSync(pathOf(config.databaseUrl));
	const store = isThere ? await openDatabase(config, { migrate: false }).catch(() => null) : null;
	try {
		if (store !== null && (await readInstallation(store.db))?.id === installationId)
			for (const each of await readRemovals(store, sinceMs)) found.set(linesOf([each]), each);
	} catch {
		// It is damaged, or older than this program; the journals have the same, but for the last minute.
	} finally {
		await store?.close().catch(() => undefined);
	}
	return { ...journal, removed: [...found.values()].toSorted((a, b) => a.atMs - b.atMs) };
}
