/** Name of an object: of a tenant, so that two never share one. */
export interface ObjectName {
	readonly orgId: string;
	readonly storageKey: string;
}

/** An object, or a draft of one, that was found in the store. */
export interface FoundObject extends ObjectName {
	readonly isDraft: boolean;
	/** When it was changed last, Unix ms by the clock of the store. */
	readonly changedAtMs: number;
}

/** An object in the making. One writer at a time. */
export interface ObjectDraft {
	/** Appends bytes, which must not change until it resolves. */
	write(bytes: Uint8Array): Promise<void>;
	/** Makes durable what was written so far, together with a note: after a crash both are there, or both as before. */
	checkpoint(note: string): Promise<void>;
	/** Makes all that was written the object; durable when it resolves. Idempotent. A note stays. */
	complete(): Promise<void>;
	/** Replaces the note of a completed draft. */
	saveNote(note: string): Promise<void>;
	/** Gives back the room of what was written since the last checkpoint, as far as that succeeds. */
	rollBack(): Promise<void>;
	/** Releases what is open. The draft stays as of its last checkpoint, if it had one. */
	close(): Promise<void>;
}

/** Where objects lie, byte for byte as they are given: a disk, or a bucket. Everything that resolves is durable. */
export interface ObjectStore {
	/** Starts a draft, which can be reopened from its first checkpoint on. */
	create(name: ObjectName): Promise<ObjectDraft>;
	/** Opens a draft as of its last checkpoint; undefined when there is none. */
	reopen(name: ObjectName): Promise<{ readonly draft: ObjectDraft; readonly note: string } | undefined>;
	/** Removes a draft, completed or not, with its note; a completed object stays. Idempotent. */
	removeDraft(name: ObjectName): Promise<void>;
	/** Returns the size of an object; undefined when there is none. */
	sizeOf(name: ObjectName): Promise<number | undefined>;
	/**
	 * Reads the bytes of an object from `start` to before `end`, or to its end, in pieces of whole units: only the last may
	 * end within one.
	 */
	read(name: ObjectName, range: { start: number; end: number }, unitBytes: number): AsyncIterable<Uint8Array>;
	/** Gives an object a second name in the file system; false where that is impossible, or it is on another disk. */
	link(name: ObjectName, path: string): Promise<boolean>;
	/** Removes an object. Idempotent. */
	remove(name: ObjectName): Promise<void>;
	/** Removes all that a tenant has, drafts included. Idempotent. */
	removeTenant(orgId: string): Promise<void>;
	/** Lists everything there is, tenant by tenant. */
	list(): AsyncIterable<FoundObject>;
}

const ORGANIZATION = /^[a-z]{3}_[0-9a-z]{1,40}$/;
const KEY = /^obj_[0-9a-z]{26}$/;

/** Whether a name can be that of an object: it must not lead out of its folder. */
export const isObjectName = ({ orgId, storageKey }: ObjectName): boolean =>
	ORGANIZATION.test(orgId) && KEY.test(storageKey);

/** Name of an object that is never stored: to ask for it shows whether the store answers. */
export const NO_OBJECT: ObjectName = { orgId: "org_0", storageKey: `obj_${"0".repeat(26)}` };

/** Asserts that a name can be that of an object. @throws Error */
export function assertObjectName(name: ObjectName): void {
	if (!isObjectName(name)) throw new Error("this is no name of an object");
}
