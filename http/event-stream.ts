/** Media type of event streams. */
export const EVENT_STREAM = "text/event-stream";

/** Responds with an event stream, which nginx passes on as it comes. */
export const respondWithEvents = (body: ReadableStream<Uint8Array>): Response =>
	new Response(body, { headers: { "content-type": `${EVENT_STREAM}; charset=utf-8`, "x-accel-buffering": "no" } });

/** Returns the number that a client sends as the id of the last message it has; null: none. */
export function lastPosition({ headers }: Request): number | null {
	const sent = headers.get("last-event-id") ?? "";
	return /^\d{1,15}$/.test(sent) ? Number(sent) : null;
}
