/**
 * A worker that takes the deliveries of bench webhooks, in a thread of its own: the one that measures the API would
 * otherwise wait for it. Posts its URL, and answers `clear` and `report` with a {@link ReceiverReport}. `/dead` never answers.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

declare const self: Worker;

/** What has arrived since `clear`. */
export interface ReceiverReport {
	/** How long after its event each delivery has arrived, in ms. */
	readonly delays: readonly number[];
	/** When the last one arrived, Unix ms; 0: none has. */
	readonly lastAtMs: number;
}

let delays: number[] = [];
let lastAtMs = 0;

const server = createServer(async (request, response) => {
	const arrivedMs = Date.now();
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	if (request.url === "/dead") return;
	response.writeHead(204).end();
	lastAtMs = Date.now();
	delays.push(arrivedMs - Date.parse(JSON.parse(Buffer.concat(chunks).toString()).timestamp));
}).listen(0, "127.0.0.1");
server.once("listening", () => self.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

self.onmessage = ({ data }: MessageEvent<"clear" | "report">) => {
	if (data === "clear") [delays, lastAtMs] = [[], 0];
	self.postMessage({ delays, lastAtMs } satisfies ReceiverReport);
};
