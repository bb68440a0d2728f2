/** Number of the header extension that says how loud a packet is (RFC 6464). */
export const LEVEL_ID = 1;
/** Payload type, as the worker offers it. */
export const OPUS = 111;
/** See {@link OPUS}. */
export const VP8 = 96;
/** Steps of time stamps in a second. */
export const OPUS_CLOCK = 48_000;
/** See {@link OPUS_CLOCK}. */
export const VP8_CLOCK = 90_000;

const HEAD_BYTES = 12;
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const PAYLOAD_FEEDBACK = 206;
const REPORT_BLOCK_BYTES = 24;

/** Whether a packet is one of RTCP (RFC 5761). */
export const isControl = (packet: Buffer): boolean => {
	const type = (packet[1] ?? 0) & 127;
	return type >= 64 && type < 96;
};

/** Returns where the payload begins, behind the extensions; the length of the packet at most. */
export function payloadAt(packet: Buffer): number {
	const head = packet[0] ?? 0;
	const at = HEAD_BYTES + 4 * (head & 15);
	if (!(head & 0x10)) return Math.min(at, packet.length);
	return at + 4 > packet.length ? packet.length : Math.min(at + 4 + 4 * packet.readUInt16BE(at + 2), packet.length);
}

/** Whether a packet is one of RTP with this payload type, and has a payload. */
export const isMedia = (packet: Buffer, payloadType: number): boolean =>
	packet.length > HEAD_BYTES &&
	(packet[0] ?? 0) >> 6 === 2 &&
	((packet[1] ?? 0) & 127) === payloadType &&
	payloadAt(packet) < packet.length;

/** Returns how loud a packet is: 0 silence, or unknown; 127 the loudest. */
export function loudnessOf(packet: Buffer): number {
	const head = packet[0] ?? 0;
	let at = HEAD_BYTES + 4 * (head & 15);
	const end = payloadAt(packet);
	if (!(head & 0x10) || at + 4 > end || packet.readUInt16BE(at) !== 0xbede) return 0;
	at += 4;
	while (at + 1 < end) {
		const element = packet[at] ?? 0;
		if (element >> 4 === LEVEL_ID) return 127 - ((packet[at + 1] ?? 127) & 127);
		at += element === 0 ? 1 : 2 + (element & 15);
	}
	return 0;
}

/** What a packet of VP8 says of its picture (RFC 7741), by positions in the packet. */
export interface Vp8Head {
	readonly beginsKeyFrame: boolean;
	/** Of its number of 15 bits; -1: it has none. */
	readonly idAt: number;
	/** Of the number of its base layer; -1: it has none. */
	readonly layerAt: number;
}

/** Reads the head of a packet of VP8. */
export function readVp8(packet: Buffer): Vp8Head {
	const first = payloadAt(packet);
	const descriptor = packet[first] ?? 0;
	const beginsPicture = (descriptor & 0x17) === 0x10;
	const more = descriptor & 0x80 ? (packet[first + 1] ?? 0) : 0;
	let at = first + (descriptor & 0x80 ? 2 : 1);
	const idAt = more & 0x80 ? at : -1;
	const isLong = idAt >= 0 && ((packet[at] ?? 0) & 0x80) !== 0;
	if (idAt >= 0) at += isLong ? 2 : 1;
	const layerAt = more & 0x40 ? at : -1;
	if (layerAt >= 0) at += 1;
	if (more & 0x30) at += 1;
	const isWhole = at < packet.length;
	return {
		beginsKeyFrame: isWhole && beginsPicture && ((packet[at] ?? 1) & 1) === 0,
		idAt: isWhole && isLong ? idAt : -1,
		layerAt: isWhole ? layerAt : -1,
	};
}

/** What receivers say by RTCP (RFC 3550, 4585, 5104). */
export interface Feedback {
	readonly asksForKeyFrame: boolean;
	/** Part of the packets that were lost since the last report, 0…1; null: it does not say. */
	readonly lost: number | null;
}

/** Reads a compound packet of RTCP. @param ssrc of the line that it is about */
export function readFeedback(packet: Buffer, ssrc: number): Feedback {
	let asksForKeyFrame = false;
	let lost: number | null = null;
	for (let at = 0; at + 4 <= packet.length; at += 4 + 4 * packet.readUInt16BE(at + 2)) {
		const count = (packet[at] ?? 0) & 31;
		const type = packet[at + 1];
		if (type === PAYLOAD_FEEDBACK && (count === 1 || count === 4)) asksForKeyFrame = true;
		if (type !== RECEIVER_REPORT && type !== SENDER_REPORT) continue;
		const first = at + (type === RECEIVER_REPORT ? 8 : 28);
		for (let n = 0; n < count; n++) {
			const block = first + n * REPORT_BLOCK_BYTES;
			if (block + REPORT_BLOCK_BYTES > packet.length) break;
			if (packet.readUInt32BE(block) === ssrc) lost = (packet[block + 4] ?? 0) / 256;
		}
	}
	return { asksForKeyFrame, lost };
}
