import type { SignalCandidate, SignalData } from "#client";
import { sendCandidates } from "./candidates.ts";
import { withOwnCodecs } from "./description.ts";

/** What two browsers say to each other by way of the server. */
type PeerSignal = Exclude<SignalData["signal"], { readonly hello: true }>;

/**
 * The lines of every connection, in this order. They are there from the beginning, so that microphones and cameras go on and
 * off without another word between the browsers; only a shared screen, and what is not looked at, change directions.
 */
export const SLOTS = ["voice", "picture", "screen", "screenSound"] as const;
export type Slot = (typeof SLOTS)[number];

const isVideo = (slot: Slot): boolean => slot === "picture" || slot === "screen";

/** How much a line may take. */
export interface Limit {
	/** Bits per second. */
	readonly maxBitrate: number;
	readonly maxFramerate?: number;
	readonly scaleResolutionDownBy?: number;
}

export interface PeerOptions {
	/** Asked again before each attempt: credentials of relays expire. */
	readonly configuration: () => RTCConfiguration;
	/** Of the two, one calls; the other gives way when both offer at once. */
	readonly calls: boolean;
	/** Whether own pictures may go there. */
	readonly showsPictures: boolean;
	readonly send: (signal: PeerSignal) => void;
	/** The state, or what is received, has changed. */
	readonly onChange: () => void;
}

/** Limits what is sent. Refused while a description is being changed; it is set again after that. */
export async function limitSender(sender: RTCRtpSender | undefined, limit: Limit | undefined): Promise<void> {
	const parameters = sender?.getParameters();
	const [encoding] = parameters?.encodings ?? [];
	if (!sender || !parameters || !encoding || !limit) return;
	Object.assign(encoding, limit);
	await sender.setParameters(parameters).catch(() => undefined);
}

/** A connection to one browser, by perfect negotiation (W3C WebRTC, 10.7). */
export class Peer {
	readonly connection: RTCPeerConnection;
	readonly #options: PeerOptions;
	readonly #sent = new Map<Slot, MediaStreamTrack | null>();
	readonly #unwanted = new Set<Slot>();
	readonly #limits = new Map<Slot, Limit>();
	#showsPictures: boolean;
	#isOffering = false;
	#ignoresOffer = false;
	#isSettingAnswer = false;
	#work: Promise<void> = Promise.resolve();

