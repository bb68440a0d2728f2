import { isChannel } from "./allocation.ts";
import { COOKIE, HEAD_BYTES, paddingOf } from "./message.ts";

/** Length of what precedes the data of a channel, in bytes. */
export const CHANNEL_HEAD_BYTES = 4;
/** Longest message, in bytes: a packet of media has 1,500 at most. */
const MAX_BYTES = 4_096;
/** The same before there is an allocation. */
const MAX_UNPROVEN_BYTES = 1_024;
/** Bytes from whose first eight it shows that a message is one of STUN. */
const COOKIE_END = 8;

/**
 * Returns the length of the message at a position, with its padding; 0: its head is not complete; null: it is none of ours,
 * or too long.
 * @param isProven whether the client has an allocation: data of channels, and longer messages, are for those alone
 */
export function frameSizeAt(all: Buffer, at: number, isProven: boolean): number | null {
	const left = all.length - at;
	// HTTP begins like data of a channel.
	if (left > 0 && (all[at] ?? 0) >= 0x40 && !isProven) return null;
	if (left < CHANNEL_HEAD_BYTES) return 0;
	const [first, length] = [all.readUInt16BE(at), all.readUInt16BE(at + 2)];
	const isData = isChannel(first);
	if (!isData && (first >= 0x4000 || paddingOf(length) !== 0)) return null;
	if (!isData && left < COOKIE_END) return 0;
	if (!isData && all.readUInt32BE(at + 4) !== COOKIE) return null;
	const size = isData ? CHANNEL_HEAD_BYTES + length + paddingOf(length) : HEAD_BYTES + length;
	return size <= (isProven ? MAX_BYTES : MAX_UNPROVEN_BYTES) ? size : null;
}
