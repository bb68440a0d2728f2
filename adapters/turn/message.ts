import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Methods of messages (RFC 8489, RFC 8656). */
export const METHOD = { allocate: 3, refresh: 4, send: 6, data: 7, permission: 8, channel: 9 } as const;
/** Classes of messages, as bits of their type. */
export const KIND = { request: 0x000, indication: 0x010, success: 0x100, error: 0x110 } as const;
/** Attributes that are read or written. */
export const ATTRIBUTE = {
	username: 0x06,
	integrity: 0x08,
	error: 0x09,
	unknown: 0x0a,
	channel: 0x0c,
	lifetime: 0x0d,
	peer: 0x12,
	data: 0x13,
	realm: 0x14,
	nonce: 0x15,
	relayed: 0x16,
	family: 0x17,
	transport: 0x19,
	dontFragment: 0x1a,
	mapped: 0x20,
} as const;

/** What every message has in its second word. */
export const COOKIE = 0x2112a442;
/** Length of what precedes the attributes, in bytes. */
export const HEAD_BYTES = 20;
/** Realm of the credentials. */
export const REALM = "parley";
const INTEGRITY_BYTES = 20;
/** Attributes from here on may be ignored by those who do not know them. */
const OPTIONAL = 0x8000;
const KNOWN: ReadonlySet<number> = new Set(Object.values(ATTRIBUTE));

/** An attribute: its type, and its value without padding. */
export type Attribute = readonly [type: number, value: Buffer];

/** A message that was received. */
export interface Message {
	readonly method: number;
	readonly kind: number;
	/** Id of its transaction. */
	readonly id: Buffer;
	/** The first of each type, up to the signature: what follows it is not signed. */
	readonly attributes: ReadonlyMap<number, Buffer>;
	/** All values of the one attribute that may be repeated. */
	readonly peers: readonly Buffer[];
	/** Types that must be understood and are not. */
	readonly unknown: readonly number[];
	/** Whether it was signed with this key. */
	isSignedWith(key: Buffer): boolean;
}

/** Number of bytes with which a value is padded to words. */
export const paddingOf = (bytes: number): number => -bytes & 3;

/** Returns the key with which a user signs: the long-term credentials of RFC 8489, whose MD5 every browser uses. */
export const keyOf = (username: string, password: string): Buffer =>
	createHash("md5").update(`${username}:${REALM}:${password}`).digest();

const sign = (key: Buffer, ...parts: readonly Buffer[]): Buffer => {
	const hmac = createHmac("sha1", key);
	for (const part of parts) hmac.update(part);
	return hmac.digest();
};

/** Reads a whole message, of {@link HEAD_BYTES} or more; null: its attributes do not fit into it. */
export function decode(raw: Buffer): Message | null {
	const type = raw.readUInt16BE(0);
	const attributes = new Map<number, Buffer>();
	const [peers, unknown]: [Buffer[], number[]] = [[], []];
	let at = HEAD_BYTES;
	while (at < raw.length && !attributes.has(ATTRIBUTE.integrity)) {
		if (at + 4 > raw.length) return null;
		const [attribute, size] = [raw.readUInt16BE(at), raw.readUInt16BE(at + 2)];
		if (at + 4 + size > raw.length) return null;
		const value = raw.subarray(at + 4, at + 4 + size);
		if (!attributes.has(attribute)) attributes.set(attribute, value);
		if (attribute === ATTRIBUTE.peer) peers.push(value);
		if (attribute < OPTIONAL && !KNOWN.has(attribute)) unknown.push(attribute);
		at += 4 + size + paddingOf(size);
	}
	return {
		method: ((type & 0x3e00) >> 2) | ((type & 0xe0) >> 1) | (type & 0xf),
		kind: type & 0x110,
		id: raw.subarray(8, HEAD_BYTES),
		attributes,
		peers,
		unknown,
		isSignedWith(key) {
			const given = attributes.get(ATTRIBUTE.integrity);
			if (given?.length !== INTEGRITY_BYTES) return false;
			// It covers what precedes it, and a length that ends with it.
			const signedBytes = at - 4 - INTEGRITY_BYTES;
			const head = Buffer.from(raw.subarray(0, HEAD_BYTES));
			head.writeUInt16BE(at - HEAD_BYTES, 2);
			return timingSafeEqual(sign(key, head, raw.subarray(HEAD_BYTES, signedBytes)), given);
		},
	};
}

/** Writes a message. @param key signs it; null: it is not signed */
export function encode(
	{ method, kind, id }: Pick<Message, "method" | "kind" | "id">,
	attributes: readonly Attribute[],
	key: Buffer | null,
): Buffer {
	const sizes = attributes.map(([, { length }]) => 4 + length + paddingOf(length));
	const end = sizes.reduce((sum, size) => sum + size, HEAD_BYTES);
	const raw = Buffer.alloc(end + (key ? 4 + INTEGRITY_BYTES : 0));
	raw.writeUInt16BE(((method & 0xf80) << 2) | ((method & 0x70) << 1) | (method & 0xf) | kind, 0);
	raw.writeUInt16BE(raw.length - HEAD_BYTES, 2);
	raw.writeUInt32BE(COOKIE, 4);
	id.copy(raw, 8);
	let at = HEAD_BYTES;
	for (const [index, [type, value]] of attributes.entries()) {
		raw.writeUInt16BE(type, at);
		raw.writeUInt16BE(value.length, at + 2);
		value.copy(raw, at + 4);
		at += sizes[index] ?? 0;
	}
	if (!key) return raw;
	raw.writeUInt16BE(ATTRIBUTE.integrity, at);
	raw.writeUInt16BE(INTEGRITY_BYTES, at + 2);
	sign(key, raw.subarray(0, end)).copy(raw, at + 4);
	return raw;
}

/** Writes a number of two bytes. */
export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

/** Writes a number of four bytes. */
export const u32 = (value: number): Buffer => {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
};

/** An IPv4 address, as a number, with a port. */
export interface Address {
	readonly ip: number;
	readonly port: number;
}

/** Writes an address as XOR-MAPPED-ADDRESS and its kin do. */
export const encodeAddress = ({ ip, port }: Address): Buffer =>
	Buffer.concat([u16(1), u16(port ^ (COOKIE >>> 16)), u32((ip ^ COOKIE) >>> 0)]);

/** Reads such an address; null: it is of IPv6, or none. */
export function decodeAddress(value: Buffer | undefined): Address | null {
	if (value?.length !== 8 || value[1] !== 1) return null;
	return { ip: (value.readUInt32BE(4) ^ COOKIE) >>> 0, port: value.readUInt16BE(2) ^ (COOKIE >>> 16) };
}
