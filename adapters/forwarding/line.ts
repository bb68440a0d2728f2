import { Gaps } from "./gaps.ts";
import type { Member } from "./member.ts";
import type { NativeTrack } from "./native.ts";
import { readVp8, type Vp8Head } from "./rtp.ts";

/** Lines on which voices are sent to each person. */
export const VOICES = 3;
/** Lines on which pictures are. */
export const PICTURES = 4;
/** Lines of a description in which people send; those in which they receive follow. */
export const OWN_LINES = 2;
/** Shortest time between two requests for a key frame of one picture, in ms. */
const KEY_FRAME_MS = 300;
/** How much a time stamp grows from one source to the next: a packet of sound, or a picture at ten a second. */
const STEPS = { voice: 960, picture: 9_000 } as const;
/** Names of streams, as sources of browsers are named. */
const FIRST_SSRC = { voice: 1_001, picture: 2_001 } as const;

export type LineKind = keyof typeof STEPS;

/** A person at the end of a line. */
interface Receiver {
	readonly member: Member;
	readonly track: NativeTrack;
	/** Packets of the line that they were not given: the numbers of the others close up behind them. */
	skipped: number;
}

/** What is counted for the operators. */
export interface ForwardingCounts {
	packetsIn: number;
	packetsOut: number;
	/** Not taken by the network. */
	packetsRefused: number;
	/** Beyond what one person may send. */
	packetsExcess: number;
	/** Too old. */
	packetsLate: number;
	keyFrames: number;
}

/** The counts of a worker that has just started. */
export const NOTHING_COUNTED: Readonly<ForwardingCounts> = {
	packetsIn: 0,
	packetsOut: 0,
	packetsRefused: 0,
	packetsExcess: 0,
	packetsLate: 0,
	keyFrames: 0,
};

/**
 * A line to everybody in a room. What is sent on it comes from one person at a time, in one numbering: a packet is written anew
 * once, and not for each receiver, so a change of its source is negotiated with no one.
 */
export class Line {
	readonly kind: LineKind;
	/** Number among those of its kind. */
	readonly index: number;
	readonly ssrc: number;
	readonly receivers = new Map<string, Receiver>();
	source: Member | null = null;
	#seq = 0;
	#timestamp = 0;
	#pictureId = 0;
	#layer = 0;
	#delta = { seq: 0, timestamp: 0, pictureId: 0, layer: 0 };
	#isNew = true;
	readonly #gaps = new Gaps();
	/** Whether something of its source was passed on, so that receivers see no one else on it. */
	hasBegun = false;
	#askedAtMs = Number.NEGATIVE_INFINITY;
	readonly #counts: ForwardingCounts;

	constructor(kind: LineKind, index: number, counts: ForwardingCounts) {
		this.kind = kind;
		this.index = index;
		this.ssrc = FIRST_SSRC[kind] + index;
		this.#counts = counts;
	}

	/** Name of the line in descriptions. */
	get mid(): string {
		return String(OWN_LINES + (this.kind === "voice" ? 0 : VOICES) + this.index);
	}

	/** Gives the line to somebody; null: to no one. */
	give(member: Member | null): void {
		if (this.source !== null) this.source.given[this.kind] = null;
		this.source = member;
		if (member !== null) member.given[this.kind] = this;
		this.hasBegun = false;
		if (this.kind === "picture") member?.expectPicture();
		this.restart();
	}

	/** Begins its numbering anew with the next packet, or key frame. */
	restart(): void {
		this.#isNew = true;
		this.#gaps.forget();
		this.askForKeyFrame();
	}

	/** Requests a key frame of the source, unless one was just requested. */
	askForKeyFrame(): void {
		if (this.kind !== "picture" || this.source === null) return;
		const nowMs = performance.now();
		if (nowMs - this.#askedAtMs < KEY_FRAME_MS) return;
		this.#askedAtMs = nowMs;
		this.#counts.keyFrames++;
		this.source.askForKeyFrame();
	}

	/** Passes a packet of the source on. It is written over. */
	forward(packet: Buffer): void {
		const head = this.kind === "picture" ? readVp8(packet) : null;
		// Its person does not send again what was lost on the way here, and receivers would ask for it in vain for seconds.
		if (this.#gaps.isLost(packet.readUInt16BE(2))) this.askForKeyFrame();
		if (this.#isNew && !this.#begin(packet, head)) return;
		this.#renumber(packet, head);
		for (const receiver of this.receivers.values()) {
			if (!this.isFor(receiver.member)) {
				receiver.skipped++;
				continue;
			}
			packet.writeUInt16BE((this.#seq - receiver.skipped) & 0xffff, 2);
			if (isSent(receiver.track, packet)) this.#counts.packetsOut++;
			else this.#counts.packetsRefused++;
		}
	}

	/** Whether somebody is given what is on the line now: nothing of their own, and no picture they may not see. */
	isFor(receiver: Member): boolean {
		const { source } = this;
		if (source === null || source.participantId === receiver.participantId) return false;
		return this.kind === "voice" || (receiver.maySee(source) && this.index < receiver.picturesTaken);
	}

	/** Continues the numbering with a packet; false: it is not one to begin with. */
	#begin(packet: Buffer, head: Vp8Head | null): boolean {
		if (head !== null && !head.beginsKeyFrame) {
			this.askForKeyFrame();
			return false;
		}
		this.#delta = {
			seq: this.#seq + 1 - packet.readUInt16BE(2),
			timestamp: this.#timestamp + STEPS[this.kind] - packet.readUInt32BE(4),
			pictureId: head === null || head.idAt < 0 ? 0 : this.#pictureId + 1 - (packet.readUInt16BE(head.idAt) & 0x7fff),
			layer: head === null || head.layerAt < 0 ? 0 : this.#layer + 1 - (packet[head.layerAt] ?? 0),
		};
		this.#isNew = false;
		this.hasBegun = true;
		return true;
	}

	#renumber(packet: Buffer, head: Vp8Head | null): void {
		this.#seq = (packet.readUInt16BE(2) + this.#delta.seq) & 0xffff;
		this.#timestamp = (packet.readUInt32BE(4) + this.#delta.timestamp) >>> 0;
		packet.writeUInt32BE(this.#timestamp, 4);
		packet.writeUInt32BE(this.ssrc, 8);
		if (head === null) return;
		if (head.idAt >= 0) {
			this.#pictureId = (packet.readUInt16BE(head.idAt) + this.#delta.pictureId) & 0x7fff;
			packet.writeUInt16BE(0x8000 | this.#pictureId, head.idAt);
		}
		if (head.layerAt >= 0) {
			this.#layer = ((packet[head.layerAt] ?? 0) + this.#delta.layer) & 0xff;
			packet[head.layerAt] = this.#layer;
		}
	}
}

/** Sends a packet; false: it was not. A track that has just been closed by its browser throws. */
function isSent(track: NativeTrack, packet: Buffer): boolean {
	try {
		return track.isOpen() && track.sendMessageBinary(packet);
	} catch {
		return false;
	}
}
