import type { UploadOptions } from "#client/uploads";

type Storage = NonNullable<UploadOptions["storage"]>;
/** Where an upload is at the server, as the client remembers it. */
type Previous = Parameters<Storage["addUpload"]>[1];

/** What this browser keeps of something that the server does not have whole. */
export interface Kept {
	readonly id: string;
	/** Whose it is: another person at this browser does not see it. */
	readonly personId: string;
	readonly orgId: string;
	readonly workspaceId: string;
	/** The sound of a recording is kept as well; a file has to be chosen again. */
	readonly kind: "file" | "recording";
	readonly name: string;
	readonly type: string;
	/** Of a recording: 0, as it grows. */
	readonly sizeBytes: number;
	/** When the file was changed, or the recording began. */
	readonly changedAtMs: number;
	readonly previous: Previous | null;
	/** Of a recording in the room of a meeting: whose words it has. */
	readonly track?: Track;
}

/** What one participant says in the room of a meeting. */
interface Track {
	readonly meetingId: string;
	readonly participantId: string;
	/** Joins the tracks of all participants to one transcript. */
	readonly captureId: string;
	/** By the clock of the server. */
	readonly startedAt: string;
	/** Of a guest, who has no other way back to it after a crash; null: a member. */
	readonly token: string | null;
}

export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Returns the name of a recording as a file. */
export const filenameOf = ({ name, type }: Kept): string =>
	`${name.replace(/[/\\]/g, "-")}.${/^\w+\/(\w+)/.exec(type)?.[1] ?? "webm"}`;

/** Returns what the server is told of it when its upload is announced. */
export function announcementOf(kept: Kept): UploadOptions {
	const { kind, name, type, workspaceId, changedAtMs, track } = kept;
	if (kind === "file") return { workspaceId, filename: name };
	const of = { filename: filenameOf(kept), contentType: type };
	if (!track) return { ...of, workspaceId, title: name, startedAt: new Date(changedAtMs).toISOString() };
	const { token: _, ...whose } = track;
	// By which the server knows it when it comes again.
	return { ...of, ...whose, trackId: kept.id };
}

const NAME = "parley.uploads";

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error("The database of this browser failed."));
	});

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
	const request = indexedDB.open(NAME, 1);
	request.onupgradeneeded = () => {
		request.result.createObjectStore("uploads", { keyPath: "id" });
		request.result.createObjectStore("pieces");
	};
	return answerOf(request);
}

async function storeOf(name: "uploads" | "pieces", mode: IDBTransactionMode): Promise<IDBObjectStore> {
	opened ??= open();
	return (await opened).transaction(name, mode).objectStore(name);
}

const piecesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

export const keep = async (kept: Kept): Promise<unknown> => answerOf((await storeOf("uploads", "readwrite")).put(kept));

/** Keeps what has changed of something, unless it was forgotten meanwhile. */
async function keepChanged(kept: Kept): Promise<void> {
	const store = await storeOf("uploads", "readwrite");
	if ((await answerOf(store.count(kept.id))) > 0) await answerOf(store.put(kept));
}

/** Keeps a second of a recording. */
export const keepPiece = async (id: string, number: number, piece: Blob): Promise<unknown> =>
	answerOf((await storeOf("pieces", "readwrite")).put(piece, [id, number]));

export const listKept = async (): Promise<readonly Kept[]> =>
	answerOf((await storeOf("uploads", "readonly")).getAll() as IDBRequest<Kept[]>);

export async function isKept(id: string): Promise<boolean> {
	return (await answerOf((await storeOf("uploads", "readonly")).count(id))) > 0;
}

/** Returns the sound of a recording. */
export async function contentOf({ id, type }: Kept): Promise<Blob> {
	const pieces = (await answerOf((await storeOf("pieces", "readonly")).getAll(piecesOf(id)))) as Blob[];
	return new Blob(pieces, { type });
}

export async function forget(id: string): Promise<void> {
	await answerOf((await storeOf("pieces", "readwrite")).delete(piecesOf(id)));
	await answerOf((await storeOf("uploads", "readwrite")).delete(id));
}

/** Remembers beside an upload where it is at the server. */
export function storageOf(kept: Kept, onChange: (kept: Kept) => void): Storage {
	let now = kept;
	const found = async () => (now.previous === null ? [] : [now.previous]);
	async function remember(previous: Previous | null): Promise<void> {
		now = { ...kept, previous };
		onChange(now);
		await keepChanged(now).catch(() => undefined);
	}
	return {
		findAllUploads: found,
		findUploadsByFingerprint: found,
		removeUpload: () => remember(null),
		async addUpload(_fingerprint, upload) {
			await remember({ ...upload, urlStorageKey: kept.id });
			return kept.id;
		},
	};
}

const LOCK = "parley.upload.";
const held = new Map<string, () => void>();

/** Says to other tabs that this one is at it, until {@link release}. Where the browser has no locks (plain http) they cannot know. */
export function hold(id: string): void {
	if (held.has(id) || navigator.locks === undefined) return;
	void navigator.locks.request(LOCK + id, () => new Promise<void>((resolve) => held.set(id, resolve)));
}

export function release(id: string): void {
	held.get(id)?.();
	held.delete(id);
}

/** Returns what tabs are at, this one included. */
export async function heldIds(): Promise<ReadonlySet<string>> {
	const locks = await navigator.locks?.query();
	return new Set(locks?.held?.map(({ name = "" }) => name.slice(LOCK.length)));
}
