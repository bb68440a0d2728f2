import type { Store, StoreLock } from "#db/store";
import { uploadLocked } from "./errors.ts";

/** Time without a byte after which a request is taken for dead, such as one whose client has changed its network. */
const STALLED_MS = 2_000;

/** A request that writes to an upload: the only one. */
export interface Writer {
	/** Aborted when another request takes its place: it stores what has arrived and ends. */
	readonly signal: AbortSignal;
	/**
	 * Time without a byte after which what has arrived is stored, and {@link Writer.pause} called, in ms; null: never, since
	 * there is no other server.
	 */
	readonly pauseMs: number | null;
	/** Notes that bytes arrived. */
	touch(): void;
	/** Notes that all bytes are here: from now on nobody takes its place. */
	complete(): void;
	/**
	 * Lets requests at other servers write until something happens.
	 * @throws `upload_locked` when one does so then
	 */
	pause(until: Promise<unknown>): Promise<void>;
}

interface Held {
	readonly abort: AbortController;
	readonly ended: Promise<void>;
	touchedAtMs: number;
	isComplete: boolean;
}

export type Writers = ReturnType<typeof createWriters>;

/**
 * Creates the locks of uploads: one request writes at a time. One that has stalled makes way for the next, since a client
 * that resumes may have left it behind; in this process it has stored what arrived when the next one starts. Among servers
 * the lock is that of the database, and a request that has stalled does not keep it.
 */
export function createWriters(store: Pick<Store, "lock" | "dialect">) {
	const held = new Map<string, Held>();
	const pauseMs = store.dialect === "postgres" ? STALLED_MS : null;

	/** Makes a request end, unless it is receiving bytes; resolves when it has. @throws `upload_locked` */
	function dislodge(other: Held, isForced: boolean): Promise<void> {
		const isStalled = performance.now() - other.touchedAtMs > STALLED_MS;
		if (!isForced && !isStalled && !other.isComplete) throw uploadLocked();
		if (!other.isComplete) other.abort.abort();
		return other.ended;
	}

	return {
		/**
		 * Calls `work` as the only writer of an upload.
		 * @param isForced whether even a request that receives bytes makes way: for the end of the upload, which one at
		 * another server notices with its next piece
		 * @throws `upload_locked` when another request is receiving bytes; what `work` throws
		 */
		async run<T>(uploadId: string, work: (writer: Writer) => Promise<T>, isForced = false): Promise<T> {
			// Nothing is awaited between the last look and the entry: two would both find nobody.
			for (let other = held.get(uploadId); other !== undefined; other = held.get(uploadId))
				await dislodge(other, isForced);
			const { promise: ended, resolve: end } = Promise.withResolvers<void>();
			const own: Held = { abort: new AbortController(), ended, touchedAtMs: performance.now(), isComplete: false };
			held.set(uploadId, own);
			const shared: { lock: StoreLock | null } = { lock: null };
			const take = async (): Promise<void> => {
				shared.lock = await store.lock(`upload ${uploadId}`);
				if (shared.lock === null && !isForced) throw uploadLocked();
				shared.lock?.lost.addEventListener("abort", () => own.abort.abort(), { once: true });
			};
			try {
				await take();
				return await work({
					signal: own.abort.signal,
					pauseMs,
					touch() {
						own.touchedAtMs = performance.now();
					},
					complete() {
						own.isComplete = true;
					},
					async pause(until) {
						await shared.lock?.release();
						await until.catch(() => undefined); // Who reads it is told.
						await take();
					},
				});
			} finally {
				await shared.lock?.release();
				held.delete(uploadId);
				end();
			}
		},

		/** Whether a request writes to the upload at the moment, in this process. */
		isBusy: (uploadId: string): boolean => held.has(uploadId),

		/** Waits for a request that has stalled, or that has all bytes and checks them; not for one that receives bytes. */
		async settle(uploadId: string): Promise<void> {
			const other = held.get(uploadId);
			if (other === undefined) return;
			const isStalled = performance.now() - other.touchedAtMs > STALLED_MS;
			if (isStalled && !other.isComplete) other.abort.abort();
			if (isStalled || other.isComplete) await other.ended;
		},
	};
}
