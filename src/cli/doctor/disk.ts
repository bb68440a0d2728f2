import { existsSync } from "node:fs";
import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Config, loadOrCreateEncryptionKey } from "../../config.ts";
import { describeServer, findServer } from "../../serve/exclusive.ts";
import { VERSION } from "../../version.ts";
import { type Finding, reasonOf } from "./finding.ts";

const GIB = 2 ** 30;
/** Below this, transcripts and recordings of a few days fill the disk. */
const LITTLE_SPACE_BYTES = 2 * GIB;
/** Below this, SQLite has no room to move: its log alone may take 64 MiB. */
const NO_SPACE_BYTES = GIB / 8;

/** Whether the data directory can be written to, is private, and has room. */
export async function examineDataDirectory({ dataDir }: Config): Promise<readonly Finding[]> {
	const path = resolve(dataDir);
	const check = "data directory";
	try {
		const existing = await nearestDirectory(path);
		// A directory that is still to be made is judged by the one it will be made in.
		await access(existing, constants.W_OK | constants.X_OK);
		const freeBytes = await freeSpace(existing);
		const room = roomFinding(freeBytes);
		if (existing !== path) return [{ check, verdict: "ok", detail: `${path} will be made by the first start` }, room];
		const { mode } = await stat(path);
		if (mode & 0o007) {
			const detail = `${path} is open to every user of this machine (mode ${(mode & 0o777).toString(8)})`;
			return [{ check, verdict: "warn", detail, mend: `chmod 700 ${path}` }, room];
		}
		return [{ check, verdict: "ok", detail: path }, room];
	} catch (error) {
		const mend = "Make it, owned by the user parley runs as, or set DATA_DIR to another directory.";
		return [{ check, verdict: "fail", detail: `${path} cannot be written to: ${reasonOf(error)}`, mend }];
	}
}

/** `path`, or its closest ancestor that exists. */
async function nearestDirectory(path: string): Promise<string> {
	const found = await stat(path).catch((error: unknown) => {
		if (error instanceof Error && "code" in error && error.code === "ENOENT" && path !== dirname(path)) return null;
		throw error;
	});
	if (found === null) return nearestDirectory(dirname(path));
	if (!found.isDirectory()) throw new Error(`${path} is no directory`);
	return path;
}

async function freeSpace(path: string): Promise<number> {
	const { bavail, bsize } = await statfs(path);
	return bavail * bsize;
}

function roomFinding(freeBytes: number): Finding {
	const check = "disk space";
	const detail = `${(freeBytes / GIB).toFixed(1)} GiB free`;
	if (freeBytes >= LITTLE_SPACE_BYTES) return { check, verdict: "ok", detail };
	const mend = "Free some space, or move DATA_DIR to a larger disk.";
	return { check, verdict: freeBytes < NO_SPACE_BYTES ? "fail" : "warn", detail, mend };
}

/** Whether a server runs on the data directory. Does not disturb it, nor one that starts meanwhile. */
export function examineServer({ dataDir }: Config): Finding {
	const check = "server";
	try {
		const server = findServer(dataDir);
		const detail = server === null ? "none is running" : `one is running${describeServer(server.note)}`;
		return { check, verdict: "ok", detail };
	} catch (error) {
		const mend = "Run parley doctor as the user parley runs as.";
		return { check, verdict: "warn", detail: `nobody can tell whether one is running: ${reasonOf(error)}`, mend };
	}
}

/** The encryption key as it was found. Makes none. */
export async function examineKey(
	config: Config,
): Promise<{ readonly finding: Finding; readonly key: Uint8Array | null }> {
	const check = "encryption key";
	if (config.encryptionKey) {
		return { finding: { check, verdict: "ok", detail: "configured by ENCRYPTION_KEY" }, key: config.encryptionKey };
	}
	const path = resolve(config.dataDir, "encryption.key");
	if (!existsSync(path)) {
		return { finding: { check, verdict: "ok", detail: `${path} will be made by the first start` }, key: null };
	}
	try {
		const key = await loadOrCreateEncryptionKey(config.dataDir);
		return { finding: { check, verdict: "ok", detail: path }, key };
	} catch (error) {
		const mend = "It must be readable by parley's user alone.";
		return { finding: { check, verdict: "fail", detail: reasonOf(error), mend }, key: null };
	}
}

/** The year this program was made: a clock that shows less has not been set. */
const MADE_IN = 2026;

/** Whether the machine's clock was ever set: tokens, ids and retention rest on it. */
export function examineClock(): Finding {
	const now = new Date();
	const detail = now.toISOString();
	if (now.getUTCFullYear() >= MADE_IN) return { check: "clock", verdict: "ok", detail };
	const mend = `Set the clock (timedatectl set-ntp true); parley ${VERSION} cannot have run at that time.`;
	return { check: "clock", verdict: "fail", detail, mend };
}
