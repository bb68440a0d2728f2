import { dlopen, FFIType } from "bun:ffi";
import { readdirSync, readFileSync } from "node:fs";

/** The socket of a port that this process listens on, as the kernel knows it. */
export interface ListeningSocket {
	/** Connections are no longer accepted: the kernel keeps as many as the backlog holds, and drops what comes after. */
	pause(): void;
	/** Those that wait are accepted, and others after them. */
	resume(): void;
	/** Limits how many connections wait to be accepted, so how many are accepted at once. */
	limitBacklog(connections: number): void;
}

/** How a server waits for connections: a descriptor registered with an epoll, and what the kernel reports of it. */
interface Registration {
	readonly epoll: number;
	readonly socket: number;
	readonly events: number;
	/** The program's own value, which it gets back with each event. */
	readonly data: bigint;
}

const SYMBOLS = {
	listen: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
	getsockopt: { args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
	getsockname: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
	epoll_ctl: { args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
} as const;
type Libc = ReturnType<typeof dlopen<typeof SYMBOLS>>["symbols"];

const SOL_SOCKET = 1;
const SO_ACCEPTCONN = 30;
const EPOLL_CTL_MOD = 3;
/** `struct epoll_event` is packed on this processor alone. */
const DATA_OFFSET = process.arch === "x64" ? 4 : 8;

/**
 * Finds the socket that listens on a port. Bun accepts whatever comes, and can only be told to close the port for good;
 * so its registration with the kernel is changed, and put back as it was.
 * @returns null where that is not possible: on systems other than Linux with glibc
 */
export function findListeningSocket(port: number): ListeningSocket | null {
	try {
		const { symbols: libc } = dlopen("libc.so.6", SYMBOLS);
		const found = registrations().find(({ socket }) => portOf(libc, socket) === port);
		return found === undefined ? null : control(libc, found);
	} catch {
		return null;
	}
}

function control(libc: Libc, { epoll, socket, events, data }: Registration): ListeningSocket {
	function watch(which: number): void {
		const event = new Uint8Array(DATA_OFFSET + 8);
		const fields = new DataView(event.buffer);
		fields.setUint32(0, which, true);
		fields.setBigUint64(DATA_OFFSET, data, true);
		libc.epoll_ctl(epoll, EPOLL_CTL_MOD, socket, event);
	}
	return {
		pause: () => watch(0),
		resume: () => watch(events),
		limitBacklog(connections) {
			libc.listen(socket, connections);
		},
	};
}

/** Returns the registrations of all epolls of this process. */
function registrations(): Registration[] {
	const folder = "/proc/self/fdinfo";
	return readdirSync(folder).flatMap((epoll) => {
		const found = readInfo(`${folder}/${epoll}`).matchAll(/^tfd:\s*(\d+) events:\s*([0-9a-f]+) data:\s*([0-9a-f]+)/gm);
		return [...found].map(([, socket, events, data]) => ({
			epoll: Number(epoll),
			socket: Number(socket),
			events: Number.parseInt(events ?? "", 16),
			data: BigInt(`0x${data}`),
		}));
	});
}

function readInfo(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return ""; // Closed since the folder was read.
	}
}

/** Returns the port that a socket listens on; null when it does not listen, or is none. */
function portOf(libc: Libc, socket: number): number | null {
	const isListening = new Int32Array(1);
	const status = libc.getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, isListening, new Uint32Array([4]));
	if (status !== 0 || isListening[0] !== 1) return null;
	// Of either family: two bytes for the family, then the port.
	const address = new Uint8Array(128);
	if (libc.getsockname(socket, address, new Uint32Array([address.length])) !== 0) return null;
	return new DataView(address.buffer).getUint16(2);
}
