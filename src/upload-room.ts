import { statfs } from "node:fs/promises";
import type { Config } from "./config/types.ts";

/** Returns how much may be uploaded at once: within the limit, and what is free on the disk if content is stored there. */
export const uploadRoom = ({
	uploadPendingBytes,
	s3,
	dataDir,
}: Pick<Config, "uploadPendingBytes" | "s3" | "dataDir">) => ({
	limitBytes: uploadPendingBytes,
	freeBytes: s3 ? async () => null : () => freeBytes(dataDir),
});

/** Returns the bytes that are free, for a program without privileges, on the disk of a directory. */
async function freeBytes(directory: string): Promise<number> {
	const { bavail, bsize } = await statfs(directory);
	return bavail * bsize;
}
