import { mkdir, mkdtemp, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ArchiveSource, archiveIn, archiveName, archiveUrl } from "./archive-source.ts";
import { isInstalled, type Model } from "./catalog.ts";
import { discard, download, verify, WrongHashError } from "./download.ts";
import { ModelError } from "./failure.ts";

/** Options of {@link pullModel}. */
export interface PullOptions {
	readonly modelsDir: string;
	readonly source: ArchiveSource;
	readonly onProgress: (bytes: number, total: number | null) => void;
	/** Ends it; what has arrived is kept for the next attempt. */
	readonly signal?: AbortSignal;
}

/**
 * Installs a model: downloads its archive, compares the hash, and moves the files into place when all are on disk. Nothing of
 * the archive is run. A server that is running finds the model at its next look.
 * @returns whether it was installed just now; false: it was there
 * @throws Error in one sentence
 */
export async function pullModel(
	model: Model,
	{ modelsDir, source, onProgress, signal }: PullOptions,
): Promise<boolean> {
	if (isInstalled(modelsDir, model)) return false;
	if (model.isForThisMachine?.() === false)
		throw new ModelError(
			"not_for_this_machine",
			"it is available only for Linux on x86_64 with glibc; elsewhere, other engines make live captions",
		);
	await mkdir(modelsDir, { recursive: true });
	if ("folder" in source) {
		const path = archiveIn(source.folder, model);
		await verify(path, { sha512: model.sha512, name: archiveName(model) });
		await install(path, model, modelsDir);
		return true;
	}
	const { sha512 } = model;
	const url = archiveUrl(source.registry, model);
	const folder = join(modelsDir, ".downloads");
	const path = await downloadTwice({
		url,
		folder,
		name: archiveName(model),
		sha512,
		onProgress,
		...(signal && { signal }),
	});
	await install(path, model, modelsDir);
	await discard(path);
	return true;
}

/** Downloads again from the beginning when the hash is wrong: what an earlier run had left may have been something else. */
async function downloadTwice(options: Parameters<typeof download>[0]): Promise<string> {
	try {
		return await download(options);
	} catch (error) {
		if (!(error instanceof WrongHashError)) throw error;
		await discard(join(options.folder, `${options.name}.${process.pid}`));
	}
	try {
		return await download(options);
	} catch (error) {
		await discard(join(options.folder, `${options.name}.${process.pid}`));
		throw error;
	}
}

async function install(archivePath: string, model: Model, modelsDir: string): Promise<void> {
	const archive = new Bun.Archive(await Bun.file(archivePath).bytes());
	const draft = await mkdtemp(join(modelsDir, ".incoming-"));
	try {
		const inside = await archive.files(`${model.source}/**`);
		for (const file of model.files) {
			const content = inside.get(`${model.source}/${file}`);
			if (!content) throw new Error(`${archiveName(model)} has no ${file}`);
			await writeDurably(join(draft, file), await content.bytes());
		}
		// The folder may have files of other models. Each file appears at once, the one that is looked at last.
		for (const file of model.files) {
			const target = join(modelsDir, model.target, file);
			await mkdir(dirname(target), { recursive: true });
			await rename(join(draft, file), target);
		}
		await syncFolder(join(modelsDir, model.target));
	} finally {
		await rm(draft, { recursive: true, force: true });
	}
}

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	const file = await open(path, "w");
	try {
		await file.writeFile(content);
		await file.sync();
	} finally {
		await file.close();
	}
}

async function syncFolder(path: string): Promise<void> {
	const folder = await open(path, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
