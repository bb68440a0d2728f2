import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "#kernel/texts";
import { asStorageError, type Spool } from "#platform/blobs";
import { badHeader, checksumMismatch } from "./errors.ts";

/** Algorithms of `Upload-Checksum`. */
export const CHECKSUM_ALGORITHMS = ["sha1", "sha256", "md5"] as const;

/** The checksum of the bytes of one request. */
export interface Checksum {
	readonly algorithm: (typeof CHECKSUM_ALGORITHMS)[number];
	/** Base64. */
	readonly digest: string;
}

/** Parses `Upload-Checksum`: an algorithm and the digest in base64. @throws `invalid_request` */
export function parseChecksum(header: string | null): Checksum | null {
	if (header === null) return null;
	const [name, digest = "", ...more] = header.trim().split(" ");
	const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name);
	if (algorithm === undefined)
		throw badHeader(
			"Upload-Checksum",
			text("must begin with one of {algorithms}", { algorithms: CHECKSUM_ALGORITHMS }),
		);
	if (more.length > 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(digest))
		throw badHeader("Upload-Checksum", "must have the digest in base64 after the algorithm");
	return { algorithm, digest };
}

/** Bytes that have their checksum. */
export interface VerifiedBytes {
	content(): AsyncIterable<Uint8Array>;
	close(): Promise<void>;
}

/**
 * Receives the bytes of a request in a temporary file and compares them with their checksum: they cannot be taken back
 * once they are appended to the upload.
 * @throws `checksum_mismatch`
 */
export async function receiveVerified(
	spool: Spool,
	bytes: AsyncIterable<Uint8Array>,
	{ algorithm, digest }: Checksum,
): Promise<VerifiedBytes> {
	const directory = await spool.directory();
	try {
		const path = join(directory.path, "bytes");
		const hash = new Bun.CryptoHasher(algorithm);
		await writeFile(path, hashedBy(hash, bytes), { mode: 0o600 });
		if (hash.digest("base64") !== digest) throw checksumMismatch();
		return { content: () => createReadStream(path, { highWaterMark: 1 << 18 }), close: directory.close };
	} catch (error) {
		await directory.close();
		throw asStorageError(error);
	}
}

async function* hashedBy(hash: Bun.CryptoHasher, bytes: AsyncIterable<Uint8Array>) {
	for await (const chunk of bytes) {
		hash.update(chunk);
		yield chunk;
	}
}
