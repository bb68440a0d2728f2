import { constants } from "node:fs";
import { type FileHandle, link, mkdir, open, opendir, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { chownLikeFolder } from "#kernel/chown";
import {
	assertObjectName,
	type FoundObject,
	isObjectName,
	type ObjectDraft,
	type ObjectName,
	type ObjectStore,
} from "#platform/blobs";

/** Bytes that are read at once. */
const READ_BYTES = 256 * 1024;
const NO_FILE = new Set(["ENOENT", "ENOTDIR"]);

/** What is stored beside a draft. */
interface Checkpoint {
	/** Bytes of the draft that are durable. */
	readonly sizeBytes: number;
	readonly note: string;
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Returns undefined in place of the error that there is no such file. */
const ifThere = (error: unknown): undefined => {
	if (!NO_FILE.has(codeOf(error))) throw error;
	return undefined;
};

/** Makes the entries of a directory durable. */
async function syncDirectory(path: string): Promise<void> {
	const directory = await open(path, constants.O_RDONLY);
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}

/** Makes a directory and those above, durably. */
async function makeDirectory(path: string): Promise<void> {
	const first = await mkdir(path, { recursive: true, mode: 0o700 });
	if (first === undefined) return;
	const made = [path];
	for (let at = path; at !== first; at = dirname(at)) made.unshift(dirname(at));
	for (const each of made) chownLikeFolder(each);
	for (const each of made.toReversed()) await syncDirectory(dirname(each));
}

/** Writes all of it: a write to a disk that is nearly full may take only some. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
	for (let written = 0; written < bytes.length; ) {
		const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
		written += bytesWritten;
	}
}

/** Reads as many bytes, or as there are. */
async function readUpTo(file: FileHandle, bytes: number, position: number): Promise<Uint8Array> {
	const buffer = new Uint8Array(bytes);
	for (let filled = 0; ; ) {
		const { bytesRead } = await file.read(buffer, filled, bytes - filled, position + filled);
		filled += bytesRead;
		if (bytesRead === 0 || filled === bytes) return buffer.subarray(0, filled);
	}
}

/**
 * Creates a store of objects on a disk: a folder for each tenant, files written beside and renamed into place once they
 * are durable. A draft is the file `<key>.part` and, from its first checkpoint on, `<key>.json`.
 */
export function createDiskObjects(directory: string): ObjectStore {
	const root = resolve(directory);
	const tenantPath = (orgId: string) => join(root, orgId);
	const objectPath = (name: ObjectName) => join(tenantPath(name.orgId), "objects", name.storageKey);
	const draftPath = (name: ObjectName) => join(tenantPath(name.orgId), "drafts", `${name.storageKey}.part`);
	const notePath = (name: ObjectName) => join(tenantPath(name.orgId), "drafts", `${name.storageKey}.json`);

	/** Replaces the checkpoint of a draft. */
	async function saveCheckpoint(name: ObjectName, checkpoint: Checkpoint): Promise<void> {
		const path = notePath(name);
		const next = `${path}.next`;
		const file = await open(next, "w", 0o600);
		try {
			chownLikeFolder(next);
			await file.writeFile(JSON.stringify(checkpoint));
			await file.datasync();
		} catch (error) {
			await rm(next, { force: true });
			throw error;
		} finally {
			await file.close();
		}
		await rename(next, path);
		await syncDirectory(dirname(path));
	}

	async function readCheckpoint(name: ObjectName): Promise<Checkpoint | undefined> {
		const text = await readFile(notePath(name), "utf8").catch(ifThere);
		return text === undefined ? undefined : JSON.parse(text);
	}

	function draftOf(name: ObjectName, file: FileHandle | undefined, durableBytes: number): ObjectDraft {
		let [size, durable] = [durableBytes, durableBytes];
		let isCut = false;
		/** The file of a draft that is not completed. */
		const part = (): FileHandle => {
			if (file === undefined) throw new Error("the draft is complete");
			return file;
		};
		/** Cuts off what lies behind the checkpoint, which was never acknowledged: only a writer may, not whoever looks. */
		const cut = async (): Promise<void> => {
			if (!isCut) await file?.truncate(durable);
			isCut = true;
		};
		return {
			async write(bytes) {
				await cut();
				await writeAll(part(), bytes, size);
				size += bytes.length;
			},
			async checkpoint(note) {
				await cut();
				if (size > durable) await part().datasync();
				await saveCheckpoint(name, { sizeBytes: size, note });
				durable = size;
			},
			async complete() {
				if (file === undefined) return;
				await cut();
				await file.sync();
				const path = objectPath(name);
				await makeDirectory(dirname(path));
				await rename(draftPath(name), path);
				await syncDirectory(dirname(path));
				await syncDirectory(dirname(draftPath(name)));
			},
			saveNote: (note) => saveCheckpoint(name, { sizeBytes: size, note }),
			async rollBack() {
				size = durable;
				await file?.truncate(durable).catch(() => {});
			},
			close: async () => file?.close(),
		};
	}

	async function* filesOf(path: string): AsyncGenerator<string> {
		const entries = await opendir(path).catch(ifThere);
		if (entries === undefined) return;
		for await (const entry of entries) yield entry.name;
	}

	async function* listFolder(orgId: string, isDraft: boolean): AsyncGenerator<FoundObject> {
		const folder = join(tenantPath(orgId), isDraft ? "drafts" : "objects");
		for await (const file of filesOf(folder)) {
			const name = { orgId, storageKey: isDraft ? (file.split(".")[0] ?? "") : file };
			const found = isObjectName(name) ? await stat(join(folder, file)).catch(ifThere) : undefined;
			// A draft is as old as its last checkpoint, which its other file shows.
			const note = found && isDraft ? await stat(notePath(name)).catch(ifThere) : undefined;
			if (found) yield { ...name, isDraft, changedAtMs: Math.max(found.mtimeMs, note?.mtimeMs ?? 0) };
		}
	}

	return {
		async create(name) {
			assertObjectName(name);
			await makeDirectory(dirname(draftPath(name)));
			const file = await open(draftPath(name), "wx", 0o600);
			chownLikeFolder(draftPath(name));
			return draftOf(name, file, 0);
		},

		async reopen(name) {
			assertObjectName(name);
			const checkpoint = await readCheckpoint(name);
			if (checkpoint === undefined) return undefined;
			const { sizeBytes, note } = checkpoint;
			const file = await open(draftPath(name), "r+").catch(ifThere);
			if (file === undefined && (await stat(objectPath(name)).catch(ifThere)) === undefined) return undefined;
			return { draft: draftOf(name, file, sizeBytes), note };
		},

		async removeDraft(name) {
			assertObjectName(name);
			for (const path of [draftPath(name), `${notePath(name)}.next`, notePath(name)]) await rm(path, { force: true });
			await syncDirectory(dirname(notePath(name))).catch(ifThere);
		},

		async sizeOf(name) {
			assertObjectName(name);
			return (await stat(objectPath(name)).catch(ifThere))?.size;
		},

		async *read(name, { start, end }, unitBytes) {
			assertObjectName(name);
			const file = await open(objectPath(name), "r");
			const pieceBytes = Math.max(1, Math.floor(READ_BYTES / unitBytes)) * unitBytes;
			try {
				for (let position = start; position < end; position += pieceBytes) {
					const piece = await readUpTo(file, Math.min(pieceBytes, end - position), position);
					if (piece.length > 0) yield piece;
					if (piece.length < pieceBytes) return;
				}
			} finally {
				await file.close();
			}
		},

		async link(name, path) {
			assertObjectName(name);
			try {
				await link(objectPath(name), path);
				return true;
			} catch (error) {
				if (["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes(codeOf(error))) return false;
				throw error;
			}
		},

		async remove(name) {
			assertObjectName(name);
			const path = objectPath(name);
			await unlink(path).catch(ifThere);
			await syncDirectory(dirname(path)).catch(ifThere);
		},

		async removeTenant(orgId) {
			assertObjectName({ orgId, storageKey: `obj_${"0".repeat(26)}` });
			await rm(tenantPath(orgId), { recursive: true, force: true });
			await syncDirectory(root).catch(ifThere);
		},

		async *list() {
			for await (const orgId of filesOf(root)) {
				if (!isObjectName({ orgId, storageKey: `obj_${"0".repeat(26)}` })) continue;
				yield* listFolder(orgId, false);
				yield* listFolder(orgId, true);
			}
		},
	};
}
