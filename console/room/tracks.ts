import { type Client, ProblemError } from "#client";
import { type RecordingUpload, uploadRecording } from "#client/uploads";
import {
	announcementOf,
	contentOf,
	forget,
	heldIds,
	hold,
	type Kept,
	keep,
	keepPiece,
	listKept,
	newId,
	release,
	storageOf,
} from "../api/kept.ts";
import { Store } from "./store.ts";
import { guestOf, type Meeting, type Visitor } from "./visitor.ts";

/** How what was recorded is doing. */
interface TracksState {
	/** Number of tracks that the server does not have whole. */
	readonly unsent: number;
	/** Number of tracks of this page that have arrived whole. */
	readonly sent: number;
	/** Number of those that the server does not take. */
	readonly failed: number;
	readonly sentBytes: number;
	readonly keptBytes: number;
	/** Why the server does not take a track. */
	readonly problem: ProblemError | null;
	/** Number of those that stay in this browser. */
	readonly refused: number;
}

/** A track that is being recorded. */
export interface OpenTrack {
	/** Takes another second of it. */
	add(piece: Blob): void;
	/** Nothing follows. */
	end(): void;
	/** The person does not agree any more: nothing of it remains. */
	discard(): void;
}

/** What is said in the room of a meeting becomes one transcript, however often its recording is stopped and started. */
const CAPTURE_ID = "room";
/** How long after a failure it is tried again, in ms. */
const AGAIN_MS = 10_000;
/** Codes of refusals that no later attempt changes: the sound is not wanted any more. */
const FINAL: readonly string[] = ["consent_required", "not_found", "unsupported_media_type"];

/** Whether another attempt may succeed: an upload that has failed says why, another one that is over only that it is. */
const isPassing = (error: ProblemError): boolean =>
	error.isRetryable || error.is("meeting_held") || (error.is("gone") && error.meta.failure === undefined);
const isFinal = ({ code, meta }: ProblemError): boolean => FINAL.includes(String(meta.failure ?? code));

/** The tracks that this browser has recorded, on their way to the server: kept second by second, and sent while they are recorded. */
export class Tracks {
	readonly store = new Store<TracksState>({
		unsent: 0,
		sent: 0,
		failed: 0,
		sentBytes: 0,
		keptBytes: 0,
		problem: null,
		refused: 0,
	});
	/** Those whose upload the server has refused. */
	#refused: readonly Kept[] = [];
	readonly #sizes = new Map<string, { sentBytes: number; keptBytes: number }>();
	readonly #tasks = new Map<string, RecordingUpload>();
	readonly #discarded = new Set<string>();

	constructor() {
		addEventListener("beforeunload", (event) => {
			if (this.store.value.unsent > 0) event.preventDefault();
		});
	}

