/** Media type of event streams. */
export const EVENT_STREAM = "text/event-stream";

/** Responds with an event stream, which nginx passes on as it comes. */
export const respondWithEvents = (body: ReadableStream<Uint8Array>): Response =>
	new Response(body, { headers: { "content-type": `${EVENT_STREAM}; charset=utf-8`, "x-accel-buffering": "no" } });
