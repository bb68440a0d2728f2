/** Number of the header extension that says how loud a packet is (RFC 6464). */
export const LEVEL_ID = 1;
/** Payload types, as the worker offers them. */
export const OPUS = 111;
export const VP8 = 96;

/** Whether a packet is one of RTCP (RFC 5761). */
export const isControl = (packet) => (packet[1] & 127) >= 64 && (packet[1] & 127) < 96;

/** Whether a compound packet of RTCP asks for a key frame (RFC 4585, RFC 5104). */
export function asksForKeyFrame(packet) {
	for (let at = 0; at + 4 <= packet.length; at += 4 + 4 * packet.readUInt16BE(at + 2)) {
		const format = packet[at] & 31;
		if (packet[at + 1] === 206 && (format === 1 || format === 4)) return true;
	}
	return false;
}

/** Returns where the payload begins, behind the extensions. */
export function payloadAt(packet) {
	const at = 12 + 4 * (packet[0] & 15);
	return packet[0] & 0x10 ? at + 4 + 4 * packet.readUInt16BE(at + 2) : at;
}

/** Returns how loud a packet is: 0 silence, 127 the loudest. */
export function loudnessOf(packet) {
	let at = 12 + 4 * (packet[0] & 15);
	if (!(packet[0] & 0x10) || packet.readUInt16BE(at) !== 0xbede) return 0;
	const end = payloadAt(packet);
	at += 4;
	while (at < end) {
		const head = packet[at];
		if (head >> 4 === LEVEL_ID) return 127 - (packet[at + 1] & 127);
		at += head === 0 ? 1 : 2 + (head & 15);
	}
	return 0;
}

/** Whether a packet of VP8 begins a key frame (RFC 7741). */
export function beginsKeyFrame(packet) {
	let at = payloadAt(packet);
	const descriptor = packet[at];
	if ((descriptor & 0x17) !== 0x10) return false;
	at += 1;
	if (descriptor & 0x80) {
		const more = packet[at];
		at += 1;
		if (more & 0x80) at += packet[at] & 0x80 ? 2 : 1;
		if (more & 0x40) at += 1;
		if (more & 0x30) at += 1;
	}
	return at < packet.length && (packet[at] & 1) === 0;
}
