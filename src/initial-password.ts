import { existsSync } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { Logger } from "#kernel/logger";

/** Returns the path of the file with the password of the first administrator, where no terminal shows it. */
export const initialPasswordFileOf = (dataDir: string): string => resolve(dataDir, "initial-password");

/** Whether the first administrator's password is still in its file. */
export const isInitialPasswordKept = (dataDir: string): boolean => existsSync(initialPasswordFileOf(dataDir));

/** Writes the password of the first administrator to a file for its owner only, durably. */
export async function keepInitialPassword(dataDir: string, password: string): Promise<void> {
	const path = initialPasswordFileOf(dataDir);
	// One of an earlier start that failed may have other permissions.
	await rm(path, { force: true });
	const file = await open(path, "wx", 0o600);
	try {
		await file.writeFile(`${password}\n`);
		await file.sync();
	} finally {
		await file.close();
	}
}

/** Returns the password in the file; null when there is none. */
export const readInitialPassword = async (dataDir: string): Promise<string | null> =>
	isInitialPasswordKept(dataDir) ? (await readFile(initialPasswordFileOf(dataDir), "utf8")).trim() : null;

/** Removes the file, regardless of its content. */
export const dropInitialPassword = (dataDir: string): Promise<void> =>
	rm(initialPasswordFileOf(dataDir), { force: true });

/** Removes the file if it has the password of this hash, which is no longer valid. Never rejects. */
export async function forgetInitialPassword(dataDir: string, passwordHash: string, log: Logger): Promise<void> {
	try {
		const password = await readInitialPassword(dataDir);
		if (password !== null && (await Bun.password.verify(password, passwordHash))) await dropInitialPassword(dataDir);
	} catch (error) {
		log.warn("the file with the initial password could not be removed", {
			file: initialPasswordFileOf(dataDir),
			error,
		});
	}
}
