import { randomBytes } from "node:crypto";
import { mkdir, open, opendir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describeFolderError } from "#kernel/data-directory";
import { SetupError } from "#kernel/setup-error";
import { assertPlacePath, type BackupPlace, type PlacedFile } from "#operations/backup/place";

/** End of the name of a file that is being written. */
const DRAFT = ".draft";
/** A draft is written in seconds; one older than this, in ms, was left behind by a process that was killed. */
const DRAFT_IS_STALE_MS = 3_600_000;

const isMissing = (error: unknown): boolean =>
	error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

/** Returns undefined in place of the error that there is no such file. */
const ifThere = (error: unknown): undefined => {
	if (!isMissing(error)) throw error;
	return undefined;
};

async function syncDirectory(path: string): Promise<void> {
	const directory = await open(path, "r");
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}

/** Creates a place for backups in a folder, which is created with the first file. Only its owner can read what is in it. */
export function createBackupFolder(folder: string): BackupPlace {
	const root = resolve(folder);
	const pathOf = (path: string): string => {
		assertPlacePath(path);
		return join(root, path);
	};
	/** Directories whose entries may not be durable yet. */
	const unsettled = new Set<string>();

	async function makeDirectory(path: string): Promise<void> {
		const first = await mkdir(path, { recursive: true, mode: 0o700 });
		for (let made = path; first !== undefined; made = dirname(made)) {
			unsettled.add(dirname(made));
			if (made === first) return;
		}
	}

	async function* walk(path: string): AsyncGenerator<PlacedFile> {
		const directory = await opendir(path).catch(ifThere);
		if (directory === undefined) return;
		for await (const entry of directory) {
			const at = join(path, entry.name);
			if (entry.isDirectory()) yield* walk(at);
			const found = entry.isFile() ? await stat(at).catch(ifThere) : undefined;
			if (found === undefined) continue;
			if (!entry.name.endsWith(DRAFT))
				yield { path: relative(root, at).replaceAll(sep, "/"), bytes: found.size, changedAtMs: found.mtimeMs };
			else if (Date.now() - found.mtimeMs > DRAFT_IS_STALE_MS) await rm(at, { force: true });
		}
	}

	return {
		name: root,

		async prepare() {
			const draft = join(root, `${randomBytes(6).toString("hex")}${DRAFT}`);
			try {
				await makeDirectory(root);
				await (await open(draft, "wx", 0o600)).close();
			} catch (cause) {
				throw new SetupError(`backups cannot be written to the folder ${root}: ${describeFolderError(cause)}.`, {
					cause,
				});
			}
			await rm(draft, { force: true });
		},

		read: async (path) => await readFile(pathOf(path)).catch(ifThere),

		async write(path, content) {
			const target = pathOf(path);
			const draft = `${target}.${randomBytes(6).toString("hex")}${DRAFT}`;
			await makeDirectory(dirname(target));
			try {
				const file = await open(draft, "wx", 0o600);
				try {
					await file.writeFile(content);
					await file.datasync();
				} finally {
					await file.close();
				}
				await rename(draft, target);
			} catch (error) {
				await rm(draft, { force: true });
				throw error;
			}
			unsettled.add(dirname(target));
		},

		async settle() {
			for (const path of [...unsettled]) {
				unsettled.delete(path);
				await syncDirectory(path).catch(ifThere);
			}
		},

		list: (path) => walk(pathOf(path)),

		async remove(path) {
			const target = pathOf(path);
			await rm(target, { force: true });
			// An empty folder tells nobody anything.
			await rmdir(dirname(target)).catch(() => undefined);
		},
	};
}
