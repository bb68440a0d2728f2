import type { LiveMessage, MediaLine, SignalData } from "#client";
import { sendCandidates } from "./candidates.ts";
import { withOwnCodecs } from "./description.ts";
import { Mesh, type MeshOptions, type Other } from "./mesh.ts";
import { type Limit, limitSender, type Slot } from "./peer.ts";
import type { Via } from "./via.ts";
import type { WorkerLink } from "./worker-link.ts";

export interface MediaPathOptions extends MeshOptions {
	/** Called when sound and pictures go another way than before. */
	readonly onVia: (via: Via) => void;
}

/** As who the worker takes part in signals. */
const WORKER = "media";
/** How often it is looked whether the former way is still needed, in ms. */
const LOOK_MS = 500;
/** How long connections between browsers remain beside that to the worker, until those of the others are up as well, in ms. */
const BESIDE_MS = 4_000;
/** How long the worker remains, at the longest, while browsers call each other, in ms. */
const RETURN_MS = 8_000;
/** A picture is sent once to the worker, which gives it to all: as large as for so many others. */
const RECEIVERS_BY_WORKER = 4;

/** Only rooms of many people need it. */
const loadWorkerLink = () => import("./worker-link.ts");

/** The way of sound and pictures: from browser to browser or through the media worker, and from one to the other. */
export class MediaPath {
	/** Who is there is known by it, whatever the way. */
	readonly mesh: Mesh;
	readonly #options: MediaPathOptions;
	readonly #timer = setInterval(() => this.#look(), LOOK_MS);
	readonly #sent: Partial<Record<Slot, MediaStreamTrack | null>> = {};
	readonly #limits = new Map<Slot, Limit>();
	#worker: WorkerLink | null = null;
	#isLoading = false;
	#via: Via = "mesh";
	#changedAtMs = 0;
	/** When the connection to the worker came up; null: there is none. */
	#workerSinceMs: number | null = null;
	#lines: readonly MediaLine[] = [];
	#isNewSocket = false;
	#arePicturesWanted = true;
	/** Whether the server passes on that the picture of a person is that of a screen. */
	hasScreens = false;

	constructor(options: MediaPathOptions) {
		this.#options = options;
		this.mesh = new Mesh(options);
	}

	get via(): Via {
		return this.#via;
	}

	/** Number of others for whom a picture is made. */
	get receivers(): number {
		const others = this.mesh.others.size;
		return this.#via === "worker" ? Math.min(others, RECEIVERS_BY_WORKER) : others;
	}

	/** All connections that are open. */
	get connections(): readonly RTCPeerConnection[] {
		const connection = this.#worker?.connection;
		return connection ? [...this.mesh.connections, connection] : this.mesh.connections;
	}

	/** Whether the worker should have been reached by now. */
	get isMissed(): boolean {
		return this.#via === "worker" && this.#worker?.isMissed === true;
	}

