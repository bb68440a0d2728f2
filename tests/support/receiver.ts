import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestResponse } from "./harness.ts";

/** A request that a receiver got. */
export interface ReceivedRequest {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly text: string;
	/** The parsed body. Untyped for tests. */
	readonly body: TestResponse["body"];
}

/** A server to which webhooks are sent. */
export interface TestReceiver {
	/** Returns its URL with a path. */
	url(path?: string): string;
	/** What it got, in order, whatever it answered. */
	readonly received: ReceivedRequest[];
	/** How it answers; default: 204. */
	answer: (request: ReceivedRequest, response: ServerResponse) => void;
	/** Returns the requests of one path. */
	at(path: string): ReceivedRequest[];
	/** Resolves once it got so many requests, of one path or of all. */
	got(count: number, path?: string): Promise<void>;
	close(): Promise<void>;
}

/** Environment of an installation whose webhooks may be sent to receivers on this machine. */
export const RECEIVER_ENV = { WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" };

/** Starts a receiver on a free port of loopback, by plain HTTP. */
export async function startReceiver(): Promise<TestReceiver> {
	const received: ReceivedRequest[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const text = Buffer.concat(chunks).toString();
		const entry = {
			path: request.url ?? "",
			headers: request.headers,
			text,
			body: text === "" ? null : JSON.parse(text),
		};
		received.push(entry);
		receiver.answer(entry, response);
	});
	server.listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address() as AddressInfo;
	const at = (path: string) => received.filter((request) => request.path === path);
	const receiver: TestReceiver = {
		url: (path = "/") => `http://127.0.0.1:${port}${path}`,
		received,
		answer: (_request, response) => void response.writeHead(204).end(),
		at,
		async got(count, path) {
			while ((path === undefined ? received : at(path)).length < count) await Bun.sleep(5);
		},
		async close() {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
	return receiver;
}
