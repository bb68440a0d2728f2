import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { KeyRing } from "#kernel/key-ring";
import { keyFileOf, readKeyFile } from "#operations/keys/encryption-key";
import type { Config } from "../../config.ts";
import { describeServer, findServer } from "../../serve/server-lock.ts";
import { VERSION } from "../../version.ts";
import { CREATED_BY, type Finding, messageOf } from "./finding.ts";

const GIB = 2 ** 30;
/** Free space below which transcripts and recordings of a few days fill the disk. */
const LOW_SPACE_BYTES = 2 * GIB;
/** Free space below which SQLite cannot work: its log may take 64 MiB on its own. */
const NO_SPACE_BYTES = GIB / 8;

/** Checks whether the data directory is writable, private, and has free space. */
export async function checkDataDirectory({ dataDir }: Config): Promise<readonly Finding[]> {
	const path = resolve(dataDir);
	const check = "data directory";
	try {
		const existing = await nearestDirectory(path);
		// A directory that does not exist yet is judged by the one it will be created in.
		await access(existing, constants.W_OK | constants.X_OK);
		const freeBytes = await freeSpace(existing);
		const room = roomFinding(freeBytes);
		if (existing !== path) return [{ check, verdict: "ok", detail: `${path} does not exist yet; ${CREATED_BY}` }, room];
		const { mode } = await stat(path);
		if (mode & 0o007) {
			const detail = `${path} is accessible to every user of this machine (mode ${(mode & 0o777).toString(8)})`;
			return [{ check, verdict: "warn", detail, mend: `chmod 700 ${path}` }, room];
		}
		return [{ check, verdict: "ok", detail: path }, room];
	} catch (error) {
		const mend = "Create it, owned by the user parley runs as, or set DATA_DIR to another directory.";
		return [{ check, verdict: "fail", detail: `${path} cannot be written to: ${messageOf(error)}`, mend }];
	}
}

/** Returns `path`, or its closest existing ancestor. */
async function nearestDirectory(path: string): Promise<string> {
	const found = await stat(path).catch((error: unknown) => {
		if (error instanceof Error && "code" in error && error.code === "ENOENT" && path !== dirname(path)) return null;
		throw error;
	});
	if (found === null) return nearestDirectory(dirname(path));
	if (!found.isDirectory()) throw new Error(`${path} is not a directory`);
	return path;
}

async function freeSpace(path: string): Promise<number> {
	const { bavail, bsize } = await statfs(path);
	return bavail * bsize;
}

function roomFinding(freeBytes: number): Finding {
	const check = "disk space";
	const detail = `${(freeBytes / GIB).toFixed(1)} GiB free`;
	if (freeBytes >= LOW_SPACE_BYTES) return { check, verdict: "ok", detail };
	const mend = "Free some space, or move DATA_DIR to a larger disk.";
	return { check, verdict: freeBytes < NO_SPACE_BYTES ? "fail" : "warn", detail, mend };
}

/** Checks whether a server is running on the data directory. Does not disturb it, nor one that is starting. */
export function checkServer({ dataDir }: Config): Finding {
	const check = "server";
	try {
		const server = findServer(dataDir);
		const detail = server === null ? "none is running" : `one is running${describeServer(server.note)}`;
		return { check, verdict: "ok", detail };
	} catch (error) {
		const mend = "Run parley doctor as the user parley runs as.";
		return { check, verdict: "warn", detail: `cannot tell whether one is running: ${messageOf(error)}`, mend };
	}
}

/** Checks the encryption keys and returns them. Creates none. */
export async function checkKey(config: Config): Promise<{ readonly finding: Finding; readonly keys: KeyRing | null }> {
	const check = "encryption key";
	const path = keyFileOf(config.dataDir);
	try {
		const keys = config.encryptionKeys ?? (await readKeyFile(path));
		if (keys === null) return { finding: { check, verdict: "ok", detail: `${path} does not exist yet` }, keys };
		const source = config.encryptionKeys ? "configured by ENCRYPTION_KEY" : path;
		if (keys.length === 1) return { finding: { check, verdict: "ok", detail: source }, keys };
		const mend = "Run parley keys rotate: it re-encrypts everything with the first one.";
		return { finding: { check, verdict: "warn", detail: `${source}: ${keys.length} keys`, mend }, keys };
	} catch (error) {
		const mend = "It must be readable by parley's user only.";
		return { finding: { check, verdict: "fail", detail: messageOf(error), mend }, keys: null };
	}
}

/** Difference of clocks, in ms, from which second factors and tokens of a provider are refused. */
const CLOCK_TOLERANCE_MS = 30_000;
const CLOCK_TIMEOUT_MS = 5_000;

/** Compares the clock with those of the services that this installation uses: what they answer has a `Date`. */
export async function checkOtherClocks({ oidc, s3, providers }: Config): Promise<readonly Finding[]> {
	const { speech, translation, llm } = providers;
	const urls = [oidc?.issuer, s3?.endpoint, speech.url, translation.url, llm.url].filter((url) => url !== undefined);
	const findings = await Promise.all([...new Set(urls.map((url) => new URL(url).origin))].map(compareClock));
	return findings.filter((finding) => finding !== null);
}

/** Compares the clock with that of a server; null when it does not tell. */
async function compareClock(origin: string): Promise<Finding | null> {
	try {
		const signal = AbortSignal.timeout(CLOCK_TIMEOUT_MS);
		const { headers } = await fetch(origin, { method: "HEAD", redirect: "manual", signal });
		const theirsMs = Date.parse(headers.get("date") ?? "");
		if (Number.isNaN(theirsMs)) return null;
		const aheadMs = Date.now() - theirsMs;
		const seconds = Math.round(Math.abs(aheadMs) / 1000);
		if (Math.abs(aheadMs) < CLOCK_TOLERANCE_MS) return { check: "clock", verdict: "ok", detail: `as at ${origin}` };
		const detail = `${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} ${origin}`;
		return { check: "clock", verdict: "warn", detail, mend: "Set the clock (timedatectl set-ntp true)." };
	} catch {
		return null; // Its own check tells that it does not answer.
	}
}

/** Year of the release: a clock that shows an earlier one has not been set. */
const RELEASE_YEAR = 2026;

/** Checks whether the system clock was ever set: tokens, ids and retention depend on it. */
export function checkClock(): Finding {
	const now = new Date();
	const detail = now.toISOString();
	if (now.getUTCFullYear() >= RELEASE_YEAR) return { check: "clock", verdict: "ok", detail };
	const mend = `Set the clock (timedatectl set-ntp true); parley ${VERSION} cannot have run at that time.`;
	return { check: "clock", verdict: "fail", detail, mend };
}
