import { randomToken } from "#kernel/secrets";
import { asStorageError, ContentMismatchError, DraftLostError, DraftOffsetError } from "./errors.ts";
import type { ObjectKeys } from "./keys.ts";
import { contentOf, type DraftContent, type DraftNote, HEAD_BYTES, packPart, parseNote } from "./note.ts";
import type { ObjectDraft, ObjectName, ObjectStore } from "./objects.ts";
import type { BlobDraft, StoredObject } from "./ports.ts";
import { readContent } from "./reader.ts";
import { ContentWriter } from "./writer.ts";

/** Content after which what arrived is made durable, so that it need not be sent again after a crash. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024;
/** Time after which it is, in ms. */
const CHECKPOINT_MS = 5_000;
/** Drafts whose hash is remembered between two pieces; those beyond are read again for it. */
const MAX_REMEMBERED = 1_000;

/** What this process knows of a draft besides its note. */
interface Remembered {
	/** Of the checkpoint that the hash belongs to. */
	readonly stamp: string;
	readonly hasher: Bun.CryptoHasher;
}

export interface DraftsDeps {
	readonly objects: ObjectStore;
	readonly keys: ObjectKeys;
	/** Whether an object has entered the ledger. */
	readonly isInLedger: (name: ObjectName) => Promise<boolean>;
}

/** A draft that is open: at its last checkpoint, with what continues it. */
interface OpenDraft {
	readonly handle: ObjectDraft;
	readonly note: DraftNote;
	readonly key: Uint8Array | null;
	readonly content: DraftContent;
	/** Hash of the content so far; null: unknown to this process. */
	readonly hasher: Bun.CryptoHasher | null;
}

export type Drafts = ReturnType<typeof createDrafts>;

/**
 * Creates the drafts of a store. A draft lives in the store alone and is opened for each piece as of its last checkpoint;
 * only the state of its hash, which cannot be stored, is remembered here.
 */
