import type { Client } from "./client.ts";
import { ProblemError, readProblem } from "./errors.ts";
import { readEventStream, type StreamMessage } from "./event-stream.ts";
import type { components as facts } from "./generated/events.ts";
import type { components } from "./generated/operations.ts";
import { isNetworkFault, retryAfterMs } from "./retries.ts";
import { delayOf, sleep } from "./waiting.ts";

/** Resources of events, by the type of the event. */
export type EventObjects = facts["schemas"];

/** A type of event. New ones may appear: ignore those you do not know. */
export type EventType = keyof EventObjects;

type AnyEvent = components["schemas"]["Event"];

/**
 * An event of an organization; its `type` says what its `object` is. Members may be missing: once the content has expired,
 * or where the compliance mode says so, there are only ids.
 */
export type ParleyEvent<Type extends EventType = EventType> = Type extends EventType
	? Omit<AnyEvent, "type" | "data"> & {
			readonly type: Type;
			readonly data: Omit<AnyEvent["data"], "object"> & { readonly object: Partial<EventObjects[Type]> };
		}
	: never;

/** A choice of types: one, or all that begin alike, such as `meeting.*`. */
export type EventPattern = EventType | `${string}.*`;

type TypesOf<Pattern extends EventPattern> = Pattern extends `${infer Prefix}.*`
	? Extract<EventType, `${Prefix}.${string}`>
	: Extract<Pattern, EventType>;

/** Options of {@link followEvents}. */
export interface FollowOptions<Pattern extends EventPattern> {
	readonly orgId: string;
	/** The `sequence` of the last event that was worked on; default: from the oldest event that is kept. */
	readonly after?: number;
	/** Which events; default: all. */
	readonly types?: readonly Pattern[];
	/** Ends it. */
	readonly signal?: AbortSignal;
	/** Called with each position: everything up to it was yielded, or has other types. */
	readonly onPosition?: (sequence: number) => void;
	/** How long a connection may be silent before it is replaced, in ms; default 45,000. The service sends something every 15 seconds. */
	readonly silenceMs?: number;
}

const MAX_DELAY_MS = 30_000;

/**
 * Follows the events of an organization, in the order of `sequence`, without end. It connects again when the connection is
 * lost; each event is yielded once. Store `sequence` with what you do about an event, and pass it as `after` next time.
 *
 * @example
 * for await (const event of followEvents(api, { orgId, after, types: ["meeting.*"] })) {
 *   if (event.type === "meeting.ended") await archive(event.data.object.id);
 *   after = event.sequence;
 * }
 * @throws ProblemError `gone` if the position is no longer kept: `meta.firstSequence` is the first that is; others if the caller may not read the events
 */
export async function* followEvents<Pattern extends EventPattern = EventType>(
	api: Client,
	options: FollowOptions<Pattern>,
): AsyncGenerator<ParleyEvent<TypesOf<Pattern>>, void, undefined> {
	const { signal, onPosition } = options;
	let position = options.after ?? null;
	for (let failures = 0; !signal?.aborted; ) {
		let delayMs = 0;
		try {
			for await (const { sequence, data } of read(api, options, position)) {
				failures = 0;
				// Before the event: a reader that leaves while it works on it goes on by its sequence.
				position = sequence;
				if (data !== null) yield JSON.parse(data);
				onPosition?.(position);
			}
		} catch (error) {
			if (signal?.aborted) return;
			if (!isPassing(error)) throw error;
			if (error instanceof Limited) delayMs = error.delayMs;
		}
		await sleep(Math.max(delayMs, delayOf(++failures, MAX_DELAY_MS)), signal).catch(() => undefined);
	}
}

/** Reads one connection, without what was read before. */
async function* read(api: Client, options: FollowOptions<EventPattern>, after: number | null) {
	const { silenceMs = 45_000 } = options;
	let position = after ?? 0;
	for await (const message of readEventStream(await open(api, options, after), silenceMs)) {
		if (message.event === "end") throw farewellOf(message);
		const sequence = Number(message.id);
		if (message.id === null || sequence <= position) continue;
		position = sequence;
		yield { sequence, data: message.data };
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
	{ orgId, types, signal }: FollowOptions<EventPattern>,
	position: number | null,
): Promise<ReadableStream<Uint8Array>> {
	const url = new URL(`${connection.baseUrl}/orgs/${encodeURIComponent(orgId)}/events`);
	if (types) url.searchParams.set("types", types.join(","));
	// Without a position it begins with the oldest event that is kept; 0 would be refused once that is a later one.
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
