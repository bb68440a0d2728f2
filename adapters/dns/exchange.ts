import { createSocket } from "node:dgram";
import { connect } from "node:net";

/** A DNS server. */
export interface DnsServer {
	readonly host: string;
	readonly port: number;
}

/**
 * Sends a query in a datagram, from a port of its own, and resolves with the first one that `accept` takes for the
 * answer: those of strangers are passed over. Rejects when the signal is aborted or the server cannot be reached.
 */
export function askByUdp<T>(
	{ host, port }: DnsServer,
	query: Buffer,
	accept: (message: Buffer) => T | null,
	signal: AbortSignal,
): Promise<T> {
	const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
	const answer = new Promise<T>((resolve, reject) => {
		socket.on("error", reject);
		socket.on("message", (message, from) => {
			const accepted = from.port === port ? accept(message) : null;
			if (accepted !== null) resolve(accepted);
		});
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		// Connected: the kernel hands over datagrams of this server only.
		socket.connect(port, host, () => socket.send(query));
	});
	return answer.finally(() => socket.close());
}

/** Sends a query over TCP, where any answer of up to 64 KiB fits; see {@link askByUdp}. */
export function askByTcp<T>(
	server: DnsServer,
	query: Buffer,
	accept: (message: Buffer) => T | null,
	signal: AbortSignal,
): Promise<T> {
	const socket = connect(server.port, server.host);
	const answer = new Promise<T>((resolve, reject) => {
		let received: Buffer = Buffer.alloc(0);
		socket.on("error", reject);
		socket.on("close", () => reject(new Error("the server closed the connection")));
		socket.on("connect", () => socket.write(Buffer.concat([uint16(query.length), query])));
		socket.on("data", (bytes: Buffer) => {
			received = Buffer.concat([received, bytes]);
			const size = received.length < 2 ? Number.POSITIVE_INFINITY : 2 + received.readUInt16BE(0);
			if (received.length < size) return;
			const accepted = accept(received.subarray(2, size));
			if (accepted === null) reject(new Error("the server answered another question"));
			else resolve(accepted);
		});
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
	return answer.finally(() => socket.destroy());
}

function uint16(value: number): Buffer {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16BE(value);
	return bytes;
}
