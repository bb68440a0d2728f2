import { randomBytes } from "node:crypto";
import type { Store } from "#db/store";
import { createVault, deriveKey, KEY_BYTES } from "#kernel/secrets";
import { createTokensService } from "#modules/tokens";
import type { Config } from "../../config.ts";
import { maskUrl } from "../../log/mask.ts";
import { openDatabase } from "../../open.ts";
import { inspect } from "../migrate.ts";
import { type Finding, reasonOf } from "./finding.ts";

/**
 * Whether the database answers, has the schema of this program, and was sealed with the key at hand.
 * @param key null: there is none
 */
export async function examineDatabase(config: Config, key: Uint8Array | null): Promise<readonly Finding[]> {
	const check = "database";
	const name = maskUrl(config.databaseUrl);
	try {
		const { applied, pending } = await inspect(config);
		if (applied.length === 0) return [{ check, verdict: "ok", detail: `${name} will be set up by the first start` }];
		const found: Finding = { check, verdict: "ok", detail: `${name}, ${applied.at(-1)}` };
		if (pending.length === 0) return [found, await examineSeal(config, key)];
		const mend = "Run parley migrate; parley serve does so too.";
		return [{ check, verdict: "warn", detail: `${name} lacks ${pending.join(", ")}`, mend }];
	} catch (error) {
		const mend = "Check DATABASE_URL, that the server runs, and that parley's user may use it.";
		return [{ check, verdict: "fail", detail: reasonOf(error), mend }];
	}
}

class WouldWrite extends Error {}

const refuse = (): never => {
	throw new WouldWrite();
};

/** The same database, for looking only. */
const readOnly = (store: Store): Store => ({ ...store, writing: refuse });

/** Opens the signing keys as a start would. */
async function examineSeal(config: Config, key: Uint8Array | null): Promise<Finding> {
	const check = "stored secrets";
	const store = await openDatabase(config, { migrate: false });
	try {
		const tokens = createTokensService({
			store: readOnly(store),
			// At the beginning of time no key is old enough to be rotated.
			clock: { nowMs: () => 0 },
			// Without a key any other shows whether there is something to open.
			vault: createVault(deriveKey(key ?? randomBytes(KEY_BYTES), "vault")),
			issuer: config.publicUrl.href,
			audience: config.publicUrl.href,
			externalIssuer: null,
			log: { info: () => {}, warn: () => {} },
		});
		await tokens.ready();
		return { check, verdict: "ok", detail: "the key opens them" };
	} catch (error) {
		if (error instanceof WouldWrite) return { check, verdict: "ok", detail: "none yet" };
		const mend = "Put the encryption key of this database back from the backup.";
		const detail =
			key === null ? "there is no usable key to open them" : `the key does not open them: ${reasonOf(error)}`;
		return { check, verdict: "fail", detail, mend };
	} finally {
		await store.close();
	}
}
