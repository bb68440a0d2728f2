import type { Client } from "./client.ts";
import { ProblemError, readProblem } from "./errors.ts";
import { readEventStream, type StreamMessage } from "./event-stream.ts";
import { isNetworkFault, retryAfterMs } from "./retries.ts";
import { delayOf, sleep } from "./waiting.ts";

/** How a stream with positions is followed. */
export interface Following {
	/** The position after which it goes on: that of the last message that was worked on; default: as the service says. */
	readonly after?: number;
	/** Ends it. */
	readonly signal?: AbortSignal;
	/** How long a connection may be silent before it is replaced, in ms; default 45,000. The service sends something every 15 seconds. */
	readonly silenceMs?: number;
}

/** A message of a stream. */
interface Positioned {
	readonly position: number;
	/** Null: it only tells the position. */
	readonly data: string | null;
}

const MAX_DELAY_MS = 30_000;

/**
 * Follows a stream whose ids are positions, without end. It connects again after the last one when the connection is lost.
 * @throws ProblemError when the caller may not follow it
 */
export async function* follow(
	api: Client,
	url: URL,
	{ after, signal, silenceMs = 45_000 }: Following,
): AsyncGenerator<Positioned, void, undefined> {
	let position = after ?? null;
	for (let failures = 0; !signal?.aborted; ) {
		let delayMs = 0;
		try {
			for await (const message of read(await open(api, url, position, signal), silenceMs)) {
				if (message.data !== null) failures = 0;
				// Before the reader works on it: one that leaves meanwhile goes on by its position.
				({ position } = message);
				yield message;
			}
		} catch (error) {
			if (signal?.aborted) return;
			if (!isPassing(error)) throw error;
			if (error instanceof Limited) delayMs = error.delayMs;
		}
		await sleep(Math.max(delayMs, delayOf(++failures, MAX_DELAY_MS)), signal).catch(() => undefined);
	}
}

/** Reads one connection. @throws ProblemError when the service has ended it */
async function* read(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<Positioned, void, undefined> {
	for await (const message of readEventStream(body, silenceMs)) {
		if (message.event === "end") throw farewellOf(message);
		if (message.id !== null) yield { position: Number(message.id), data: message.data };
	}
}

/** The service asks to wait for longer than a request does. */
class Limited extends Error {
	readonly delayMs: number;

	constructor(delayMs: number) {
		super("limited");
		this.delayMs = delayMs;
	}
}

async function open(
	{ connection }: Client,
	url: URL,
	position: number | null,
	signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array>> {
	const headers = { accept: "text/event-stream", ...(position !== null && { "last-event-id": String(position) }) };
	const response = await connection.send(new Request(url, { headers, ...(signal && { signal }) }));
	if (response.ok && response.body !== null) return response.body;
	const problem = await readProblem(response);
	const delayMs = retryAfterMs(response);
	if (problem.isRetryable && delayMs !== null) throw new Limited(delayMs);
	throw problem;
}

/** Returns why the service has ended a stream. */
function farewellOf({ data }: StreamMessage): ProblemError {
	const { code, detail, meta } = JSON.parse(data ?? "{}");
	return ProblemError.of(code === "gone" ? 410 : 403, { code, detail, meta });
}

/** Whether it is worth connecting again. A token that has expired is renewed by the next request. */
const isPassing = (error: unknown): boolean =>
	error instanceof Limited ||
	isNetworkFault(error) ||
	(error instanceof ProblemError && (error.isRetryable || error.is("token_expired")));
