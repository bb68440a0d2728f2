/**
 * Reads and discards what is left of the body of a request whose connection ends with its response; resolves when it has
 * arrived, or after `withinMs`. A connection that is closed before it was read to its end is reset: its client, which may still
 * send, often never sees the response, and a proxy takes the server for broken.
 */
export async function drainBody({ body }: Request, withinMs: number): Promise<void> {
	if (body === null || body.locked) return;
	const reader = body.getReader();
	const timer = setTimeout(() => void reader.cancel().catch(() => {}), withinMs);
	try {
		for (let read = await reader.read(); !read.done; read = await reader.read()) release(read.value);
	} catch {
		// The client has left.
	} finally {
		clearTimeout(timer);
	}
}

/** Gives the memory of a chunk back now: the collector would let many megabytes wait for it. */
function release({ buffer }: Uint8Array): void {
	if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
