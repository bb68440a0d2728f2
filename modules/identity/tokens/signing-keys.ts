import { createPublicKey, type KeyObject } from "node:crypto";
import { jwt } from "@elysiajs/jwt";
import { calculateJwkThumbprint, importJWK } from "jose";
import type { SigningKeyRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Vault } from "#kernel/secrets";
import { OWN_TYPE } from "./own-token.ts";
import { listSigningKeys } from "./repository.ts";

/** Algorithm of all our keys: Ed25519. */
export const OWN_ALGORITHM = "EdDSA";

/** A public key as published in the key set (RFC 8037). */
export interface PublicJwk {
	kty: "OKP";
	crv: "Ed25519";
	x: string;
	kid: string;
	alg: typeof OWN_ALGORITHM;
	use: "sig";
}

/** Signs claims as a token and adds `iat`, by the system clock. */
export type Sign = (claims: Readonly<Record<string, unknown>>) => Promise<string>;

/** Returns the associated data that binds a sealed private key to its row. */
export const aadOf = (kid: string): string => `signing_keys|private_sealed|${kid}`;

/** Generates a key, ready to be stored. Its `kid` is its RFC 7638 thumbprint. */
export async function generateKey(
	vault: Vault,
	state: "current" | "next",
	createdAtMs: number,
): Promise<SigningKeyRow> {
	const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
	const { x = "", d = "" } = await crypto.subtle.exportKey("jwk", pair.privateKey);
	const kid = await calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x });
	const publicJwk = { kty: "OKP", crv: "Ed25519", x, kid, alg: OWN_ALGORITHM, use: "sig" } satisfies PublicJwk;
	const privateSealed = vault.seal(d, aadOf(kid));
	return { kid, algorithm: OWN_ALGORITHM, publicJwk, privateSealed, state, createdAtMs, retiredAtMs: null };
}

/** Imports the public key of a row. @throws Error when it is damaged */
export function importPublicKey({ kid, publicJwk }: SigningKeyRow): { jwk: PublicJwk; key: KeyObject } {
	const { x } = publicJwk;
	if (typeof x !== "string") throw new Error(`signing key ${kid} is damaged`);
	const jwk: PublicJwk = { kty: "OKP", crv: "Ed25519", x, kid, alg: OWN_ALGORITHM, use: "sig" };
	return { jwk, key: createPublicKey({ key: { ...jwk }, format: "jwk" }) };
}

/** Imports the private key of a row as a signer. @throws Error when it was sealed with another encryption key */
export async function importSigner({ kid, privateSealed }: SigningKeyRow, jwk: PublicJwk, vault: Vault): Promise<Sign> {
	const d = openSealed(vault, privateSealed, kid);
	const secret = await importKey({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, d });
	const signer = jwt({ name: "signer", secret, alg: OWN_ALGORITHM, typ: OWN_TYPE, kid }).decorator.signer;
	return (claims) => signer.sign(claims as Parameters<typeof signer.sign>[0]);
}

/** Whether the keys that sign can be opened; null when there are none yet. */
export async function areSigningKeysOpened(store: Store, vault: Vault): Promise<boolean | null> {
	const sealed = (await listSigningKeys(store.db)).filter(({ privateSealed }) => privateSealed !== "");
	if (sealed.length === 0) return null;
	try {
		for (const { kid, privateSealed } of sealed) openSealed(vault, privateSealed, kid);
		return true;
	} catch {
		return false;
	}
}

function openSealed(vault: Vault, sealed: string, kid: string): string {
	try {
		return vault.open(sealed, aadOf(kid));
	} catch (cause) {
		throw new Error(`signing key ${kid} cannot be opened: it was sealed with another ENCRYPTION_KEY`, { cause });
	}
}

async function importKey(jwk: Parameters<typeof importJWK>[0]): Promise<CryptoKey> {
	const key = await importJWK(jwk, OWN_ALGORITHM);
	if (key instanceof Uint8Array) throw new Error("expected an asymmetric key");
	return key;
}
