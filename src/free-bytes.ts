import { statfs } from "node:fs/promises";

/** Returns the bytes that are free, for a program without privileges, on the disk of a directory. */
export async function freeBytes(directory: string): Promise<number> {
	const { bavail, bsize } = await statfs(directory);
	return bavail * bsize;
}
