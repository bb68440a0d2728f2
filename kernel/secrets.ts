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

/** Bytes of every key here: AES-256 and HMAC-SHA-256. */
export const KEY_BYTES = 32;
/** Longest access token looked at; one character is one byte. */
export const MAX_TOKEN_CHARS = 4096;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals small secrets (signing keys, stored answers) for storage. */
export interface Vault {
	/**
	 * Encrypts and authenticates `plaintext`: `v1.<key id>.<base64url>`. Never twice the same.
	 * @param aad where the secret is kept (`table|column|row|org`), so that a sealed text cannot be moved elsewhere
	 */
	seal(plaintext: string, aad: string): string;
	/** What was sealed for the same `aad`. @throws Error when altered, moved, or sealed with a key this vault lacks */
	open(sealed: string, aad: string): string;
}

/**
 * AES-256-GCM under `key`. `olderKeys` only open, so that a key can be replaced while old texts are still about.
 * @throws RangeError for a key that has not {@link KEY_BYTES} bytes
 */
export function createVault(key: Uint8Array, olderKeys: readonly Uint8Array[] = []): Vault {
	const keys = new Map([key, ...olderKeys].map((each) => [keyId(each), each]));
	const prefix = `v1.${keyId(key)}.`;
	return {
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

/** Names a key without telling anything of it: 8 hex characters. */
const keyId = (key: Uint8Array): string => Buffer.from(deriveKey(key, "key-id")).toString("hex", 0, 4);

/**
 * A key for one purpose, made from a master key (HKDF-SHA-256): same input, same key; keys of two purposes tell
 * nothing of each other. {@link KEY_BYTES} bytes.
 * @throws RangeError for a master that has not {@link KEY_BYTES} bytes
 */
export function deriveKey(master: Uint8Array, purpose: string): Uint8Array {
	if (master.length !== KEY_BYTES) throw new RangeError(`A key has ${KEY_BYTES} bytes, this one ${master.length}.`);
	return new Uint8Array(hkdfSync("sha256", master, "", `parley/${purpose}`, KEY_BYTES));
}

/** An unguessable token of `bytes` random bytes (32: 256 bits) in base64url. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString("base64url");

/** SHA-256 of the UTF-8 form of `text`, 64 lower-case hex characters. */
export const sha256Hex = (text: string): string => hash("sha256", text, "hex");

/** HMAC-SHA-256 of the UTF-8 form of `text`, 64 lower-case hex characters: says nothing of a guessable text to who lacks the key. */
export const hmacHex = (key: Uint8Array, text: string): string => createHmac("sha256", key).update(text).digest("hex");

/** Whether two secrets are the same, in a time that depends on neither. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
