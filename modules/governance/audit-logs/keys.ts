import type { AuditKeyRow } from "#db/schema";
import type { Core } from "#platform/module";
import { insertKey, listKeys } from "./repository/checkpoints.ts";
import {
	generateKeyPair,
	importPublic,
	importSigner,
	type Purpose,
	type Signed,
	type VerifyingKey,
} from "./signature.ts";

/** Returns the associated data that binds a sealed private key to its row. */
export const keyAad = (kid: string): string => `audit_keys|private_sealed|${kid}`;

/** The keys of this installation that sign audit logs. */
export interface AuditKeys {
	/** The key that signs, which is created when it is first needed. */
	readonly current: () => Promise<VerifyingKey>;
	/** Signs content with the current key. */
	readonly sign: <T extends object>(purpose: Purpose, content: T) => Promise<Signed<T>>;
	/** Returns all keys that have signed, by their ids. */
	readonly all: () => Promise<ReadonlyMap<string, VerifyingKey>>;
}

interface OpenKey {
	readonly verifying: VerifyingKey;
	readonly sign: ReturnType<typeof importSigner>;
}

export type AuditKeysDeps = Pick<Core, "store" | "clock" | "vault">;

/**
 * Creates access to the keys that sign audit logs. A key counts only if its private half was sealed here: whoever writes
 * to the database but lacks the encryption key cannot add one.
 */
export function createAuditKeys({ store, clock, vault }: AuditKeysDeps): AuditKeys {
	const opened = new Map<string, OpenKey>();

	function open({ kid, publicKey, privateSealed }: AuditKeyRow): OpenKey | null {
		const known = opened.get(kid);
		if (known?.verifying.publicKey === publicKey) return known;
		try {
			const privateKey = vault.open(privateSealed, keyAad(kid));
			const verifying = importPublic({ kid, publicKey });
			const key = { verifying, sign: importSigner({ kid, publicKey, privateKey }) };
			opened.set(kid, key);
			return key;
		} catch {
			return null;
		}
	}

	const load = async (): Promise<OpenKey[]> => (await listKeys(store.db)).flatMap((row) => open(row) ?? []);

	async function current(): Promise<OpenKey> {
		const [oldest] = await load();
		if (oldest !== undefined) return oldest;
		const { kid, publicKey, privateKey } = generateKeyPair();
		const privateSealed = vault.seal(privateKey, keyAad(kid));
		await insertKey(store.writing("audit_log.sign").db, { kid, publicKey, privateSealed, createdAtMs: clock.nowMs() });
		const [first] = await load(); // that of another instance, if it was faster
		if (first === undefined) throw new Error("the key that signs audit logs was not stored");
		return first;
	}

	return {
		current: async () => (await current()).verifying,
		sign: async (purpose, content) => (await current()).sign(purpose, content),
		all: async () => new Map((await load()).map(({ verifying }) => [verifying.kid, verifying])),
	};
}
