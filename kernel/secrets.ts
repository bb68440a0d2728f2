import {
	createCipheriv,
	createDecipheriv,
	createHash,
	createHmac,
	hash,
	hkdfSync,
	randomBytes,
	timingSafeEqual,
} from "node:crypto";

/** Length of every key in bytes: AES-256 and HMAC-SHA-256. */
export const KEY_BYTES = 32;
/** Maximum length of an access token; one character is one byte. */
export const MAX_TOKEN_CHARS = 4096;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts small secrets (signing keys, stored results) for storage. */
export interface Vault {
	/**
	 * Encrypts and authenticates `plaintext`: `v1.<key id>.<base64url>`. Never returns the same text twice.
	 * @param aad where the secret is stored (`table|column|row|org`), so that a sealed text cannot be moved elsewhere
	 */
	seal(plaintext: string, aad: string): string;
	/**
	 * Decrypts a text sealed with the same `aad`. @throws Error when it was altered, moved, or sealed with a key this
	 * vault lacks
	 */
	open(sealed: string, aad: string): string;
	/** Whether a text has the form of a sealed one. */
	isSealed(text: string): boolean;
	/** Whether a text was sealed with the key that this vault seals with. */
	isCurrent(sealed: string): boolean;
}

/**
 * Creates a vault that uses AES-256-GCM with `key`. `olderKeys` only decrypt, so that a key can be replaced while texts
 * sealed with it are still in use.
 * @throws RangeError for a key whose length is not {@link KEY_BYTES}
 */
export function createVault(key: Uint8Array, olderKeys: readonly Uint8Array[] = []): Vault {
	const keys = new Map([key, ...olderKeys].map((each) => [keyId(each), each]));
	const prefix = `v1.${keyId(key)}.`;
	return {
		isSealed: (text) => /^v1\.[0-9a-f]{8}\./.test(text),
		isCurrent: (sealed) => sealed.startsWith(prefix),
		seal(plaintext, aad) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(prefix + aad));
			const sealed = Buffer.concat([nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
			return prefix + sealed.toString("base64url");
		},
		open(sealed, aad) {
			const [version, id = "", body = ""] = sealed.split(".");
			const used = keys.get(id);
			const bytes = Buffer.from(body, "base64url");
			if (version !== "v1" || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error("Not a sealed text.");
			if (!used) throw new Error(`Sealed with the key ${id}, which is not configured.`);
			const decipher = createDecipheriv("aes-256-gcm", used, bytes.subarray(0, NONCE_BYTES), {
				authTagLength: TAG_BYTES,
			});
			decipher.setAAD(Buffer.from(`v1.${id}.${aad}`)).setAuthTag(bytes.subarray(-TAG_BYTES));
			return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
		},
	};
}

/** Returns a public identifier of a key that reveals nothing about it: 8 hex characters. */
const keyId = (key: Uint8Array): string => Buffer.from(deriveKey(key, "key-id")).toString("hex", 0, 4);

/**
 * Derives a key of {@link KEY_BYTES} bytes for one purpose from a master key (HKDF-SHA-256): deterministic; keys of
 * different purposes reveal nothing about each other.
 * @throws RangeError for a master key whose length is not {@link KEY_BYTES}
 */
export function deriveKey(master: Uint8Array, purpose: string): Uint8Array {
	if (master.length !== KEY_BYTES) throw new RangeError(`A key has ${KEY_BYTES} bytes, this one ${master.length}.`);
	return new Uint8Array(hkdfSync("sha256", master, "", `parley/${purpose}`, KEY_BYTES));
}

/** Creates an unguessable token of `bytes` random bytes (32: 256 bits) in base64url. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString("base64url");

/** Returns the SHA-256 of the UTF-8 form of `text`, 64 lower-case hex characters. */
export const sha256Hex = (text: string): string => hash("sha256", text, "hex");

/**
 * Returns the HMAC-SHA-256 of the UTF-8 form of `text`, 64 lower-case hex characters; without the key it cannot be used
 * to guess the text.
 */
export const hmacHex = (key: Uint8Array, text: string): string => createHmac("sha256", key).update(text).digest("hex");

/** Whether two secrets are equal, compared in constant time. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
