import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { SetupError } from "./setup-error.ts";

/** What makes a disk read-only for a service alone. */
const UNIT_HINT =
	'The unit of systemd lets it write to DATA_DIR only: name other folders with "ReadWritePaths=" ("systemctl edit parley"), and restart it.';

/** How a file is to be used. */
type Use = "read" | "change";

const MODES: Readonly<Record<Use, number>> = { read: constants.R_OK, change: constants.R_OK | constants.W_OK };

/**
 * Returns why this process may not use a file of the installation, with what to do; null when it may. A file that is missing
 * is to be created, so its folder counts.
 * @param variable what names the file or its folder, such as `DATA_DIR`; undefined: its path says enough
 */
export function denialOf(path: string, use: Use, variable?: string): SetupError | null {
	const file = resolve(path);
	try {
		assertPermitted(file, MODES[use]);
		return null;
	} catch (cause) {
		const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
		const named = variable === undefined ? file : `${variable}: ${file}`;
		if (code === "EROFS")
			return new SetupError(`${named} cannot be written: the disk is read-only for this process. ${UNIT_HINT}`, {
				cause,
			});
		if (code !== "EACCES" && code !== "EPERM") return null;
		return new SetupError(
			`${named} may not be ${use === "read" ? "read" : "read and written"} by ${nameOf(process.geteuid?.())}, as whom this runs${whoseIs(file)}: run it as the user of the server, with "sudo -u", or give that user the files of DATA_DIR with "chown -R".`,
			{ cause },
		);
	}
}

/** @throws the system's error when the file, or the folder it is to be created in, is denied */
function assertPermitted(file: string, mode: number): void {
	try {
		accessSync(file, mode);
	} catch (error) {
		const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
		if (!isMissing) throw error;
		accessSync(dirname(file), mode | constants.X_OK);
	}
}

const nameOf = (uid: number | undefined): string => (uid === 0 ? "root" : `user ${uid}`);

/** Returns whose the file is, or the folder it is missing in; empty when that cannot be seen either. */
function whoseIs(file: string): string {
	for (const path of [file, dirname(file)]) {
		try {
			const { uid } = statSync(path);
			return path === file ? ` (it belongs to ${nameOf(uid)})` : ` (its folder belongs to ${nameOf(uid)})`;
		} catch {
			// The folder may say more.
		}
	}
	return "";
}
