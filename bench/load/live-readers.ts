/**
 * Opens many WebSockets and counts what arrives, as cheaply as it can: raw sockets, of whose frames it reads the
 * length; every sixteenth also reads the time of sending, `@@<Unix ms>@@`, from each.
 *
 * First line of standard input: {@link Wanted} as JSON. Then `start` counts anew, `report` prints a {@link Report}.
 */
import type { Socket } from "bun";
import type { Report, Wanted } from "../support/live-readers.ts";

/** Frames that are smaller say nothing that counts: greetings, pings. */
const MIN_BYTES = 120;
const SAMPLED = 16;
/** Connections that are opened at once. */
const AT_ONCE = 50;
const MARK = Buffer.from("@@");

/** A connection, and what is left of a frame that has not arrived as a whole. */
interface Reader {
	readonly isSampled: boolean;
	rest: Buffer | null;
	isOpen: boolean;
	received: number;
	readonly opened: () => void;
}

const lines = (await import("node:readline")).createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const wanted = JSON.parse((await lines.next()).value ?? "") as Wanted;
const { hostname, port, host } = new URL(wanted.url);
const latencies: number[] = [];
let closed = 0;

/** Takes what has arrived: the answer to the handshake first, then frames. */
function take(socket: Socket<Reader>, chunk: Buffer): void {
	const reader = socket.data;
	const bytes = reader.rest ? Buffer.concat([reader.rest, chunk]) : chunk;
	const from = reader.isOpen ? 0 : handshakeIn(reader, bytes);
	const end = from < 0 ? 0 : takeFrames(socket, bytes, from);
	// Copied: the chunk is used again for the next read.
	reader.rest = end === bytes.length ? null : Buffer.from(bytes.subarray(end));
}

/** Returns where the frames begin; below 0: the answer is not complete. @throws Error when the server refuses */
function handshakeIn(reader: Reader, bytes: Buffer): number {
	const end = bytes.indexOf("\r\n\r\n");
	if (end < 0) return -1;
	if (!bytes.toString("latin1", 0, end).startsWith("HTTP/1.1 101")) throw new Error(`no socket: ${bytes.toString()}`);
	reader.isOpen = true;
	reader.opened();
	return end + 4;
}

/** Takes the frames that are complete. Returns where the rest begins. */
function takeFrames(socket: Socket<Reader>, bytes: Buffer, from: number): number {
	let at = from;
	while (at + 2 <= bytes.length) {
		const short = (bytes[at + 1] ?? 0) & 0x7f;
		// No frame of these servers is as large as 64 KiB.
		const head = short < 126 ? 2 : 4;
		if (at + head > bytes.length) break;
		const length = short < 126 ? short : bytes.readUInt16BE(at + 2);
		if (at + head + length > bytes.length) break;
		handle(socket, (bytes[at] ?? 0) & 0x0f, bytes, at + head, length);
		at += head + length;
	}
	return at;
}

function handle(socket: Socket<Reader>, opcode: number, bytes: Buffer, at: number, length: number): void {
	const reader = socket.data;
	if (opcode === 9) socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
	if (opcode === 1 && length <= 2 && bytes[at] === 0x32) sendText(socket, "3"); // Socket.IO's own ping
	if (opcode !== 1 || length < MIN_BYTES) return;
	reader.received++;
	if (!reader.isSampled) return;
	const from = bytes.indexOf(MARK, at);
	if (from < 0 || from > at + length) return;
	const to = bytes.indexOf(MARK, from + 2);
	latencies.push(performance.timeOrigin + performance.now() - Number(bytes.toString("latin1", from + 2, to)));
}

/** Sends a text, masked with zeros. */
function sendText(socket: Socket<Reader>, text: string): void {
	socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]));
}

const headers = Object.entries({
	host,
	connection: "Upgrade",
	upgrade: "websocket",
	"sec-websocket-version": "13",
	"sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
	...wanted.headers,
}).map(([name, value]) => `${name}: ${value}\r\n`);

const sockets: Socket<Reader>[] = [];
async function open(index: number): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const data: Reader = { isSampled: index % SAMPLED === 0, rest: null, isOpen: false, received: 0, opened: resolve };
	const socket = await Bun.connect<Reader>({
		hostname,
		port: Number(port),
		data,
		socket: { data: take, close: () => void closed++, error: () => void closed++ },
	});
	sockets.push(socket);
	socket.write(`GET ${wanted.path} HTTP/1.1\r\n${headers.join("")}\r\n`);
	await promise;
	if (wanted.greeting !== undefined) sendText(socket, wanted.greeting);
}

for (let index = 0; index < wanted.count; index += AT_ONCE) {
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.count - index) }, (_, at) => open(index + at)));
}
process.stdout.write("open\n");

let startedCpu = process.cpuUsage();
for await (const line of lines) {
	if (line === "start") {
		for (const { data } of sockets) data.received = 0;
		latencies.length = 0;
		startedCpu = process.cpuUsage();
		process.stdout.write("started\n");
	}
	if (line === "report") {
		const counts = sockets.map(({ data }) => data.received);
		const sorted = Float64Array.from(latencies).sort();
		const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
		const { user, system } = process.cpuUsage(startedCpu);
		const report: Report = {
			received: counts.reduce((sum, count) => sum + count, 0),
			fewest: Math.min(...counts),
			most: Math.max(...counts),
			closed,
			p50Ms: at(0.5),
			p99Ms: at(0.99),
			maxMs: sorted.at(-1) ?? 0,
			cpuMs: (user + system) / 1000,
		};
		process.stdout.write(`${JSON.stringify(report)}\n`);
	}
}
process.exit();
