/** A message between this program and the process that runs the models: a JSON header, and bytes. */
export interface Frame {
	readonly header: Readonly<Record<string, unknown>>;
	readonly payload: Uint8Array<ArrayBuffer>;
}

const PREFIX_BYTES = 8;
/** More than any message of ours needs. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns the bytes of a message: the lengths of header and payload as 32 bits each, then both. */
export function encodeFrame(header: Frame["header"], payload: ArrayBufferView | null = null): Uint8Array {
	const text = new TextEncoder().encode(JSON.stringify(header));
	const size = payload?.byteLength ?? 0;
	const bytes = new Uint8Array(PREFIX_BYTES + text.length + size);
	const prefix = new DataView(bytes.buffer);
	prefix.setUint32(0, text.length);
	prefix.setUint32(4, size);
	bytes.set(text, PREFIX_BYTES);
	if (payload)
		bytes.set(new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength), PREFIX_BYTES + text.length);
	return bytes;
}

/** Reads messages until the stream ends. @throws Error for one that is longer than `maxBytes` or no JSON object */
export async function* readFrames(stream: AsyncIterable<Uint8Array>, maxBytes = MAX_BYTES): AsyncGenerator<Frame> {
	const chunks: Uint8Array[] = [];
	let buffered = 0;
	let needed = PREFIX_BYTES;
	for await (const chunk of stream) {
		chunks.push(chunk);
		buffered += chunk.length;
		while (buffered >= needed) {
			const bytes = new Uint8Array(Buffer.concat(chunks.splice(0)));
			const { header, payload } = lengthsOf(bytes);
			const total = PREFIX_BYTES + header + payload;
			if (total > maxBytes) throw new Error("a message is too large");
			needed = bytes.length < total ? total : PREFIX_BYTES;
			const rest = bytes.length < total ? bytes : bytes.subarray(total);
			if (rest.length > 0) chunks.push(rest);
			buffered = rest.length;
			if (bytes.length >= total)
				yield {
					header: parseHeader(bytes.subarray(PREFIX_BYTES, total - payload)),
					payload: bytes.slice(total - payload, total),
				};
		}
	}
}

function lengthsOf(bytes: Uint8Array): { readonly header: number; readonly payload: number } {
	const prefix = new DataView(bytes.buffer, bytes.byteOffset);
	return { header: prefix.getUint32(0), payload: prefix.getUint32(4) };
}

function parseHeader(bytes: Uint8Array): Frame["header"] {
	const header: unknown = JSON.parse(new TextDecoder().decode(bytes));
	if (typeof header !== "object" || header === null || Array.isArray(header))
		throw new Error("a message has no header");
	return header as Frame["header"];
}