	constructor(options: PeerOptions) {
		this.#options = options;
		this.#showsPictures = options.showsPictures;
		const connection = new RTCPeerConnection(options.configuration());
		this.connection = connection;
		if (options.calls)
			for (const slot of SLOTS)
				connection.addTransceiver(isVideo(slot) ? "video" : "audio", { direction: this.#direction(slot) });
		connection.onnegotiationneeded = () => void this.#offer();
		sendCandidates(connection, (candidates) => options.send({ candidates }));
		connection.onconnectionstatechange = () => this.#onState();
	}

	get state(): RTCPeerConnectionState {
		return this.connection.connectionState;
	}

	/** Sends a track on a line, or nothing. */
	show(slot: Slot, track: MediaStreamTrack | null): void {
		this.#sent.set(slot, track);
		this.#apply(slot);
	}

	/** Says whether what comes on a line is looked at; else the other browser need not send it. */
	want(slot: Slot, isWanted: boolean): void {
		if (isWanted) this.#unwanted.delete(slot);
		else this.#unwanted.add(slot);
		this.#apply(slot);
	}

	/** Says whether own pictures may go there: if not, nothing of the connection says that they do. */
	showPictures(isAllowed: boolean): void {
		if (isAllowed === this.#showsPictures) return;
		this.#showsPictures = isAllowed;
		for (const slot of SLOTS) this.#apply(slot);
	}

	limit(slot: Slot, limit: Limit): void {
		this.#limits.set(slot, limit);
		void this.#applyLimit(slot);
	}

	/** Returns what comes on a line; null: the other side sends nothing. */
	received(slot: Slot): MediaStreamTrack | null {
		const line = this.#lineOf(slot);
		return line?.currentDirection?.includes("recv") ? line.receiver.track : null;
	}

	/** Returns how loud the other one is at this moment, 0…1. */
	level(): number {
		return this.#lineOf("voice")?.receiver.getSynchronizationSources()[0]?.audioLevel ?? 0;
	}

	/** Takes signals in their order: a candidate must not overtake its description. */
	receive(signal: PeerSignal): Promise<void> {
		this.#work = this.#work
			.then(() => ("description" in signal ? this.#describe(signal.description) : this.#add(signal.candidates)))
			// What cannot be understood leaves the connection as it is.
			.catch(() => undefined);
		return this.#work;
	}

	close(): void {
		this.connection.onconnectionstatechange = null;
		this.connection.onnegotiationneeded = null;
		this.connection.close();
	}

	#lineOf = (slot: Slot): RTCRtpTransceiver | undefined => this.connection.getTransceivers()[SLOTS.indexOf(slot)];

	#direction(slot: Slot): RTCRtpTransceiverDirection {
		const isAllowed = this.#showsPictures || !isVideo(slot);
		const sends = isAllowed && (slot === "voice" || slot === "picture" || (this.#sent.get(slot) ?? null) !== null);
		const receives = !this.#unwanted.has(slot);
		if (sends) return receives ? "sendrecv" : "sendonly";
		return receives ? "recvonly" : "inactive";
	}

	#apply(slot: Slot): void {
		const line = this.#lineOf(slot);
		if (!line || this.state === "closed") return;
		const direction = this.#direction(slot);
		if (line.direction !== direction) line.direction = direction;
		const track = isVideo(slot) && !this.#showsPictures ? null : (this.#sent.get(slot) ?? null);
		if (line.sender.track !== track) void line.sender.replaceTrack(track).catch(() => undefined);
	}

	#applyLimit = (slot: Slot): Promise<void> => limitSender(this.#lineOf(slot)?.sender, this.#limits.get(slot));

	async #offer(): Promise<void> {
		try {
			this.#isOffering = true;
			this.#preferCodecs();
			await this.connection.setLocalDescription();
			this.#sendDescription();
		} catch {
			// Closed meanwhile, or an offer of the other side has come first: it asks again by itself.
		} finally {
			this.#isOffering = false;
		}
	}

	async #describe(description: RTCSessionDescriptionInit): Promise<void> {
		const { connection } = this;
		const isStable = connection.signalingState === "stable" || this.#isSettingAnswer;
		const collides = description.type === "offer" && (this.#isOffering || !isStable);
		this.#ignoresOffer = this.#options.calls && collides;
		if (this.#ignoresOffer) return;
		this.#isSettingAnswer = description.type === "answer";
		await connection.setRemoteDescription(description).finally(() => {
			this.#isSettingAnswer = false;
		});
		if (description.type === "offer") {
			for (const slot of SLOTS) this.#apply(slot);
			await connection.setLocalDescription();
			this.#sendDescription();
		}
		for (const slot of SLOTS) void this.#applyLimit(slot);
		this.#options.onChange();
	}

	async #add(candidates: readonly SignalCandidate[]): Promise<void> {
		// Those of an offer that was ignored belong to nothing.
		for (const candidate of candidates) await this.connection.addIceCandidate(candidate).catch(() => undefined);
	}

	#onState(): void {
		const { connection } = this;
		if (connection.connectionState === "failed") {
			connection.setConfiguration(this.#options.configuration());
			connection.restartIce();
		}
		this.#options.onChange();
	}

	/** Two codecs instead of a dozen: the description is a third as long. */
	#preferCodecs(): void {
		const all = RTCRtpSender.getCapabilities?.("video")?.codecs ?? [];
		const codecs = all.filter(
			({ mimeType, sdpFmtpLine = "" }) =>
				/^video\/(vp8|rtx)$/i.test(mimeType) ||
				(/^video\/h264$/i.test(mimeType) && /packetization-mode=1/.test(sdpFmtpLine) && /42e01f/.test(sdpFmtpLine)),
		);
		if (codecs.length === 0) return;
		for (const slot of SLOTS) if (isVideo(slot)) this.#lineOf(slot)?.setCodecPreferences?.(codecs);
	}

	#sendDescription(): void {
		const { localDescription } = this.connection;
		if (localDescription && localDescription.type !== "rollback")
			this.#options.send({ description: { type: localDescription.type, sdp: withOwnCodecs(localDescription.sdp) } });
	}
}
