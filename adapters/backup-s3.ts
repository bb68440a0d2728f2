import { S3Client } from "bun";
import { assertPlacePath, type BackupPlace } from "#operations/backup/place";
import type { S3Bucket } from "./s3-request.ts";

const LIST_KEYS = 1_000;
/** Attempts of each request, and the pause before the second one, in ms. */
const [ATTEMPTS, FIRST_PAUSE_MS] = [4, 200];

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Asks again after a failure of the network or the service, but not when it says no. */
async function persist<T>(ask: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await ask();
		} catch (error) {
			const isFinal = /^(NoSuch|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch)/.test(codeOf(error));
			if (isFinal || attempt === ATTEMPTS) throw error;
		}
		await Bun.sleep(FIRST_PAUSE_MS * 2 ** attempt);
	}
}

/**
 * Creates a place for backups in a bucket.
 * @param prefix in front of the names of all objects, without slashes at its ends; empty: none
 */
export function createBackupBucket(bucket: S3Bucket, prefix: string): BackupPlace {
	const client = new S3Client({ ...bucket });
	const front = prefix === "" ? "" : `${prefix}/`;
	const keyOf = (path: string): string => {
		assertPlacePath(path);
		return front + path;
	};
	return {
		name: `s3://${bucket.bucket}/${prefix}`,

		// Whether it takes files shows the first one.
		prepare: () => Promise.resolve(),

		read: (path) =>
			persist(async () => {
				try {
					return await client.file(keyOf(path)).bytes();
				} catch (error) {
					if (codeOf(error) === "NoSuchKey") return undefined;
					throw error;
				}
			}),

		async write(path, content) {
			await persist(() => client.write(keyOf(path), content));
		},

		settle: () => Promise.resolve(),

		async *list(folder) {
			for (let startAfter = ""; ; ) {
				const asked = { prefix: `${keyOf(folder)}/`, maxKeys: LIST_KEYS, ...(startAfter && { startAfter }) };
				const { contents = [] } = await persist(() => client.list(asked));
				for (const { key, size = 0, lastModified } of contents)
					yield { path: key.slice(front.length), bytes: size, changedAtMs: Date.parse(String(lastModified)) };
				if (contents.length < LIST_KEYS) return;
				startAfter = contents.at(-1)?.key ?? "";
			}
		},

		async remove(path) {
			await persist(() => client.delete(keyOf(path)));
		},
	};
}
