import { importJWK, type JWK } from "jose";

/** Algorithms of signatures that are verified with published keys. */
export const SIGNATURE_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** Maximum number of keys read from one set. */
const MAX_KEYS = 100;

/** A public key of a set, for signatures of one algorithm. */
export interface PublishedKey {
	/** Null when the set names none. */
	readonly kid: string | null;
	readonly algorithm: SignatureAlgorithm;
	readonly key: CryptoKey;
}

/**
 * Returns the keys of a JSON Web Key Set (RFC 7517) that are usable for verification.
 * @throws Error when there are none, so that the last good ones stay
 */
export async function readKeySet(document: Readonly<Record<string, unknown>>): Promise<PublishedKey[]> {
	const { keys } = document;
	if (!Array.isArray(keys)) throw new Error("the key set has no keys");
	const usable: PublishedKey[] = [];
	for (const jwk of keys.slice(0, MAX_KEYS) as unknown[])
		for (const algorithm of algorithmsOf(jwk)) {
			const key = await importKey(jwk as JWK, algorithm);
			const kid = (jwk as JWK).kid ?? null;
			if (key !== null) usable.push({ kid, algorithm, key });
		}
	if (usable.length === 0) throw new Error("the key set contains no usable key");
	return usable;
}

/** Key type required by each algorithm. */
const KEY_TYPES: Readonly<Record<SignatureAlgorithm, { readonly kty: string; readonly crv?: string }>> = {
	RS256: { kty: "RSA" },
	PS256: { kty: "RSA" },
	ES256: { kty: "EC", crv: "P-256" },
	EdDSA: { kty: "OKP", crv: "Ed25519" },
};

/** Returns the algorithms a key is for: those of its type and curve, narrowed by its `alg`. None for any other use. */
function algorithmsOf(value: unknown): readonly SignatureAlgorithm[] {
	if (typeof value !== "object" || value === null) return [];
	const jwk = value as Readonly<Record<string, unknown>>;
	if (jwk.use !== undefined && jwk.use !== "sig") return [];
	if (jwk.key_ops !== undefined && !(Array.isArray(jwk.key_ops) && jwk.key_ops.includes("verify"))) return [];
	if (jwk.kid !== undefined && typeof jwk.kid !== "string") return [];
	const able = SIGNATURE_ALGORITHMS.filter((algorithm) => {
		const { kty, crv } = KEY_TYPES[algorithm];
		return jwk.kty === kty && (crv === undefined || jwk.crv === crv);
	});
	return jwk.alg === undefined ? able : able.filter((algorithm) => algorithm === jwk.alg);
}

/** Imports a public key; null when it is malformed, so that one bad key does not invalidate the set. */
async function importKey(jwk: JWK, algorithm: SignatureAlgorithm): Promise<CryptoKey | null> {
	const { kty, crv, x, y, n, e } = jwk;
	const key = await importJWK({ kty, crv, x, y, n, e } as JWK, algorithm).catch(() => null);
	return key instanceof Uint8Array ? null : key;
}