	/** Everything that is heard: of each person once, although two ways may be there for a while. */
	get sounds(): readonly MediaStreamTrack[] {
		const others = [...this.mesh.others.values()].filter((other) => this.#isDirect(other));
		const direct = new Set(others.flatMap(({ id, peer }) => (peer?.state === "connected" ? [id] : [])));
		const tracks = others.flatMap(({ peer }) => [peer?.received("voice") ?? [], peer?.received("screenSound") ?? []]);
		return [...(this.#worker?.soundsBut(direct) ?? []), ...tracks.flat()];
	}

	/** Shows a track to all others, or nothing. */
	show(slot: Slot, track: MediaStreamTrack | null): void {
		this.#sent[slot] = track;
		this.mesh.show(slot, track);
		this.#worker?.show(this.#sent);
	}

	limit(slot: Slot, limit: Limit): void {
		this.#limits.set(slot, limit);
		this.mesh.limit(slot, limit);
		this.#worker?.limit(slot, limit);
	}

	/** Says whether the pictures of all others are looked at. */
	wantPictures(areWanted: boolean): void {
		this.#arePicturesWanted = areWanted;
		for (const id of this.mesh.others.keys()) this.mesh.want(id, "picture", areWanted);
	}

	/** How the connection to somebody stands. */
	stateOf({ peer }: Other): RTCPeerConnectionState {
		if (this.#worker?.isConnected || peer?.state === "connected") return "connected";
		return this.#via === "worker" ? "connecting" : (peer?.state ?? "new");
	}

	/** Returns what is seen of somebody. */
	received({ id, peer, screen }: Other, slot: "picture" | "screen"): MediaStreamTrack | null {
		const direct = peer?.received(slot) ?? null;
		if (this.#via === "mesh" && peer?.state === "connected") return direct;
		const isShown = screen === (slot === "screen") && (screen || this.#arePicturesWanted);
		const shown = isShown ? this.#worker?.picture(id) : null;
		return shown ?? direct;
	}

	/** Returns how loud somebody is at this moment, 0…1. */
	level = ({ id, peer }: Other): number => Math.max(this.#worker?.level(id) ?? 0, peer?.level() ?? 0);

	/** Takes what the server says of the way, and what is said by it. */
	take(message: LiveMessage): void {
		switch (message.type) {
			case "ready":
				this.#isNewSocket = true;
				break;
			case "room":
				this.hasScreens = message.media !== undefined;
				this.#go(message.media?.via ?? "mesh");
				// What the worker has for a person ends with their socket.
				if (this.#isNewSocket && this.#via === "worker") this.#worker?.askAgain();
				this.#isNewSocket = false;
				break;
			case "media":
				this.hasScreens = true;
				this.#go(message.via);
				break;
			case "lines":
				this.#lines = message.lines;
				this.#worker?.takeLines(message.lines);
				break;
			case "wanted":
				this.#worker?.wantPicture(message.picture);
				break;
			case "signal":
				if (message.from === WORKER) this.#worker?.signal(message.data);
				else void this.mesh.signal(message.from, message.data);
				break;
			default:
			// It is for another part of the room.
		}
	}

	/** Asks again where nothing was passed on for a while. */
	callAgain(): void {
		this.mesh.callAgain();
		this.#worker?.hurry();
	}

	close(): void {
		clearInterval(this.#timer);
		this.#worker?.close();
		this.#worker = null;
		this.mesh.close();
	}

	/** Whether somebody is heard from their browser, if at all. A worker that is gone may look connected for a while. */
	#isDirect = ({ id }: Other): boolean => this.#via === "mesh" || !this.#worker?.carries(id);

	#go(via: Via): void {
		const isOther = via !== this.#via;
		this.#via = via;
		if (isOther) this.#changedAtMs = performance.now();
		this.mesh.rest(via === "worker");
		this.#worker?.use(via === "worker");
		if (via === "worker") void this.#load();
		if (isOther) this.#options.onVia(via);
	}

	async #load(): Promise<void> {
		if (this.#worker || this.#isLoading) return;
		this.#isLoading = true;
		// Without it the way is missing as it is without a connection: it is tried again.
		const loaded = await loadWorkerLink().catch(() => null);
		this.#isLoading = false;
		if (!loaded || this.#via !== "worker" || this.#worker) return;
		const { configuration, send, passesOn, onChange } = this.#options;
		const worker = new loaded.WorkerLink({
			configuration,
			send: (data: SignalData) => send(WORKER, data),
			passesOn,
			onChange,
			tools: { sendCandidates, withOwnCodecs, limitSender },
		});
		worker.show(this.#sent);
		for (const [slot, limit] of this.#limits) worker.limit(slot, limit);
		worker.takeLines(this.#lines);
		this.#worker = worker;
	}

	/** Ends the former way once the other one is there. */
	#look(): void {
		const nowMs = performance.now();
		if (!this.#worker?.isConnected) this.#workerSinceMs = null;
		else this.#workerSinceMs ??= nowMs;
		if (this.#via === "worker") {
			void this.#load();
			if (this.#workerSinceMs !== null && nowMs - this.#workerSinceMs > BESIDE_MS) this.mesh.hangUp();
			return;
		}
		if (!this.#worker) return;
		const present = [...this.mesh.others.values()].filter(({ isPresent }) => isPresent);
		const areReached = present.every(({ peer }) => peer?.state === "connected");
		if (!areReached && this.#worker.isConnected && nowMs - this.#changedAtMs < RETURN_MS) return;
		this.#worker.close();
		this.#worker = null;
		this.#options.onChange();
	}
}
