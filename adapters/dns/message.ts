import { randomBytes } from "node:crypto";
import ipaddr from "ipaddr.js";

const HEADER_BYTES = 12;
/** Types of records. */
const TYPES = { A: 1, TXT: 16, AAAA: 28 } as const;
const CLASS_IN = 1;
/** Flags of a query: recursion desired. */
const QUERY_FLAGS = 0x0100;
/** An OPT record (RFC 6891) that accepts datagrams of 1,232 bytes, which no path fragments. */
const OPT_RECORD = Buffer.from([0, 0, 41, 0x04, 0xd0, 0, 0, 0, 0, 0, 0]);
/** Type of record that is asked for. */
export type RecordType = keyof typeof TYPES;

/** Maximum number of records read from one answer: nobody needs more to prove anything, or to be found. */
const MAX_RECORDS = 200;

/** A response of a DNS server. */
export interface DnsResponse {
	/** Response code (RFC 1035): 0 no error, 2 server failure, 3 no such name. */
	readonly rcode: number;
	/** Whether it did not fit, so that it must be asked for over TCP. */
	readonly isTruncated: boolean;
	/** The records of the type that was asked for: texts, whose strings are joined, or addresses. */
	readonly values: readonly string[];
}

/** Encodes a query for the records of a name, with a random id. @param name in ASCII, of labels of up to 63 bytes */
export function encodeQuery(name: string, type: RecordType): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	randomBytes(2).copy(header);
	header.writeUInt16BE(QUERY_FLAGS, 2);
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(1, 10);
	const labels = name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
	return Buffer.concat([header, ...labels, Buffer.from([0, 0, TYPES[type], 0, CLASS_IN]), OPT_RECORD]);
}

/**
 * Decodes the response to a query; null when it is not one: another id, another question, or malformed. Anybody may send
 * a datagram.
 */
export function decodeResponse(message: Buffer, query: Buffer): DnsResponse | null {
	try {
		return decode(message, query);
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}

/** @throws RangeError where the message ends too early */
function decode(message: Buffer, query: Buffer): DnsResponse | null {
	const flags = message.readUInt16BE(2);
	const isResponse = (flags & 0x8000) !== 0 && (flags & 0x7800) === 0;
	if (!isResponse || message.readUInt16BE(0) !== query.readUInt16BE(0)) return null;
	const rcode = flags & 0x000f;
	const isTruncated = (flags & 0x0200) !== 0;
	const questionEnd = query.length - OPT_RECORD.length;
	const hasQuestion = message.readUInt16BE(4) === 1;
	// Some servers leave the question out of an error.
	if (!hasQuestion) return rcode === 0 ? null : { rcode, isTruncated, values: [] };
	if (question(message, questionEnd) !== question(query, questionEnd)) return null;
	return { rcode, isTruncated, values: isTruncated ? [] : readRecords(message, questionEnd) };
}

/** Returns the question of a message; names are compared without regard to case. */
const question = (message: Buffer, end: number): string => message.toString("latin1", HEADER_BYTES, end).toLowerCase();

/**
 * Reads the records of an answer that have the type of the question. The server that is asked has followed any CNAME, so
 * their names do not matter.
 */
function readRecords(message: Buffer, start: number): string[] {
	const wanted = message.readUInt16BE(start - 4);
	const values: string[] = [];
	let at = start;
	for (let left = message.readUInt16BE(6); left > 0 && values.length < MAX_RECORDS; left--) {
		at = skipName(message, at);
		const type = message.readUInt16BE(at);
		const recordClass = message.readUInt16BE(at + 2);
		const end = at + 10 + message.readUInt16BE(at + 8);
		if (end > message.length) throw new RangeError("a record ends after its message");
		if (type === wanted && recordClass === CLASS_IN) values.push(readValue(message, type, at + 10, end));
		at = end;
	}
	return values;
}

/** Reads the data of a record. */
function readValue(message: Buffer, type: number, start: number, end: number): string {
	if (type === TYPES.TXT) return readStrings(message, start, end);
	const bytes = message.subarray(start, end);
	if (bytes.length !== (type === TYPES.A ? 4 : 16)) throw new RangeError("an address has another length");
	return ipaddr.fromByteArray([...bytes]).toString();
}

/** Returns where a name ends. A pointer to another place ends it, so that none is followed. */
function skipName(message: Buffer, start: number): number {
	for (let at = start; ; ) {
		const length = message.readUInt8(at);
		if (length === 0) return at + 1;
		if ((length & 0xc0) === 0xc0) return at + 2;
		if (length > 63) throw new RangeError("a label is too long");
		at += 1 + length;
	}
}

/** Reads the strings of a TXT record, which are one text (RFC 7208 §3.3 and everybody's practice). */
function readStrings(message: Buffer, start: number, end: number): string {
	const parts: Buffer[] = [];
	for (let at = start; at < end; ) {
		const next = at + 1 + message.readUInt8(at);
		if (next > end) throw new RangeError("a string ends after its record");
		parts.push(message.subarray(at + 1, next));
		at = next;
	}
	return Buffer.concat(parts).toString("utf8");
}
