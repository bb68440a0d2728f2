import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "#kernel/clock";
import { listBackupIds, pathsOf, readManifest } from "#operations/backup/manifest";
import { readBackupNote } from "#operations/backup/note";
import type { BackupPlace } from "#operations/backup/place";
import { openPlace } from "../../backups.ts";
import { parseBackupPlace } from "../../config/backup-place.ts";
import type { Config } from "../../config.ts";
import { openDatabase } from "../../open.ts";
import { inspect } from "../installed.ts";
import { type Finding, messageOf } from "./finding.ts";

const CHECK = "backups";
/** Age from which a proof says little about the backups that were made since, in ms. */
const PROOF_MS = 90 * DAY_MS;
const VERIFY = "parley restore --verify";

/** Checks whether there is a recent backup, and whether one was ever proved. */
export async function checkBackups(config: Config): Promise<readonly Finding[]> {
	const { backup } = config;
	if (backup.isElsewhere) return [{ check: CHECK, verdict: "ok", detail: "backed up some other way (BACKUP_TO=none)" }];
	try {
		const { applied, pending } = await inspect(config);
		if (applied.length === 0 || pending.length > 0) return [];
		if (backup.to === undefined) return [await checkNote(config)];
		return [...checkUnit(config, backup.to), await checkPlace(config, await openPlace(config, undefined))];
	} catch (error) {
		return [{ check: CHECK, verdict: "warn", detail: messageOf(error), mend: "Check BACKUP_TO and BACKUP_S3_*." }];
	}
}

/** Where systemd looks for units of the administrator, and for what is added to them. */
const UNITS = ["/etc/systemd/system/parley.service", "/etc/systemd/system/parley.service.d"];

/** Checks whether the unit of systemd lets the server write to a folder for backups. */
function checkUnit({ dataDir }: Config, to: string): readonly Finding[] {
	const parsed = parseBackupPlace(to, dataDir);
	if (!("value" in parsed && "folder" in parsed.value)) return [];
	const { folder } = parsed.value;
	if (isUnitFor(UNITS.map(readUnit).join("\n"), folder)) return [];
	const mend = `Add ReadWritePaths=${folder} with "systemctl edit parley", and restart it.`;
	return [{ check: CHECK, verdict: "warn", detail: `the unit parley.service makes ${folder} read-only`, mend }];
}

/** Whether a unit, with its drop-ins, lets its service write to a folder outside its own; true where there is none. */
export function isUnitFor(text: string, folder: string): boolean {
	if (!/^ProtectSystem=strict$/m.test(text)) return true;
	const writable = [...text.matchAll(/^ReadWritePaths=(.*)$/gm)].flatMap(([, paths = ""]) => paths.trim().split(/\s+/));
	return writable.some((path) => `${folder}/`.startsWith(`${path.replace(/^[-+]*/, "").replace(/\/$/, "")}/`));
}

/** Returns the text of a file, or of the files of a folder; empty when there is none. */
function readUnit(path: string): string {
	try {
		const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
		return files.map((file) => readFileSync(file, "utf8")).join("\n");
	} catch {
		return "";
	}
}

const ageOf = (takenAtMs: number): string => {
	const hours = Math.round((Date.now() - takenAtMs) / 3_600_000);
	return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
};

/** Checks backups of an installation that makes them by hand, as its database remembers them. */
async function checkNote(config: Config): Promise<Finding> {
	const store = await openDatabase(config, { migrate: false });
	try {
		const note = await readBackupNote(store.db);
		const mend =
			"Set BACKUP_TO and BACKUP_PASSPHRASE, so that the server makes backups; or BACKUP_TO=none if you back up some other way.";
		if (note === undefined) return { check: CHECK, verdict: "warn", detail: "none was made", mend };
		const detail = `the last one, in ${note.place}, is ${ageOf(note.takenAtMs)} old`;
		const isOld = Date.now() - note.takenAtMs > 2 * config.backup.everyMs;
		return isOld ? { check: CHECK, verdict: "warn", detail, mend } : { check: CHECK, verdict: "ok", detail };
	} finally {
		await store.close();
	}
}

async function checkPlace({ backup }: Config, place: BackupPlace): Promise<Finding> {
	const ids = (await listBackupIds(place)).reverse();
	let newest: { readonly takenAtMs: number } | undefined;
	for (const id of ids) {
		newest = (await readManifest(place, id))?.manifest;
		if (newest) break;
	}
	const mend = "Run parley backup; the log of the server says why there is none.";
	if (newest === undefined) return { check: CHECK, verdict: "warn", detail: `none in ${place.name}`, mend };
	const detail = `the newest in ${place.name} is ${ageOf(newest.takenAtMs)} old`;
	if (Date.now() - newest.takenAtMs > 2 * backup.everyMs) return { check: CHECK, verdict: "warn", detail, mend };
	const provedAtMs = await lastProof(place, ids);
	if (provedAtMs !== null && Date.now() - provedAtMs < PROOF_MS)
		return { check: CHECK, verdict: "ok", detail: `${detail}; one was proved ${new Date(provedAtMs).toISOString()}` };
	return {
		check: CHECK,
		verdict: "warn",
		detail: `${detail}; none was proved ${provedAtMs === null ? "yet" : `for ${ageOf(provedAtMs)}`}`,
		mend: `Run ${VERIFY}, best on another machine.`,
	};
}

/** Returns when a backup was last proved, Unix ms; null: never. */
async function lastProof(place: BackupPlace, ids: readonly string[]): Promise<number | null> {
	for (const id of ids) {
		const bytes = await place.read(pathsOf(id).proof);
		if (bytes === undefined) continue;
		const { verifiedAtMs }: { verifiedAtMs?: unknown } = JSON.parse(new TextDecoder().decode(bytes));
		if (typeof verifiedAtMs === "number") return verifiedAtMs;
	}
	return null;
}
