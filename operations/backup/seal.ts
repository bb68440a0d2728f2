import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey } from "#kernel/secrets";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What sealing adds to a file, in bytes. */
export const SEAL_OVERHEAD = NONCE_BYTES + TAG_BYTES;

/** Thrown when a file of a backup is missing, or is not what was written. */
export class DamagedBackupError extends Error {
	override readonly name = "DamagedBackupError";
}

/** Seals the files of backups with the backup key of an installation. */
export interface BackupSeal {
	/** Names the key and reveals nothing about it: 16 hex characters. */
	readonly keyId: string;
	/** Encrypts and authenticates (AES-256-GCM) the content of a file, together with its path. */
	seal(path: string, content: Uint8Array): Uint8Array;
	/** Decrypts a file that was sealed for this path. @throws DamagedBackupError when it was altered, or lay elsewhere */
	open(path: string, sealed: Uint8Array): Uint8Array;
	/** Puts a line in front of a text that authenticates it. */
	sign(path: string, text: string): string;
	/** Returns the text behind the line. @throws DamagedBackupError when either was altered */
	verify(path: string, signed: string): string;
}

/** Creates the seal of a backup key of 32 bytes. Each file is sealed with a key of its own. */
export function createBackupSeal(backupKey: Uint8Array): BackupSeal {
	const keyOf = (path: string) => deriveKey(backupKey, `backup-file/${path}`);
	const macOf = (path: string, text: string): string =>
		createHmac("sha256", deriveKey(backupKey, `backup-text/${path}`))
			.update(text)
			.digest("hex");
	const damaged = (path: string, cause?: unknown) =>
		new DamagedBackupError(`${path} is damaged`, cause === undefined ? undefined : { cause });
	return {
		keyId: Buffer.from(deriveKey(backupKey, "backup-key-id")).toString("hex", 0, 8),

		seal(path, content) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv("aes-256-gcm", keyOf(path), nonce);
			return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
		},

		open(path, sealed) {
			if (sealed.length < SEAL_OVERHEAD) throw damaged(path);
			const nonce = sealed.subarray(0, NONCE_BYTES);
			const decipher = createDecipheriv("aes-256-gcm", keyOf(path), nonce, { authTagLength: TAG_BYTES });
			decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
			const content = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
			try {
				decipher.final();
				return content;
			} catch (cause) {
				throw damaged(path, cause);
			}
		},

		sign: (path, text) => `${macOf(path, text)}\n${text}`,

		verify(path, signed) {
			const [mac = "", text] = [signed.slice(0, 64), signed.slice(65)];
			const expected = Buffer.from(macOf(path, text));
			const found = Buffer.from(mac);
			const isRight = signed[64] === "\n" && found.length === expected.length && timingSafeEqual(found, expected);
			if (!isRight) throw damaged(path);
			return text;
		},
	};
}
