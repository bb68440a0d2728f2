import { TokenBucket } from "#kernel/token-bucket";
import { Lateness } from "./lateness.ts";
import { type ForwardingCounts, type Line, type LineKind, PICTURES } from "./line.ts";
import type { Native, NativeConnection, NativeState, NativeTrack } from "./native.ts";
import type { ForwardedRoom } from "./room.ts";
import { isControl, isMedia, LEVEL_ID, loudnessOf, OPUS, OPUS_CLOCK, readFeedback, VP8, VP8_CLOCK } from "./rtp.ts";

/** Share of a packet in the loudness of its person: a first word counts at once, a breath between words does not end it. */
const RISE = 0.5;
const FALL = 0.02;
/** From this silence on, loudness falls by itself, in ms: a muted microphone sends nothing. */
const SILENT_MS = 200;
/** By how much then, in levels a second. */
const FALL_PER_MS = 0.06;
/** A camera that has sent nothing for so long is off, in ms. */
const NOT_FILMING_MS = 3_000;
/** A picture that no one was shown for so long need not be sent, in ms. */
const UNWANTED_MS = 2_000;
/** What each is asked to send at most as a picture, in bits a second. */
const PICTURE_BITS = 600_000;
const SCREEN_BITS = 1_500_000;
/** How often that is said, in ms: a message may be lost. */
const ASK_BITS_MS = 2_000;
/** Bytes a second of one person, several times what browsers send: each goes out to everybody in the room. */
const SENT_BYTES = { voice: 60_000, picture: 600_000 } as const;
/** What a packet costs beyond its bytes: many small ones take as long as few large ones. */
const PACKET_BYTES = 100;
/** A receiver who loses more of a picture is given one less; after so long a time without, one more. */
const LOST_TOO_MUCH = 0.1;
const LESS_MS = 3_000;
const MORE_MS = 15_000;

/** What a member reports. */
export interface MemberEvents {
	offered(sdp: string): void;
	state(state: NativeState): void;
}

/** What a member is made with. */
export interface MemberParts {
	readonly id: string;
	readonly participantId: string;
	readonly canRun: boolean;
	readonly sharesScreen: boolean;
	readonly room: ForwardedRoom;
	readonly native: Native;
	readonly port: number;
	readonly counts: ForwardingCounts;
	/** Whether this process is late itself. */
	readonly isBehind: () => boolean;
	readonly events: MemberEvents;
}

