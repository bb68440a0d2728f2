import { randomBytes } from "node:crypto";
import { dialect } from "#db/dialect";
import { findDamage, pathOf } from "#db/sqlite/connection";
import type { Store } from "#db/store";
import { Caches } from "#kernel/caches";
import { createVault, deriveKey, KEY_BYTES } from "#kernel/secrets";
import { createTokensService } from "#modules/tokens";
import type { Config } from "../../config.ts";
import { maskUrl } from "../../log/mask.ts";
import { openDatabase } from "../../open.ts";
import { inspect } from "../migrate.ts";
import { type Finding, messageOf } from "./finding.ts";

/**
 * Checks whether the database responds, has the schema of this program, and was sealed with the current key.
 * @param key null: there is none
 */
export async function checkDatabase(config: Config, key: Uint8Array | null): Promise<readonly Finding[]> {
	const check = "database";
	const name = maskUrl(config.databaseUrl);
	try {
		const { applied, pending } = await inspect(config);
		if (applied.length === 0) return [{ check, verdict: "ok", detail: `${name} will be set up by the first start` }];
		const found: Finding = { check, verdict: "ok", detail: `${name}, ${applied.at(-1)}` };
		const damage = dialect === "sqlite" ? findDamage(pathOf(config.databaseUrl)) : null;
		if (damage !== null) return [damaged(name, damage)];
		if (pending.length === 0) return [found, await checkSealedSecrets(config, key)];
		const mend = "Run parley migrate; parley serve does so too.";
		return [{ check, verdict: "warn", detail: `${name} lacks ${pending.join(", ")}`, mend }];
	} catch (error) {
		const mend = "Check DATABASE_URL, that the server runs, and that parley's user may use it.";
		return [{ check, verdict: "fail", detail: messageOf(error), mend }];
	}
}

const damaged = (name: string, damage: string): Finding => ({
	check: "database",
	verdict: "fail",
	detail: `${name} is damaged: ${damage}`,
	mend: "Put the database back from the backup.",
});

class WriteAttemptedError extends Error {}

const refuse = (): never => {
	throw new WriteAttemptedError();
};

/** Returns a read-only view of a store. */
const readOnly = (store: Store): Store => ({ ...store, writing: refuse });

/** Opens the signing keys as a start would. */
async function checkSealedSecrets(config: Config, key: Uint8Array | null): Promise<Finding> {
	const check = "stored secrets";
	const store = await openDatabase(config, { migrate: false });
	try {
		const tokens = createTokensService({
			store: readOnly(store),
			// At time 0 no key is old enough to be rotated.
			clock: { nowMs: () => 0 },
			// Without a key, any other one shows whether there is something to open.
			vault: createVault(deriveKey(key ?? randomBytes(KEY_BYTES), "vault")),
			issuer: config.publicUrl.href,
			audience: config.publicUrl.href,
			externalIssuer: null,
			caches: new Caches({ budgetBytes: 1024, isCoherent: false }),
			log: { info: () => {}, warn: () => {} },
		});
		await tokens.ready();
		return { check, verdict: "ok", detail: "the key opens them" };
	} catch (error) {
		if (error instanceof WriteAttemptedError) return { check, verdict: "ok", detail: "none yet" };
		const mend = "Put the encryption key of this database back from the backup.";
		const detail =
			key === null ? "there is no usable key to open them" : `the key does not open them: ${messageOf(error)}`;
		return { check, verdict: "fail", detail, mend };
	} finally {
		await store.close();
	}
}
