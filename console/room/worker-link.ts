import type { MediaLine, SignalData } from "#client";
import type { sendCandidates } from "./candidates.ts";
import type { withOwnCodecs } from "./description.ts";
import { isOwn, OwnLines, type Sent } from "./own-lines.ts";
import type { Limit, limitSender, Slot } from "./peer.ts";

export interface WorkerLinkOptions {
	/** Asked again before each attempt: credentials of relays expire. */
	readonly configuration: () => RTCConfiguration;
	readonly send: (data: SignalData) => void;
	/** Whether the server passes on at this moment what is said to the worker. */
	readonly passesOn: () => boolean;
	readonly onChange: () => void;
	/** What the room has loaded already: with imports, it would be a file by itself. */
	readonly tools: {
		readonly sendCandidates: typeof sendCandidates;
		readonly withOwnCodecs: typeof withOwnCodecs;
		readonly limitSender: typeof limitSender;
	};
}

/** How often it is seen to that there is a connection, in ms. */
const LOOK_MS = 500;
/** After this time without an offer, the question has got lost, in ms. */
const LOST_OFFER_MS = 5_000;
/** Time for a connection to come about, and for one that broke off to mend itself, in ms. */
const CONNECT_MS = 15_000;
const MEND_MS = 5_000;
/** Until the next question, in ms; twice as long after each failure. The worker takes no more of them. */
const FIRST_DELAY_MS = 3_000;
const LONGEST_DELAY_MS = 15_000;
/** A connection that has lasted this long was good. */
const GOOD_MS = 10_000;
/** After this time without a connection a person is told, in ms. */
const TOLD_MS = 10_000;
const NEVER = Number.POSITIVE_INFINITY;

/** The connection to the media worker of the server: it offers, and this browser asks for the offer, as often as it takes. */
export class WorkerLink {
	readonly #options: WorkerLinkOptions;
	readonly #own: OwnLines;
	readonly #timer = setInterval(() => this.#look(), LOOK_MS);
	#connection: RTCPeerConnection | null = null;
	/** What this side of the attempt is called, and the other. */
	#page = "";
	#workerPage: string | null = null;
	#lines: readonly MediaLine[] = [];
	#work: Promise<void> = Promise.resolve();
	/** Whether it is asked again after a failure. */
	#isUsed = true;
	#failures = 0;
	/** When this attempt is given up, and when the next one begins. */
	#deadlineMs = NEVER;
	#nextMs = 0;
	#connectedAtMs: number | null = null;
	/** Since when there is no connection; null: there is one. */
	#missingSinceMs: number | null = performance.now();
	#isMissed = false;

	constructor(options: WorkerLinkOptions) {
		this.#options = options;
		this.#own = new OwnLines(options.tools.limitSender);
		this.#look();
	}

	get isConnected(): boolean {
		return this.#connection?.connectionState === "connected";
	}

	/** Whether there has been no connection for so long that the person should know. */
	get isMissed(): boolean {
		return this.#isMissed;
	}

	get connection(): RTCPeerConnection | null {
		return this.#connection;
	}