	/** Begins a track. @param api of the participant */
	begin(kept: Kept, api: Client): OpenTrack {
		const { id } = kept;
		hold(id);
		// Not to be cleared away when the disk gets full.
		void navigator.storage?.persist?.();
		let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
		const sound = new ReadableStream<Uint8Array>({
			start(own) {
				controller = own;
			},
		});
		const ended = Promise.withResolvers<void>();
		let size = 0;
		let count = 0;
		// A browser that keeps nothing sends all the same; only a crash ends it.
		let keeping: Promise<unknown> = keep(kept).catch(() => undefined);
		this.#note(id, {});
		void this.#follow(kept, api, sound, ended.promise);
		return {
			add: (piece) => {
				const number = count++;
				size += piece.size;
				this.#note(id, { keptBytes: size });
				keeping = keeping.then(async () => {
					if (this.#discarded.has(id)) return;
					await keepPiece(id, number, piece).catch(() => undefined);
					controller?.enqueue(new Uint8Array(await piece.arrayBuffer()));
				});
			},
			end: () => {
				keeping = keeping.then(() => {
					controller?.close();
					ended.resolve();
				});
			},
			discard: () => {
				this.#discarded.add(id);
				// One that was refused before it began has nothing to pause.
				this.#tasks
					.get(id)
					?.pause()
					.catch(() => undefined);
				keeping = keeping.then(() => this.#forget(id));
			},
		};
	}

	/** Sends what pages before this one have left: what guests have recorded, and the one who comes. The console sends the rest. */
	async restore({ userId, meeting, api: own }: Visitor): Promise<void> {
		const apiOf = ({ track, personId, orgId }: Kept): Client | null => {
			if (!track) return null;
			if (track.token !== null) return guestOf(track.token, null).api;
			return personId === userId && orgId === meeting?.orgId ? own : null;
		};
		const [all, busy] = await Promise.all([listKept(), heldIds()]).catch(() => [[], new Set<string>()] as const);
		for (const kept of all) {
			const api = busy.has(kept.id) || this.#sizes.has(kept.id) ? null : apiOf(kept);
			if (!api) continue;
			hold(kept.id);
			this.#note(kept.id, {});
			void this.#sendKept(kept, api);
		}
	}

	/** Gives up what the server does not take. */
	async discardRefused(): Promise<void> {
		const refused = this.#refused;
		this.#refuse([]);
		this.store.set({ problem: null, failed: this.store.value.failed - refused.length });
		for (const { id } of refused) await this.#forget(id);
	}

	#refuse(refused: readonly Kept[]): void {
		this.#refused = refused;
		this.store.set({ refused: refused.length });
	}

	/** Sends a track while it is recorded; what that does not bring is sent once it is there as a whole. */
	async #follow(kept: Kept, api: Client, sound: ReadableStream<Uint8Array>, ended: Promise<void>): Promise<void> {
		const remembered = { now: kept };
		try {
			await this.#upload(kept, api, sound, (now) => {
				remembered.now = now;
			});
			await this.#arrived(kept.id);
		} catch {
			await ended;
			await this.#sendKept(remembered.now, api);
		}
	}

	/** Sends a track that is there as a whole, however often it takes. */
	async #sendKept(kept: Kept, api: Client): Promise<void> {
		let remembered = kept;
		while (!this.#discarded.has(kept.id)) {
			const content = await contentOf(kept).catch(() => new Blob());
			if (content.size === 0) break;
			this.#note(kept.id, { keptBytes: content.size });
			try {
				await this.#upload(remembered, api, content, (now) => {
					remembered = now;
				});
				return await this.#arrived(kept.id);
			} catch (error) {
				if (ProblemError.is(error) && !isPassing(error)) {
					this.store.set({ problem: error, failed: this.store.value.failed + 1 });
					if (isFinal(error)) break;
					this.#refuse([...this.#refused, kept]);
					return this.#drop(kept.id);
				}
			}
			await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
		}
		await this.#forget(kept.id);
	}

	async #upload(
		kept: Kept,
		api: Client,
		sound: Blob | ReadableStream<Uint8Array>,
		onChange: (kept: Kept) => void,
	): Promise<void> {
		const task = uploadRecording(api, sound, {
			...announcementOf(kept),
			storage: storageOf(kept, onChange),
			onProgress: (sentBytes) => this.#note(kept.id, { sentBytes }),
		});
		this.#tasks.set(kept.id, task);
		await task.done;
	}

	async #arrived(id: string): Promise<void> {
		await forget(id).catch(() => undefined);
		this.store.set({ sent: this.store.value.sent + 1 });
		this.#drop(id);
	}

	async #forget(id: string): Promise<void> {
		await forget(id).catch(() => undefined);
		this.#drop(id);
	}

	#drop(id: string): void {
		release(id);
		this.#tasks.delete(id);
		this.#sizes.delete(id);
		this.#show();
	}

	#note(id: string, part: Partial<{ sentBytes: number; keptBytes: number }>): void {
		if (this.#discarded.has(id)) return;
		this.#sizes.set(id, { sentBytes: 0, keptBytes: 0, ...this.#sizes.get(id), ...part });
		this.#show();
	}

	#show(): void {
		const sizes = [...this.#sizes.values()];
		const sum = (name: "sentBytes" | "keptBytes") => sizes.reduce((total, each) => total + each[name], 0);
		this.store.set({ unsent: sizes.length, sentBytes: sum("sentBytes"), keptBytes: sum("keptBytes") });
	}
}

/** Returns what this browser keeps of a track that begins now. @param aheadMs how far the clock of the server is ahead */
export function newTrack(
	{ userId, participantId }: Visitor,
	{ id: meetingId, orgId, workspaceId, title }: Meeting,
	{ type, aheadMs, token }: { readonly type: string; readonly aheadMs: number; readonly token: string | null },
): Kept {
	const nowMs = Date.now();
	const of = participantId ?? "";
	return {
		id: newId(),
		personId: userId ?? of,
		orgId,
		workspaceId,
		kind: "recording",
		name: title,
		type,
		sizeBytes: 0,
		changedAtMs: nowMs,
		previous: null,
		track: {
			meetingId,
			participantId: of,
			captureId: CAPTURE_ID,
			startedAt: new Date(nowMs + aheadMs).toISOString(),
			token,
		},
	};
}