/** A connection of a participant: their voice and picture come in, those of others go out. */
export class Member {
	readonly id: string;
	readonly participantId: string;
	readonly room: ForwardedRoom;
	/** Whether they run the meeting. */
	canRun: boolean;
	/** Whether their picture is that of a screen. */
	sharesScreen: boolean;
	isConnected = false;
	/** The lines that are theirs. */
	readonly given: Record<LineKind, Line | null> = { voice: null, picture: null };
	readonly openedAtMs = performance.now();
	/** How many pictures their network takes. */
	picturesTaken = PICTURES;
	#changedTakenAtMs = 0;
	#loudness = 0;
	#heardAtMs = Number.NEGATIVE_INFINITY;
	#filmedAtMs = Number.NEGATIVE_INFINITY;
	#askedBitsAtMs = Number.NEGATIVE_INFINITY;
	#told = "";
	/** Whether they know that their picture is to be sent; null: they were told nothing. */
	#isWanted: boolean | null = null;
	/** When their picture was shown last, or they had none. */
	#shownAtMs = performance.now();
	readonly #parts: MemberParts;
	readonly #connection: NativeConnection;
	readonly #camera: NativeTrack;
	/** Tracks are kept: what nothing refers to is collected, and falls silent. */
	readonly #tracks: NativeTrack[] = [];
	readonly #lateness = { voice: new Lateness(OPUS_CLOCK), picture: new Lateness(VP8_CLOCK) };
	readonly #allowance = {
		voice: new TokenBucket(SENT_BYTES.voice, performance.now()),
		picture: new TokenBucket(SENT_BYTES.picture, performance.now()),
	};

	/** @throws Error of the library */
	constructor(parts: MemberParts) {
		const { id, participantId, canRun, sharesScreen, room, native, port, events } = parts;
		this.id = id;
		this.participantId = participantId;
		this.canRun = canRun;
		this.sharesScreen = sharesScreen;
		this.room = room;
		this.#parts = parts;
		const mux = { enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port };
		this.#connection = new native.PeerConnection("", { iceServers: [], disableAutoNegotiation: true, ...mux });
		this.#addMicrophone();
		this.#camera = this.#addCamera();
		for (const line of room.lines) this.#addLine(line);
		this.#connection.onStateChange((state) => {
			this.isConnected = state === "connected";
			events.state(state);
		});
		this.#connection.onGatheringStateChange((state) => {
			const description = state === "complete" ? this.#connection.localDescription() : null;
			if (description) events.offered(description.sdp);
		});
		this.#connection.setLocalDescription("offer");
	}

	/** @throws Error of the library for an answer that it does not understand */
	answer(sdp: string): void {
		this.#connection.setRemoteDescription(sdp, "answer");
	}

	close(): void {
		this.isConnected = false;
		this.#connection.close();
	}

	askForKeyFrame(): void {
		this.#guard(() => void this.#camera.requestKeyframe());
	}

	/** Does something with a track: one that has just been closed by its browser throws, and must not end the process. */
	#guard(work: () => void): void {
		try {
			work();
		} catch {
			this.#parts.counts.packetsRefused++;
		}
	}

	/** How loud they are: it falls by itself where nothing comes. */
	loudnessAt(nowMs: number): number {
		const silentMs = Math.max(0, nowMs - this.#heardAtMs - SILENT_MS);
		return Math.max(0, this.#loudness - silentMs * FALL_PER_MS);
	}

	/** Whether their picture has come lately. */
	get isFilming(): boolean {
		return performance.now() - this.#filmedAtMs < NOT_FILMING_MS;
	}

	/** Whether they have a picture to be shown: they send it, or would. */
	get hasPicture(): boolean {
		return this.isFilming || this.#isWanted === false;
	}

	/** Expects a picture of somebody who was asked to send none: if it does not come, their camera is off by now. */
	expectPicture(): void {
		if (this.#isWanted === false) this.#filmedAtMs = performance.now();
	}

	/** Notes whether their picture is to be sent; null: they know it. */
	noteWanted(nowMs: number): boolean | null {
		if (this.given.picture !== null || !this.hasPicture) this.#shownAtMs = nowMs;
		const isWanted = nowMs - this.#shownAtMs < UNWANTED_MS;
		if (isWanted === this.#isWanted) return null;
		this.#isWanted = isWanted;
		return isWanted;
	}

	/** Whether they may see somebody. */
	maySee(other: Member): boolean {
		return !this.room.rules.camerasForHosts || this.canRun || other.canRun;
	}

	/** Notes what they are told of the lines; false: they know it. */
	noteTold(lines: readonly (string | null)[]): boolean {
		const told = lines.join(" ");
		const isNew = told !== this.#told;
		this.#told = told;
		return isNew;
	}

	#addMicrophone(): void {
		const { native } = this.#parts;
		const media = new native.Audio("0", "RecvOnly");
		media.parseSdpLine(`a=extmap:${LEVEL_ID} urn:ietf:params:rtp-hdrext:ssrc-audio-level`);
		media.addOpusCodec(OPUS);
		const track = this.#connection.addTrack(media);
		track.onMessage((packet) => this.#guard(() => this.#take("voice", packet)));
		track.setMediaHandler(new native.RtcpReceivingSession());
		this.#tracks.push(track);
	}

	#addCamera(): NativeTrack {
		const { native } = this.#parts;
		const media = new native.Video("1", "RecvOnly");
		media.addVP8Codec(VP8);
		const track = this.#connection.addTrack(media);
		track.onMessage((packet) => this.#guard(() => this.#take("picture", packet)));
		track.setMediaHandler(new native.RtcpReceivingSession());
		this.#tracks.push(track);
		return track;
	}

	#addLine(line: Line): void {
		const { native } = this.#parts;
		const isVoice = line.kind === "voice";
		const media = isVoice ? new native.Audio(line.mid, "SendOnly") : new native.Video(line.mid, "SendOnly");
		const name = `${line.kind}${line.index}`;
		if (isVoice) media.addOpusCodec(OPUS);
		else media.addVP8Codec(VP8);
		media.addSSRC(line.ssrc, name, name, name);
		const track = this.#connection.addTrack(media);
		track.onMessage((packet) => this.#guard(() => this.#hear(line, packet)));
		const clockRate = isVoice ? OPUS_CLOCK : VP8_CLOCK;
		const config = new native.RtpPacketizationConfig(line.ssrc, name, isVoice ? OPUS : VP8, clockRate);
		const reporter = new native.RtcpSrReporter(config);
		if (!isVoice) reporter.addToChain(new native.RtcpNackResponder());
		track.setMediaHandler(reporter);
		this.#tracks.push(track);
		line.receivers.set(this.id, { member: this, track, skipped: 0 });
	}

	/** Takes what a receiver says of a line. */
	#hear(line: Line, packet: Buffer): void {
		if (!isControl(packet)) return;
		const { asksForKeyFrame, lost } = readFeedback(packet, line.ssrc);
		if (asksForKeyFrame && line.isFor(this)) line.askForKeyFrame();
		if (line.kind === "picture" && lost !== null && line.isFor(this)) this.#noteLoss(lost);
	}

	/** Gives them fewer pictures while they lose much of them, and more again: sound is never given up. */
	#noteLoss(lost: number): void {
		const nowMs = performance.now();
		const sinceMs = nowMs - this.#changedTakenAtMs;
		if (lost > LOST_TOO_MUCH) {
			if (sinceMs < LESS_MS || this.picturesTaken <= 1) return;
			this.picturesTaken--;
			this.#changedTakenAtMs = nowMs;
		} else if (sinceMs >= MORE_MS && this.picturesTaken < PICTURES) {
			this.picturesTaken++;
			this.#changedTakenAtMs = nowMs;
			for (const line of this.room.lines) if (line.index === this.picturesTaken - 1) line.askForKeyFrame();
		}
	}

	/** Takes a packet of theirs. */
	#take(kind: LineKind, packet: Buffer): void {
		if (!isMedia(packet, kind === "voice" ? OPUS : VP8)) return;
		const { counts, isBehind } = this.#parts;
		counts.packetsIn++;
		const nowMs = performance.now();
		const line = this.given[kind];
		const isExcess = !this.#allowance[kind].take(packet.length + PACKET_BYTES, nowMs);
		if (isExcess || this.#lateness[kind].isLate(packet.readUInt32BE(4), nowMs, isBehind())) {
			counts[isExcess ? "packetsExcess" : "packetsLate"]++;
			// What follows cannot be decoded without it.
			if (kind === "picture") line?.restart();
			return;
		}
		if (kind === "voice") this.#noteLoudness(loudnessOf(packet), nowMs);
		else this.#noteFilming(nowMs);
		if (line !== null && !this.room.rules.isHeld) line.forward(packet);
	}

	#noteLoudness(loudness: number, nowMs: number): void {
		const before = this.loudnessAt(nowMs);
		this.#loudness = before + (loudness - before) * (loudness > before ? RISE : FALL);
		this.#heardAtMs = nowMs;
	}

	#noteFilming(nowMs: number): void {
		this.#filmedAtMs = nowMs;
		if (nowMs - this.#askedBitsAtMs < ASK_BITS_MS) return;
		this.#askedBitsAtMs = nowMs;
		this.#camera.requestBitrate(this.sharesScreen ? SCREEN_BITS : PICTURE_BITS);
	}
}