	/** Returns what is heard by it, whoever speaks, but for some who are heard otherwise. */
	soundsBut(ids: ReadonlySet<string>): readonly MediaStreamTrack[] {
		if (!this.isConnected) return [];
		const left = new Set(this.#lines.flatMap(({ mid, participantId }) => (ids.has(participantId ?? "") ? [mid] : [])));
		return this.#received("audio").flatMap(({ mid, receiver }) => (left.has(mid ?? "") ? [] : [receiver.track]));
	}

	/** Whether somebody is heard on one of the lines now. */
	carries = (id: string): boolean => this.isConnected && this.#lineOf(id, "audio") !== undefined;

	/** Returns the picture of somebody; null: they are not shown. */
	picture = (id: string): MediaStreamTrack | null =>
		this.isConnected ? (this.#lineOf(id, "video")?.receiver.track ?? null) : null;

	/** Returns how loud somebody is at this moment, 0…1. */
	level = (id: string): number => this.#lineOf(id, "audio")?.receiver.getSynchronizationSources()[0]?.audioLevel ?? 0;

	show(sent: Sent): void {
		this.#own.sent = sent;
		this.#own.apply(this.#connection);
	}

	limit(slot: Slot, limit: Limit): void {
		this.#own.limits.set(slot, limit);
		this.#own.apply(this.#connection);
	}

	/** Says whether anyone is shown the own picture. */
	wantPicture(isWanted: boolean): void {
		this.#own.isPictureWanted = isWanted;
		this.#own.apply(this.#connection);
	}

	takeLines(lines: readonly MediaLine[]): void {
		this.#lines = lines;
		this.#options.onChange();
	}

	/** Whether the connection is to be there. If not, it may stay, and nothing is asked again. */
	use(isUsed: boolean): void {
		const isNew = isUsed && !this.#isUsed;
		this.#isUsed = isUsed;
		// Another worker may have taken the place of one that is gone, which is not seen by the connection for a while.
		if (isNew) this.askAgain();
	}

	/** Asks at once: the worker has ended the connection, or will. */
	askAgain(): void {
		this.#drop(0);
		this.#look();
	}

	/** Asks at once if there is no connection. */
	hurry(): void {
		if (this.isConnected || this.#deadlineMs !== NEVER) return;
		this.#nextMs = 0;
		this.#look();
	}

	/** Takes signals in their order: a candidate must not overtake its description. */
	signal({ page, for: addressee, signal }: SignalData): void {
		if ("hello" in signal) this.askAgain();
		if ("hello" in signal || addressee !== this.#page) return;
		this.#workerPage = page;
		this.#work = this.#work
			.then(() => ("description" in signal ? this.#answer(signal.description) : this.#add(signal.candidates)))
			// What cannot be understood leaves the attempt to its deadline.
			.catch(() => undefined);
	}

	close(): void {
		clearInterval(this.#timer);
		this.#drop(NEVER);
		this.#own.close();
	}

	#received = (kind: "audio" | "video"): readonly RTCRtpTransceiver[] =>
		(this.#connection?.getTransceivers() ?? []).filter(
			({ mid, receiver }) => !isOwn(mid) && receiver.track.kind === kind,
		);

	#lineOf(id: string, kind: "audio" | "video"): RTCRtpTransceiver | undefined {
		const mids = this.#lines.flatMap(({ mid, participantId }) => (participantId === id ? [mid] : []));
		return this.#received(kind).find(({ mid }) => mids.includes(mid ?? ""));
	}

	/** Sees to the attempt: gives it up, begins the next one, and notes for how long there is no connection. */
	#look(): void {
		const nowMs = performance.now();
		if (nowMs > this.#deadlineMs) this.#fail();
		const isIdle = this.#deadlineMs === NEVER && this.#connection === null;
		if (isIdle && this.#isUsed && nowMs >= this.#nextMs && this.#options.passesOn()) this.#ask();
		const isMissed = this.#missingSinceMs !== null && nowMs - this.#missingSinceMs > TOLD_MS;
		if (isMissed === this.#isMissed) return;
		this.#isMissed = isMissed;
		this.#options.onChange();
	}

	#ask(): void {
		this.#page = Math.random().toString(36).slice(2, 12);
		this.#workerPage = null;
		// It says otherwise of each connection anew.
		this.#own.isPictureWanted = true;
		this.#deadlineMs = performance.now() + LOST_OFFER_MS;
		this.#tell({ hello: true });
	}

	#tell(signal: SignalData["signal"]): void {
		this.#options.send({ page: this.#page, for: this.#workerPage, signal });
	}

	async #answer(description: RTCSessionDescriptionInit): Promise<void> {
		const connection = this.#connection ?? this.#open();
		await connection.setRemoteDescription(description);
		for (const line of connection.getTransceivers()) line.direction = isOwn(line.mid) ? "sendonly" : "recvonly";
		this.#own.apply(connection);
		await connection.setLocalDescription();
		const { localDescription } = connection;
		if (!localDescription || connection !== this.#connection) return;
		this.#tell({
			description: {
				type: localDescription.type as "answer",
				sdp: this.#options.tools.withOwnCodecs(localDescription.sdp),
			},
		});
		this.#own.apply(connection);
	}

	#open(): RTCPeerConnection {
		const connection = new RTCPeerConnection(this.#options.configuration());
		this.#connection = connection;
		this.#deadlineMs = performance.now() + CONNECT_MS;
		this.#options.tools.sendCandidates(
			connection,
			(candidates) => connection === this.#connection && this.#tell({ candidates }),
		);
		connection.onconnectionstatechange = () => this.#onState(connection);
		return connection;
	}

	async #add(candidates: readonly RTCIceCandidateInit[]): Promise<void> {
		for (const candidate of candidates) await this.#connection?.addIceCandidate(candidate).catch(() => undefined);
	}

	#onState({ connectionState: state }: RTCPeerConnection): void {
		if (state === "connected") {
			this.#connectedAtMs ??= performance.now();
			this.#deadlineMs = NEVER;
			this.#missingSinceMs = null;
			this.#look();
		} else if (state === "disconnected") {
			this.#missingSinceMs = performance.now();
			this.#deadlineMs = performance.now() + MEND_MS;
		} else if (state === "failed" || state === "closed") this.#fail();
		this.#options.onChange();
	}

	#fail(): void {
		const lastedMs = this.#connectedAtMs === null ? 0 : performance.now() - this.#connectedAtMs;
		this.#failures = lastedMs > GOOD_MS ? 0 : this.#failures + 1;
		const delayMs = this.#failures === 0 ? 0 : FIRST_DELAY_MS * 2 ** (this.#failures - 1);
		this.#drop(Math.min(delayMs, LONGEST_DELAY_MS));
	}

	/** Ends the attempt. @param delayMs until the next one */
	#drop(delayMs: number): void {
		const connection = this.#connection;
		this.#connection = null;
		this.#page = "";
		this.#connectedAtMs = null;
		this.#deadlineMs = NEVER;
		this.#nextMs = performance.now() + delayMs;
		this.#missingSinceMs ??= performance.now();
		if (!connection) return;
		connection.onconnectionstatechange = null;
		connection.close();
		this.#options.onChange();
	}
}
