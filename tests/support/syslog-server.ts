import type { AddressInfo } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { makeCertificate } from "./certificates.ts";
import type { TestResponse } from "./harness.ts";

/** A message of the syslog protocol, taken apart. */
export interface SyslogMessage {
	readonly priority: number;
	readonly timestamp: string;
	readonly host: string;
	readonly app: string;
	readonly kind: string;
	/** Structured data by name, unescaped. */
	readonly data: Readonly<Record<string, string>>;
	/** The parsed content. Untyped for tests. */
	readonly content: TestResponse["body"];
}

/** A syslog server that takes messages over TLS (RFC 5425). */
export interface SyslogServer {
	readonly port: number;
	/** The certificate, PEM, of the authority that vouches for it. */
	readonly authority: string;
	/** What it took, in order. */
	readonly messages: readonly SyslogMessage[];
	/** Whether it breaks connections in place of taking anything. */
	isBroken: boolean;
	close(): Promise<void>;
}

const HEADER = /^<(\d+)>1 (\S+) (\S+) (\S+) - (\S+) \[[^\s\]]+ ((?:[^\\\]]|\\.)*)\] ([\s\S]*)$/;

/** Parses a message of RFC 5424. @throws Error when it is none */
export function parseSyslog(text: string): SyslogMessage {
	const [, priority, timestamp, host, app, kind, data, content] = HEADER.exec(text) ?? [];
	if (priority === undefined || content === undefined) throw new Error(`not a syslog message: ${text}`);
	const parameters = [...(data ?? "").matchAll(/([A-Za-z]+)="((?:[^"\\\]]|\\.)*)"/g)];
	return {
		priority: Number(priority),
		timestamp: timestamp ?? "",
		host: host ?? "",
		app: app ?? "",
		kind: kind ?? "",
		data: Object.fromEntries(parameters.map(([, name, value]) => [name, value?.replace(/\\(.)/g, "$1")])),
		content: JSON.parse(content),
	};
}

/** Starts a server for `localhost` on a free port. */
export async function startSyslogServer(): Promise<SyslogServer> {
	const certificate = makeCertificate("localhost");
	const messages: SyslogMessage[] = [];
	const sockets = new Set<TLSSocket>();

	function takeFrom(bytes: Buffer): Buffer {
		let rest = bytes;
		for (let space = rest.indexOf(" "); space > 0; space = rest.indexOf(" ")) {
			const length = Number(rest.subarray(0, space).toString());
			if (rest.length < space + 1 + length) break;
			messages.push(parseSyslog(rest.subarray(space + 1, space + 1 + length).toString()));
			rest = rest.subarray(space + 1 + length);
		}
		return rest;
	}

	const server = createServer({ key: certificate.key, cert: certificate.cert }, (socket) => {
		sockets.add(socket);
		socket.on("error", () => undefined);
		socket.on("close", () => sockets.delete(socket));
		if (result.isBroken) return void socket.destroy();
		let rest: Buffer = Buffer.alloc(0);
		socket.on("data", (bytes) => {
			rest = takeFrom(Buffer.concat([rest, Buffer.from(bytes)]));
		});
		socket.on("end", () => socket.end());
	});
	server.listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const result: SyslogServer = {
		port: (server.address() as AddressInfo).port,
		authority: certificate.authority,
		messages,
		isBroken: false,
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
	return result;
}
