import { randomBytes } from "node:crypto";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { REMOVAL_KINDS } from "#db/schema";
import { chownLikeFolder } from "#kernel/chown";
import type { NewRemoval } from "#platform/removals";

/** A removal in the journal. */
const Entry = Type.Object({
	orgId: Type.Union([Type.String(), Type.Null()]),
	kind: Type.Union(REMOVAL_KINDS.map((kind) => Type.Literal(kind))),
	subjectId: Type.String(),
	atMs: Type.Integer(),
});
type Entry = Static<typeof Entry>;

/** First line of a journal: whose it is. One that was begun by an earlier version has none. */
const Owner = Type.Object({ installationId: Type.String() });

/** Bytes at the beginning of a journal that contain its first two lines. */
const HEAD_BYTES = 1_024;

const fileOf = (dataDir: string): string => join(dataDir, "removals.jsonl");

/** Writes removals as lines of a journal. */
export const linesOf = (removed: readonly NewRemoval[]): string =>
	removed
		.map(({ orgId, kind, subjectId, atMs }) => `${JSON.stringify({ orgId, kind, subjectId, atMs } satisfies Entry)}\n`)
		.join("");

/** Reads the removals in a text of lines, without one that was cut off when its process was killed. */
export const removalsIn = (text: string): NewRemoval[] =>
	text.split("\n").flatMap((line) => {
		const entry = parseLine(line);
		return Value.Check(Entry, entry) ? [entry] : [];
	});

function parseLine(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

/** Leaves the last removal of everything that was removed more than once, in the order of their times. */
export function lastOf(removed: readonly NewRemoval[]): NewRemoval[] {
	const sorted = removed.toSorted((a, b) => a.atMs - b.atMs);
	const last = new Map(sorted.map((each) => [`${each.kind} ${each.orgId} ${each.subjectId}`, each]));
	return [...last.values()].toSorted((a, b) => a.atMs - b.atMs);
}

/** The journal in a data directory. */
interface JournalFile {
	/** Whose it is; null: it does not say so, or there is none. */
	readonly installationId: string | null;
	readonly removed: readonly NewRemoval[];
}

/** Reads the journal in a data directory. */
export async function readJournalFile(dataDir: string): Promise<JournalFile> {
	const text = await readFile(fileOf(dataDir), "utf8").catch(() => "");
	return { installationId: ownerOf(text), removed: removalsIn(text) };
}

function ownerOf(text: string): string | null {
	const owner = parseLine(text.split("\n", 1)[0] ?? "");
	return Value.Check(Owner, owner) ? owner.installationId : null;
}

/** Adds removals to the journal in a data directory, durably; that of another installation is put apart first. */
export async function appendToJournalFile(
	dataDir: string,
	installationId: string,
	removed: readonly NewRemoval[],
): Promise<void> {
	const owner = ownerOf(await headOf(dataDir));
	if (owner !== null && owner !== installationId) await putJournalApart(dataDir);
	const file = await open(fileOf(dataDir), "a+", 0o600);
	try {
		chownLikeFolder(fileOf(dataDir));
		await file.writeFile((await beginningOf(file, installationId)) + linesOf(removed));
		await file.datasync();
	} finally {
		await file.close();
	}
}

/** Returns what is to be written before the next line: whose the journal is, or the end of a line that was cut off. */
async function beginningOf(file: FileHandle, installationId: string): Promise<string> {
	const { size } = await file.stat();
	if (size === 0) return `${JSON.stringify({ installationId })}\n`;
	const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
	return buffer.toString() === "\n" ? "" : "\n";
}

async function headOf(dataDir: string): Promise<string> {
	const file = await open(fileOf(dataDir), "r").catch(() => null);
	if (file === null) return "";
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
		return buffer.toString("utf8", 0, bytesRead);
	} finally {
		await file.close();
	}
}

/** Returns when the first removal in the journal took effect, Unix ms; null when there is none. */
export const beginOfJournalFile = async (dataDir: string): Promise<number | null> =>
	removalsIn(await headOf(dataDir))[0]?.atMs ?? null;

/** Removes from the journal what took effect before a time, Unix ms, and earlier removals of the same. Killed, it does nothing. */
export async function shortenJournalFile(dataDir: string, installationId: string, sinceMs: number): Promise<void> {
	const { removed } = await readJournalFile(dataDir);
	const kept = lastOf(removed).filter(({ atMs }) => atMs >= sinceMs);
	const draft = `${fileOf(dataDir)}.${randomBytes(6).toString("hex")}`;
	try {
		const file = await open(draft, "wx", 0o600);
		try {
			chownLikeFolder(draft);
			await file.writeFile(`${JSON.stringify({ installationId })}\n${linesOf(kept)}`);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(draft, fileOf(dataDir));
	} finally {
		await rm(draft, { force: true });
	}
}

/** Puts the journal of another installation apart, if there is one. */
export async function putJournalApart(dataDir: string): Promise<void> {
	const path = fileOf(dataDir);
	await rename(path, `${path}.replaced-${new Date().toISOString().replace(/[:.]/g, "")}`).catch((error: unknown) => {
		if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
	});
}
