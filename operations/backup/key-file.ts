import { Decrypter, Encrypter } from "age-encryption";
import { type KeyRing, parseKeys } from "#kernel/key-ring";
import { SetupError } from "#kernel/setup-error";
import { DamagedBackupError } from "./seal.ts";

/** Who can open a backup: whoever knows a passphrase, or has the identity of one of the recipients (`age1…`). */
export type Lock = { readonly passphrase: string } | { readonly recipients: readonly string[] };

/** What somebody has to open a backup with. */
export interface Openers {
	readonly passphrase: string | undefined;
	/** `AGE-SECRET-KEY-1…` */
	readonly identities: readonly string[];
}

/** The keys of an installation, as a backup contains them. */
export interface BackedUpKeys {
	/** What its database is sealed with. */
	readonly encryptionKeys: KeyRing;
	/** What the files of its backups are sealed with; 32 bytes. */
	readonly backupKey: Uint8Array;
}

/** Ways to lock the keys of a backup, see {@link Lock}. */
export type LockKind = "passphrase" | "recipients";

/** Returns the kind of a lock. */
export const kindOfLock = (lock: Lock): LockKind => ("passphrase" in lock ? "passphrase" : "recipients");

const encode = (key: Uint8Array): string => Buffer.from(key).toString("base64");

/** Locks keys into a file in the format of age, which the program of that name opens as well. */
export async function lockKeys({ encryptionKeys, backupKey }: BackedUpKeys, lock: Lock): Promise<Uint8Array> {
	const encrypter = new Encrypter();
	if ("passphrase" in lock) encrypter.setPassphrase(lock.passphrase);
	else for (const recipient of lock.recipients) encrypter.addRecipient(recipient);
	const text = { encryptionKeys: encryptionKeys.map(encode), backupKey: encode(backupKey) };
	return encrypter.encrypt(`${JSON.stringify(text, null, "\t")}\n`);
}

/**
 * Opens a file of {@link lockKeys}.
 * @param kind how it was locked
 * @throws SetupError that says what is missing, or that what was given does not open it
 */
export async function unlockKeys(file: Uint8Array, kind: LockKind, openers: Openers): Promise<BackedUpKeys> {
	const decrypter = new Decrypter();
	if (kind === "passphrase") {
		if (openers.passphrase === undefined)
			throw new SetupError("BACKUP_PASSPHRASE: the backup is protected by a passphrase, which is not set.");
		decrypter.addPassphrase(openers.passphrase);
	} else {
		if (openers.identities.length === 0)
			throw new SetupError("BACKUP_IDENTITY: the backup was made for age recipients; the identity of one is needed.");
		for (const identity of openers.identities) decrypter.addIdentity(identity);
	}
	const text = await decrypter.decrypt(file, "text").catch((cause: unknown) => {
		throw new SetupError(
			kind === "passphrase"
				? "BACKUP_PASSPHRASE: the passphrase is not that of the backup."
				: "BACKUP_IDENTITY: the backup was not made for this identity.",
			{ cause },
		);
	});
	const { encryptionKeys, backupKey } = JSON.parse(text);
	const keys = parseKeys(encryptionKeys);
	if ("error" in keys) throw new DamagedBackupError("the keys of the backup are not keys");
	return { encryptionKeys: keys.value, backupKey: new Uint8Array(Buffer.from(backupKey, "base64")) };
}
