import { AppError } from "#kernel/errors";
import { type KeyRing, openVault } from "#kernel/key-ring";
import { SetupError } from "#kernel/setup-error";
import { inEnglish } from "#kernel/texts";
import { createKeyFile, keyFileOf, newKey, readKeyFile, replaceKeyFile } from "#operations/keys/encryption-key";
import { fitOf } from "#operations/keys/fit";
import { countSealed, forgetSealed, type SealedCount, sealAnew } from "#platform/installation";
import type { Config } from "../config.ts";
import { loadKeys } from "../keys.ts";
import { createLog } from "../log.ts";
import { openDatabase, openDeps } from "../open.ts";
import { acquireServerLocks } from "../serve/server-lock.ts";
import { createServices } from "../services.ts";
import { EXIT, type ExitCode } from "./failure.ts";
import { assertInstalled } from "./installed.ts";
import { print, printError, printJson } from "./terminal.ts";

/**
 * Runs `parley keys rotate`. Killed at any moment, it leaves an installation that starts, and goes on when it is run again:
 * the key file has both keys until nothing is sealed with the old one.
 * @throws AppError while a server uses the folder and its key file, SetupError where `ENCRYPTION_KEY` has one key
 */
export async function rotateKeys(config: Config, { json }: { readonly json?: true }): Promise<void> {
	await assertInstalled(config);
	const path = keyFileOf(config.dataDir);
	// A server reads the key file when it starts only; one that has been given both keys opens everything meanwhile.
	const locks = config.encryptionKeys ? null : acquireServerLocks(config);
	try {
		const keys = await loadCurrent(config);
		const ring = keys.length > 1 ? keys : await addKey(config, path, keys);
		const counts = await withSealed(config, ring, sealAnew);
		const kept = config.encryptionKeys ? null : await dropOldKeys(path, ring);
		if (json) return await printJson({ sealedAnew: counts.map(({ name, count }) => ({ name, count })), oldKey: kept });
		await print(linesOf(counts, "re-encrypted"));
		await printError(
			kept === null
				? "The other keys are no longer needed: leave only the first one in ENCRYPTION_KEY.\n"
				: `The old key is in ${kept}: backups made before now need it.\n`,
		);
	} finally {
		locks?.release();
	}
}

async function loadCurrent(config: Config): Promise<KeyRing> {
	const store = await openDatabase(config);
	try {
		return await loadKeys(config, store);
	} finally {
		await store.close();
	}
}

async function addKey(config: Config, path: string, keys: KeyRing): Promise<KeyRing> {
	if (config.encryptionKeys)
		throw new SetupError(
			'ENCRYPTION_KEY: set it to a new key (openssl rand -base64 32) and the old one, "<new>,<old>", restart the servers with it, and run this again.',
		);
	const ring: KeyRing = [newKey(), ...keys];
	await replaceKeyFile(path, ring);
	return ring;
}

/** Leaves the first key alone in the key file; returns the path of a copy of the others. */
async function dropOldKeys(path: string, [key, ...older]: KeyRing): Promise<string> {
	const copy = `${path}.until-${new Date().toISOString().replace(/[:.]/g, "")}`;
	const [first, ...others] = older;
	if (first) await replaceKeyFile(copy, [first, ...others]);
	await replaceKeyFile(path, [key]);
	return copy;
}

/**
 * Runs `parley keys reset`, for a key that is lost: says what is lost with it, and with `--yes` forgets that, so that the
 * installation works with another key.
 * @throws AppError while a server uses the folder, and when the key is the right one
 */
export async function resetKeys(
	config: Config,
	{ yes, json }: { readonly yes?: true; readonly json?: true },
): Promise<ExitCode> {
	await assertInstalled(config);
	const path = keyFileOf(config.dataDir);
	const locks = acquireServerLocks(config);
	try {
		const found = config.encryptionKeys ?? (await readKeyFile(path));
		await assertLost(config, found);
		if (yes && found === null) await createKeyFile(path);
		const keys = found ?? (await readKeyFile(path)) ?? ([newKey()] as const);
		const counts = await withSealed(config, [keys[0]], yes ? forgetSealed : countSealed);
		if (json) await printJson({ lost: counts, done: yes === true });
		else await print(linesOf(counts, yes ? "lost" : "would be lost"));
		if (!yes) await printError("Nothing was changed. If there is no backup of the key, add --yes.\n");
		return yes ? EXIT.ok : EXIT.failure;
	} finally {
		locks.release();
	}
}

async function assertLost(config: Config, keys: KeyRing | null): Promise<void> {
	const store = await openDatabase(config);
	try {
		const fit = await fitOf(store, openVault(keys ?? [newKey()]));
		if (fit === "foreign") return;
		const why =
			fit === "fits" ? "the key opens everything; use parley keys rotate to replace it" : "nothing is encrypted yet";
		throw new AppError("state_conflict", inEnglish(`There is nothing to reset: ${why}.`));
	} finally {
		await store.close();
	}
}

type Work = typeof sealAnew;

/** Works on everything that is stored sealed, with these keys, whatever the database was sealed with. */
async function withSealed(config: Config, keys: KeyRing, work: Work): Promise<readonly SealedCount[]> {
	const log = createLog({ ...config.log, level: "error", write: (lines) => void process.stderr.write(lines) });
	const { deps, close } = await openDeps(config, { log, keys });
	try {
		const { contributions } = createServices(deps);
		const sealed = contributions.flatMap((each) => each.sealed ?? []);
		const { store, newId, clock } = deps;
		return await work({ store, vault: openVault(keys), sealed, newId, nowMs: clock.nowMs });
	} finally {
		await close();
	}
}

const linesOf = (counts: readonly SealedCount[], done: string): string =>
	counts
		.map(({ name, loss, count }) => `${count} ${name} ${done}${done.endsWith("lost") ? `: ${loss}` : ""}\n`)
		.join("");
