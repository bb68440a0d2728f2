import { createHash } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { BackupPlace } from "./place.ts";
import { type BackupSeal, DamagedBackupError } from "./seal.ts";

/** Bytes of content in a file of a backup: as much is in memory at once. */
export const PART_BYTES = 4 * 1024 * 1024;

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** What {@link writeParts} has written. */
export interface Written {
	/** Size of the content. */
	readonly bytes: number;
	/** SHA-256 of the content, hex. */
	readonly sha256: string;
	/** Number of files. */
	readonly parts: number;
	/** Size of the files. */
	readonly storedBytes: number;
}

/** Joins pieces into parts of {@link PART_BYTES}, of which the last may have less; a part is overwritten by the next. */
export async function* cutIntoParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const buffer = new Uint8Array(PART_BYTES);
	let filled = 0;
	for await (const piece of pieces) {
		for (let rest = piece; rest.length > 0; ) {
			const taken = rest.subarray(0, PART_BYTES - filled);
			buffer.set(taken, filled);
			filled += taken.length;
			rest = rest.subarray(taken.length);
			if (filled < PART_BYTES) continue;
			yield buffer;
			filled = 0;
		}
	}
	if (filled > 0) yield buffer.subarray(0, filled);
}

/** Writes a file, and pauses for as long as that took: the disk is the server's as well. */
export async function writeGently(place: BackupPlace, path: string, content: Uint8Array): Promise<void> {
	const startMs = performance.now();
	await place.write(path, content);
	await Bun.sleep(performance.now() - startMs);
}

/** Writes a stream into as many files as it takes, compressed and sealed. @param onProgress gets the bytes so far */
export async function writeParts(
	{ place, seal }: { readonly place: BackupPlace; readonly seal: BackupSeal },
	pathOf: (part: number) => string,
	content: AsyncIterable<Uint8Array>,
	onProgress: (bytes: number) => void = () => undefined,
): Promise<Written> {
	const hash = createHash("sha256");
	let [bytes, parts, storedBytes] = [0, 0, 0];
	for await (const part of cutIntoParts(content)) {
		hash.update(part);
		const path = pathOf(parts);
		const sealed = seal.seal(path, zstdCompressSync(part, FAST));
		await writeGently(place, path, sealed);
		bytes += part.length;
		storedBytes += sealed.length;
		parts++;
		onProgress(bytes);
	}
	return { bytes, sha256: hash.digest("hex"), parts, storedBytes };
}

/**
 * Reads what {@link writeParts} has written.
 * @throws DamagedBackupError when a file is missing or altered, or the content is another
 */
export async function* readParts(
	{ place, seal }: { readonly place: BackupPlace; readonly seal: BackupSeal },
	pathOf: (part: number) => string,
	{ parts, sha256 }: { readonly parts: number; readonly sha256?: string },
): AsyncGenerator<Uint8Array> {
	const hash = createHash("sha256");
	for (let part = 0; part < parts; part++) {
		const path = pathOf(part);
		const sealed = await place.read(path);
		if (sealed === undefined) throw new DamagedBackupError(`${path} is missing`);
		const content = zstdDecompressSync(seal.open(path, sealed));
		hash.update(content);
		yield content;
	}
	if (sha256 !== undefined && hash.digest("hex") !== sha256)
		throw new DamagedBackupError(`${pathOf(0)} and what follows it are not what was written`);
}
