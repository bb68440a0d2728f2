import { dialect } from "#db/dialect";
import { findDamage, pathOf } from "#db/sqlite/connection";
import { type KeyRing, openVault } from "#kernel/key-ring";
import { KEY_BYTES } from "#kernel/secrets";
import { fitOf } from "#operations/keys/fit";
import type { Config } from "../../config.ts";
import { maskUrl } from "../../log/mask.ts";
import { openDatabase } from "../../open.ts";
import { inspect } from "../installed.ts";
import { CREATED_BY, type Finding, messageOf } from "./finding.ts";

/**
 * Checks whether the database responds, has the schema of this program, and was sealed with the current key.
 * @param keys null: there are none
 */
export async function checkDatabase(config: Config, keys: KeyRing | null): Promise<readonly Finding[]> {
	const check = "database";
	const name = maskUrl(config.databaseUrl);
	try {
		const { applied, pending } = await inspect(config);
		if (applied.length === 0) return [{ check, verdict: "ok", detail: `${name}: no installation yet; ${CREATED_BY}` }];
		const found: Finding = { check, verdict: "ok", detail: `${name}, ${applied.at(-1)}` };
		const damage = dialect === "sqlite" ? findDamage(pathOf(config.databaseUrl)) : null;
		if (damage !== null) return [damaged(name, damage)];
		if (pending.length === 0) return [found, await checkSealedSecrets(config, keys)];
		const mend = "Run parley migrate; parley serve also does this.";
		return [{ check, verdict: "warn", detail: `${name} lacks ${pending.join(", ")}`, mend }];
	} catch (error) {
		const mend = "Check DATABASE_URL, that the server is running, and that parley's user has access to it.";
		return [{ check, verdict: "fail", detail: messageOf(error), mend }];
	}
}

const damaged = (name: string, damage: string): Finding => ({
	check: "database",
	verdict: "fail",
	detail: `${name} is damaged: ${damage}`,
	mend: "Restore the database from the backup.",
});

/** Asks whether the key opens what is sealed, as a start would. */
async function checkSealedSecrets(config: Config, keys: KeyRing | null): Promise<Finding> {
	const check = "stored secrets";
	const store = await openDatabase(config, { migrate: false });
	try {
		// Without a key, any other one shows whether there is something to open.
		const fit = await fitOf(store, openVault(keys ?? [new Uint8Array(KEY_BYTES)]));
		if (fit === "unused") return { check, verdict: "ok", detail: "none yet" };
		if (fit === "fits") return { check, verdict: "ok", detail: "the key opens them" };
		const detail = keys === null ? "there is no usable key to open them" : "the key does not open them";
		const mend =
			"Restore the encryption key of this database from the backup; if it is permanently lost, see parley " +
			"keys reset --help.";
		return { check, verdict: "fail", detail, mend };
	} finally {
		await store.close();
	}
}