export function createDrafts({ objects, keys, isInLedger }: DraftsDeps) {
	const remembered = new Map<string, Remembered>();
	/** Drafts being written to by this process. */
	const busy = new Set<string>();

	function remember(storageKey: string, { stamp }: DraftNote, hasher: Bun.CryptoHasher | null): void {
		remembered.delete(storageKey);
		if (hasher === null) return;
		remembered.set(storageKey, { stamp, hasher: hasher.copy() });
		const [oldest] = remembered.size > MAX_REMEMBERED ? remembered.keys() : [];
		if (oldest !== undefined) remembered.delete(oldest);
	}

	/** Opens the key of a draft; undefined when it was sealed with a key that was replaced since. */
	function openKey(name: ObjectName, { sealedKey }: DraftNote): Uint8Array | null | undefined {
		try {
			return keys.open(name, sealedKey);
		} catch {
			return undefined;
		}
	}

	async function openDraft(name: ObjectName): Promise<OpenDraft> {
		const found = await objects.reopen(name);
		if (found === undefined) throw new DraftLostError();
		const note = parseNote(found.note);
		const key = openKey(name, note);
		if (key === undefined) throw new DraftLostError();
		const known = remembered.get(name.storageKey);
		const hasher = known?.stamp === note.stamp ? known.hasher.copy() : null;
		return { handle: found.draft, note, key, content: contentOf(note, key), hasher };
	}

	/** Opens a draft for as long as `work` takes; nobody else of this process has it then. */
	async function using<T>(name: ObjectName, sizeBytes: number, work: (draft: OpenDraft) => Promise<T>): Promise<T> {
		if (busy.has(name.storageKey)) throw new DraftOffsetError(sizeBytes);
		busy.add(name.storageKey);
		try {
			const draft = await openDraft(name);
			try {
				return await work(draft);
			} finally {
				await draft.handle.close();
			}
		} catch (error) {
			throw asStorageError(error);
		} finally {
			busy.delete(name.storageKey);
		}
	}

	/** Makes what a writer has durable, and returns its note. */
	async function checkpoint(
		name: ObjectName,
		{ handle, note, key, hasher }: OpenDraft,
		writer: ContentWriter,
		head: Uint8Array,
	): Promise<DraftNote> {
		await writer.flush();
		const { sizeBytes, tail, chunks } = writer.position;
		const next: DraftNote = {
			...note,
			stamp: randomToken(9),
			sizeBytes,
			chunks,
			tail: key === null ? "" : packPart(key, [chunks, "tail"], tail),
			head: packPart(key, [0, "head"], head),
		};
		await handle.checkpoint(JSON.stringify(next));
		remember(name.storageKey, next, hasher);
		return next;
	}

	/** Appends content and returns the new size. */
	async function append(
		name: ObjectName,
		draft: OpenDraft,
		content: AsyncIterable<Uint8Array>,
		onSize: (sizeBytes: number) => void,
	): Promise<void> {
		const { handle, key, hasher } = draft;
		// Content of a new draft is hashed from its first byte on.
		const opened = { ...draft, hasher: draft.content.sizeBytes === 0 ? new Bun.CryptoHasher("sha256") : hasher };
		const writer = new ContentWriter(handle, key, draft.content);
		let head = draft.content.head;
		let [durableBytes, durableAt] = [draft.content.sizeBytes, performance.now()];
		let failed = false;
		/** Runs a step of the store; what is not durable is given up when it fails. */
		const step = async (work: () => Promise<unknown>): Promise<void> => {
			try {
				await work();
			} catch (error) {
				failed = true;
				throw asStorageError(error);
			}
		};
		const save = () =>
			step(async () => {
				const { sizeBytes } = await checkpoint(name, opened, writer, head);
				[durableBytes, durableAt] = [sizeBytes, performance.now()];
				onSize(sizeBytes);
			});
		try {
			for await (const piece of content) {
				opened.hasher?.update(piece);
				if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
				await step(() => writer.push(piece));
				const newBytes = writer.sizeBytes - durableBytes;
				if (newBytes >= CHECKPOINT_BYTES || performance.now() - durableAt > CHECKPOINT_MS) await save();
			}
			await save();
		} catch (error) {
			// Whoever sent it is gone: what arrived is kept.
			if (!failed) await save();
			throw error;
		} finally {
			await writer.close();
			if (failed) await handle.rollBack();
		}
	}

	/** Hashes a completed object by reading it. */
	async function hashAgain(name: ObjectName, { note, key }: OpenDraft): Promise<string> {
		const hasher = new Bun.CryptoHasher("sha256");
		const { sizeBytes } = note;
		for await (const piece of readContent(objects, { ...name, sizeBytes, chunkBytes: keys.chunkBytes(key), key }))
			hasher.update(piece);
		return hasher.digest("hex");
	}

	async function finish(name: ObjectName, draft: OpenDraft, expected: string | undefined): Promise<StoredObject> {
		const { handle, key, content } = draft;
		let { note } = draft;
		const isEmpty = content.sizeBytes === 0;
		const known = (isEmpty ? new Bun.CryptoHasher("sha256") : draft.hasher)?.copy().digest("hex") ?? null;
		if (known !== null && expected !== undefined && known !== expected) throw new ContentMismatchError(known);
		if (!note.isWhole) {
			const writer = new ContentWriter(handle, key, content);
			try {
				await writer.end();
				note = { ...note, isWhole: true, sha256: known };
				await handle.checkpoint(JSON.stringify(note));
			} catch (error) {
				await writer.close();
				await handle.rollBack();
				throw asStorageError(error);
			}
			await writer.close();
		}
		await handle.complete();
		if (note.sha256 === null) {
			note = { ...note, sha256: await hashAgain(name, draft) };
			await handle.saveNote(JSON.stringify(note));
		}
		const sha256 = note.sha256 ?? "";
		if (expected !== undefined && sha256 !== expected) throw new ContentMismatchError(sha256);
		return keys.describe(name, { sha256, sizeBytes: note.sizeBytes, sealedKey: note.sealedKey });
	}

	async function discard(name: ObjectName): Promise<void> {
		remembered.delete(name.storageKey);
		await objects.removeDraft(name);
		if (!(await isInLedger(name))) await objects.remove(name);
	}

	const draftOf = (name: ObjectName, initialBytes: number): BlobDraft => {
		let sizeBytes = initialBytes;
		return {
			state: { storageKey: name.storageKey },
			get sizeBytes() {
				return sizeBytes;
			},
			async append(content, atOffset) {
				await using(name, sizeBytes, async (draft) => {
					sizeBytes = draft.content.sizeBytes;
					if (draft.note.isWhole || sizeBytes !== atOffset) throw new DraftOffsetError(sizeBytes);
					await append(name, draft, content, (size) => {
						sizeBytes = size;
					});
				});
				return sizeBytes;
			},
			head: (maxBytes) =>
				using(name, sizeBytes, async ({ content }) => content.head.slice(0, Math.min(maxBytes, HEAD_BYTES))),
			finish: ({ expectedSha256 } = {}) => using(name, sizeBytes, (draft) => finish(name, draft, expectedSha256)),
			keep: () => using(name, sizeBytes, ({ handle, note }) => handle.checkpoint(JSON.stringify(note))),
			discard: () => discard(name),
		};
	};

	return {
		/** Starts a draft. */
		async create(name: ObjectName): Promise<BlobDraft> {
			const { key, sealedKey } = keys.make(name);
			const handle = await objects.create(name).catch((error: unknown) => {
				throw asStorageError(error);
			});
			const empty = new Uint8Array(0);
			const note = { sealedKey, isWhole: false, sha256: null, stamp: "", sizeBytes: 0, chunks: 0, tail: "", head: "" };
			const writer = new ContentWriter(handle, key, { sizeBytes: 0, tail: empty });
			try {
				const content = { sizeBytes: 0, tail: empty, head: empty };
				await checkpoint(name, { handle, note, key, content, hasher: null }, writer, empty);
			} catch (error) {
				await objects.removeDraft(name).catch(() => {}); // The sweep will.
				throw asStorageError(error);
			} finally {
				await writer.close();
				await handle.close();
			}
			return draftOf(name, 0);
		},

		/** Continues a draft. @throws DraftLostError */
		resume: (name: ObjectName): Promise<BlobDraft> =>
			using(name, 0, async ({ content }) => draftOf(name, content.sizeBytes)),

		discard,
	};
}
