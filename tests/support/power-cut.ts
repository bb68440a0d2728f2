import { spawnSync } from "node:child_process";
import { closeSync, constants, existsSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { DiskRecord } from "./faulty-disk.ts";

/** A power cut of a disk that was recorded. */
export interface PowerCut {
	/** Folder that the records are about. */
	readonly recorded: string;
	/** Copy of it, as it was before the first record. All of that counts as synced. */
	readonly before: string;
	/** What was recorded up to the cut. */
	readonly records: readonly DiskRecord[];
	/** Folder that becomes what is found after the cut; replaced if it exists. May be `recorded`. */
	readonly into: string;
	/** Returns numbers from 0 to below 1, the same for the same cut. */
	readonly random: () => number;
}

/** A disk writes sectors whole, and what is larger in parts. */
const SECTOR_BYTES = 512;

type Change = Extract<DiskRecord, { kind: "write" | "truncate" }>;

/** What was done to the content of a file, in order. */
interface Content {
	readonly changes: { readonly change: Change; isSynced: boolean }[];
	/** Number of changes made before a sync began, by the number of the sync. */
	readonly before: Map<number, number>;
	/** Number of changes that no later sync brings to the disk, because one failed: the system calls them clean. */
	abandoned: number;
}

/** What was done to a name; `to` is that of a rename. */
interface Naming {
	readonly kind: "create" | "unlink" | "rename";
	readonly path: string;
	readonly to: string;
	readonly content: Content;
	isSynced: boolean;
}

/** What was done to a folder. */
interface History {
	/** Contents by the names that they had before the first record. */
	readonly initial: ReadonlyMap<string, Content>;
	readonly namings: readonly Naming[];
}

/**
 * Makes what a power cut leaves of a folder: everything that a sync covered, and of the rest whatever comes. Names are
 * as they were at one moment, not before the last of them that was synced, since file systems keep a journal of them. Of
 * writes that no sync covered there is any part, whatever was written later.
 */
export function replayPowerCut({ recorded, before, records, into, random }: PowerCut): void {
	rmSync(into, { recursive: true, force: true });
	const copied = spawnSync("cp", ["-a", before, into]);
	if (copied.status !== 0) throw new Error(`cp: ${copied.stderr}`);
	const on = (folder: string, path: string) => join(folder, relative(recorded, path));
	const { initial, namings } = read(records, (path) => existsSync(on(before, path)));

	const synced = namings.findLastIndex(({ isSynced }) => isSynced) + 1;
	const kept = synced + Math.floor(random() * (namings.length - synced + 1));
	const names = new Map(initial);
	for (const { kind, path, to, content } of namings.slice(0, kept)) {
		names.delete(path);
		if (kind === "create") names.set(path, content);
		else if (kind === "unlink") rmSync(on(into, path), { force: true });
		else if (names.set(to, content)) renameOrMake(on(into, path), on(into, to));
	}
	// From nothing to everything of what was not synced.
	const share = random() * 1.4 - 0.2;
	for (const [path, content] of names) apply(content, on(into, path), () => random() < share);
}

/** Renames a file, which is not there yet when all of its content is still to be written. */
function renameOrMake(from: string, to: string): void {
	if (existsSync(from)) renameSync(from, to);
	else rmSync(to, { force: true });
}

/** Makes the changes of a file that were synced, and parts of the others. */
function apply({ changes }: Content, path: string, isKept: () => boolean): void {
	const file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
	for (const { change, isSynced } of changes) {
		if (change.kind === "truncate") {
			if (isSynced || isKept()) ftruncateSync(file, change.length);
		} else if (isSynced) writeSync(file, change.data, 0, change.data.length, change.offset);
		else {
			for (let from = 0; from < change.data.length; ) {
				const length = SECTOR_BYTES - ((change.offset + from) % SECTOR_BYTES);
				const to = Math.min(change.data.length, from + length);
				if (isKept()) writeSync(file, change.data, from, to - from, change.offset + from);
				from = to;
			}
		}
	}
	closeSync(file);
}

/** Reads what was done to contents and names, and which of it the syncs covered. */
function read(records: readonly DiskRecord[], wasThere: (path: string) => boolean): History {
	const initial = new Map<string, Content>();
	const namings: Naming[] = [];
	/** Contents by their present names; null for a name that is gone. */
	const now = new Map<string, Content | null>();
	/** Number of namings before a sync began, by its number. */
	const namedBefore = new Map<number, number>();

	function contentAt(path: string): Content {
		const known = now.get(path);
		if (known) return known;
		const content: Content = { changes: [], before: new Map(), abandoned: 0 };
		if (known === undefined && wasThere(path)) initial.set(path, content);
		else name("create", path, path, content);
		now.set(path, content);
		return content;
	}
	function name(kind: Naming["kind"], path: string, to: string, content: Content): void {
		namings.push({ kind, path, to, content, isSynced: false });
	}
	/** A sync of a file covers its content, and its name if it is new; that of a folder the names in it. */
	function settle(path: string, number: number): void {
		const content = now.get(path);
		const count = content?.before.get(number) ?? 0;
		for (const change of content?.changes.slice(content.abandoned, count) ?? []) change.isSynced = true;
		for (const naming of namings.slice(0, namedBefore.get(number) ?? 0))
			if ([dirname(naming.path), dirname(naming.to)].includes(path) || naming.content === content)
				naming.isSynced = true;
	}

	for (const record of records) {
		const { path } = record;
		if (path.endsWith(" (deleted)")) continue;
		if (record.kind === "write" || record.kind === "truncate")
			contentAt(path).changes.push({ change: record, isSynced: false });
		else if (record.kind === "unlink" || record.kind === "rename") {
			const to = record.kind === "rename" ? record.to : path;
			const content = contentAt(path);
			name(record.kind, path, to, content);
			now.set(path, null);
			if (record.kind === "rename") now.set(to, content);
		} else if (record.kind === "sync") {
			now.get(path)?.before.set(record.number, now.get(path)?.changes.length ?? 0);
			namedBefore.set(record.number, namings.length);
		} else if (record.kind === "synced" && !record.failed) settle(path, record.number);
		else if (record.kind === "synced") {
			const content = now.get(path);
			if (content) content.abandoned = Math.max(content.abandoned, content.before.get(record.number) ?? 0);
		}
	}
	return { initial, namings };
}
