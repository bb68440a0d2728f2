import { createVault, deriveKey, KEY_BYTES, type Vault } from "./secrets.ts";

/** Keys of 32 bytes, the one that seals first. */
export type KeyRing = readonly [Uint8Array, ...Uint8Array[]];

/** Parses keys in the output format of `openssl rand -base64 32`. The error never contains a value. */
export function parseKeys(texts: readonly string[]): { readonly value: KeyRing } | { readonly error: string } {
	const [first, ...others] = texts.map(decodeKey);
	if (!first || others.includes(null)) return { error: "expected 32 bytes in base64 (openssl rand -base64 32)" };
	return { value: [first, ...others.filter((key) => key !== null)] };
}

function decodeKey(text: string): Uint8Array | null {
	const trimmed = text.trim();
	const bytes = new Uint8Array(Buffer.from(trimmed, "base64"));
	return /^[A-Za-z0-9+/_-]+={0,2}$/.test(trimmed) && bytes.length === KEY_BYTES ? bytes : null;
}

/** Derives the keys of one purpose, in the same order. */
export const deriveKeys = ([key, ...older]: KeyRing, purpose: string): KeyRing => [
	deriveKey(key, purpose),
	...older.map((each) => deriveKey(each, purpose)),
];

/** Creates the vault of an installation: the first key seals, every key opens. */
export function openVault(keys: KeyRing): Vault {
	const [key, ...older] = deriveKeys(keys, "vault");
	return createVault(key, older);
}
