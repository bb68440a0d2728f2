import type { LiveRoom } from "#tests/support/live-room";
import { openReaders, type Report } from "../support/live-readers.ts";
import type { BenchmarkServer } from "../support/server.ts";

/** A server that delivers texts to many readers. */
export interface Publisher {
	readonly server: BenchmarkServer;
	/** How its readers connect. */
	readonly reader: {
		readonly path: string;
		readonly headers: Readonly<Record<string, string>>;
		readonly greeting?: string;
	};
	/** Sends texts to all of them by one request. Resolves when it is answered. */
	say(texts: readonly string[]): Promise<unknown>;
}

/** What a round has cost. */
export interface Round extends Report {
	/** Deliveries per second of CPU time of the server. */
	readonly perCpuSecond: number;
	/** CPU time of the server for each message that was sent, in µs. */
	readonly microsPerMessage: number;
	/** Resident memory that each connection has taken, in KiB. */
	readonly kibPerSocket: number;
}

/** Size of what is sent by the peers, in bytes: about that of a segment. */
const MESSAGE_BYTES = 420;

/** A server of the peers, which sends each line of a body. */
export const peer = (server: BenchmarkServer, path: string, greeting?: string): Publisher => ({
	server,
	reader: { path, headers: {}, ...(greeting !== undefined && { greeting }) },
	say: (texts) =>
		fetch(server.ready.base ?? "", {
			method: "POST",
			body: texts.map((text) => text.padEnd(MESSAGE_BYTES, ".")).join("\n"),
		}),
});

/** Parley, to which captions are posted. @param final whether they are stored before they are sent */
export const parley = (server: BenchmarkServer, room: LiveRoom, final = true): Publisher => ({
	server,
	reader: {
		path: `/transcription/live?meetingId=${room.meetingId}&role=subscribe`,
		headers: { authorization: `Bearer ${room.host.token}`, "sec-websocket-protocol": "parley.v1" },
		greeting: JSON.stringify({ type: "start" }),
	},
	say: (texts) => room.caption(server.ready.base ?? "", texts, final),
});

/** Says so many texts at a rate, each with the time it was sent in it. Resolves when all are answered. */
async function send({ say }: Publisher, { perSecond, batch }: Load, count: number): Promise<void> {
	const startMs = performance.now();
	const sending: Promise<unknown>[] = [];
	for (let sent = 0; sent < count; sent += batch) {
		const waitMs = startMs + (sent * 1000) / perSecond - performance.now();
		if (waitMs > 0) await Bun.sleep(waitMs);
		const mark = `@@${(performance.timeOrigin + performance.now()).toFixed(3)}@@`;
		const text = `${mark} Sales increased by twelve percent compared with last year.`;
		sending.push(say(Array.from({ length: Math.min(batch, count - sent) }, () => text)));
	}
	await Promise.all(sending);
}

/** Options of {@link measure}. */
export interface Load {
	readonly sockets: number;
	readonly perSecond: number;
	/** Texts in one request. */
	readonly batch: number;
	readonly seconds: number;
	readonly rounds: number;
}

/** Requests before anything is measured, and per second: no compiler runs any more then. */
const WARM_UP = { requests: 2_000, perSecond: 400 };

/** Sends without readers to warm up, opens the readers of a server and sends to them, once more for that, then for so many rounds. */
export async function measure(publisher: Publisher, load: Load): Promise<Round[]> {
	const { sockets, perSecond, seconds, rounds } = load;
	const { server, reader } = publisher;
	await send(publisher, { ...load, perSecond: WARM_UP.perSecond * load.batch }, WARM_UP.requests * load.batch);
	const rssBefore = server.rssMib();
	const readers = await openReaders({ url: server.ready.base ?? "", count: sockets, ...reader });
	await Bun.sleep(1000);
	const kibPerSocket = ((server.rssMib() - rssBefore) * 1024) / sockets;
	const results: Round[] = [];
	try {
		for (let round = 0; round <= rounds; round++) {
			await readers.start();
			const cpuBefore = server.cpuMs();
			const isWarmUp = round === 0;
			const messages = perSecond * (isWarmUp ? 1 : seconds);
			await send(publisher, load, messages);
			const report = await readers.settle(messages);
			const cpuMs = server.cpuMs() - cpuBefore;
			if (report.fewest < messages) throw new Error(`${server.name}: a reader got ${report.fewest} of ${messages}`);
			const perCpuSecond = (report.received / cpuMs) * 1000;
			if (!isWarmUp)
				results.push({ ...report, perCpuSecond, microsPerMessage: (cpuMs * 1000) / messages, kibPerSocket });
		}
	} finally {
		await readers.close();
	}
	return results;
}
