import { AppError } from "#kernel/errors";
import type { PacedReader } from "#kernel/paced-reader";
import { asValue, type Message, text } from "#kernel/texts";
import { readPaced } from "./body.ts";
import { exchangeOf } from "./exchange.ts";
import type { ReadContent } from "./read-content.ts";

/** A part of a `multipart/form-data` body. */
export interface Part {
	readonly name: string;
	/** Whether it has a file name, even an empty one. The name itself means nothing. */
	readonly isFile: boolean;
	/** The content, to be read before the next part; what is not read is skipped. */
	readonly content: AsyncIterable<Uint8Array>;
	/** Reads the content as text. @throws `invalid_request` when it is not UTF-8 or longer than `maxBytes` */
	text(maxBytes: number): Promise<string>;
}

/** Limits on a body. */
export interface MultipartLimits {
	/** Size of the whole body, in bytes. */
	readonly maxBytes: number;
	readonly maxParts: number;
}

/** Maximum size of the headers of a part, in bytes. */
const MAX_HEADER_BYTES = 4096;
const BLANK_LINE = "\r\n\r\n";

const malformed = (why: Message, cause?: unknown) =>
	new AppError(
		"invalid_request",
		text("The multipart body {why}.", { why: asValue(why) }),
		cause === undefined ? {} : { cause },
	);

/**
 * Reads the parts of a `multipart/form-data` body (RFC 7578) as its chunks arrive; only what has arrived of one is in memory.
 * Strict: nothing before the first boundary, no encodings, no nesting.
 * @param read is given what was read; null: nobody asks for it
 * @throws `invalid_request` when it is malformed or ends early, `payload_too_large` `request_timeout`
 */
export async function* readMultipart(
	request: Pick<Request, "headers">,
	chunks: PacedReader | null,
	{ maxBytes, maxParts }: MultipartLimits,
	read: ReadContent | null = null,
): AsyncGenerator<Part> {
	const boundary = boundaryOf(request.headers.get("content-type") ?? "");
	// As if there were a line before the first boundary, so that all of them look the same.
	const input = new Input(chunks, maxBytes, "\r\n");
	const delimiter = `\r\n--${boundary}`;
	try {
		if (!(await input.startsWith(delimiter))) throw malformed("does not begin with its boundary");
		for (let count = 1; ; count++) {
			if (await input.startsWith("--")) return read?.end();
			if (!(await input.startsWith("\r\n"))) throw malformed("has a damaged boundary");
			if (count > maxParts) throw malformed(text("has more than {maxParts} parts", { maxParts }));
			const headers = await readHeaders(input);
			const content = read?.part(headers, input.until(delimiter)) ?? input.until(delimiter);
			yield { ...headers, content, text: (maxTextBytes) => readText(headers.name, content, maxTextBytes) };
			for await (const _ of content); // What was not read.
		}
	} finally {
		input.release();
	}
}

/** Reads the form of a request, see {@link readMultipart}. */
export function readParts(request: Request, limits: MultipartLimits): AsyncGenerator<Part> {
	const { content } = exchangeOf(request);
	// Not hashed as they come: a form that is sent again has another boundary.
	const parts = readMultipart(request, readPaced(request), limits, content);
	content?.begin(parts);
	return parts;
}

async function readText(name: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of content) {
		size += chunk.length;
		if (size > maxBytes) throw malformed(text("has more than {maxBytes} bytes in {name}", { maxBytes, name }));
		chunks.push(chunk);
	}
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
	} catch (cause) {
		throw malformed(text("has text in {name} that is not UTF-8", { name }), cause);
	}
}

function boundaryOf(contentType: string): string {
	const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))\s*(?:;|$)/i.exec(contentType) ?? [];
	const boundary = quoted ?? plain ?? "";
	if (/^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)) return boundary;
	throw new AppError("invalid_request", "Content-Type must name the boundary of the multipart body.");
}

async function readHeaders(input: Input): Promise<Pick<Part, "name" | "isFile">> {
	const lines = (await input.head(BLANK_LINE, MAX_HEADER_BYTES)).split("\r\n");
	const headers = new Map(
		lines.map((line) => {
			const [, name = "", value = ""] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? [];
			if (name === "") throw malformed("has a damaged header");
			return [name.toLowerCase(), value] as const;
		}),
	);
	const encoding = headers.get("content-transfer-encoding")?.toLowerCase() ?? "binary";
	if (!["binary", "8bit", "7bit"].includes(encoding)) throw malformed(text("has a part in {encoding}", { encoding }));
	const disposition = headers.get("content-disposition") ?? "";
	const [, name] = /^form-data\s*;(?:.*;)?\s*name="([^"]{1,100})"/i.exec(disposition) ?? [];
	if (name === undefined) throw malformed("has a part without a name");
	return { name, isFile: /;\s*filename\*?=/i.test(disposition) };
}

/** Bytes that arrive, of which as few as possible are kept. */
class Input {
	readonly #chunks: PacedReader | null;
	readonly #maxBytes: number;
	#received = 0;
	#buffer: Buffer;

	constructor(chunks: PacedReader | null, maxBytes: number, before: string) {
		this.#chunks = chunks;
		this.#maxBytes = maxBytes;
		this.#buffer = Buffer.from(before);
	}

	/** Leaves what was not read to others: the client may still be sending. */
	release(): void {
		this.#chunks?.release();
	}

	/** Whether this comes next; then it is passed over. */
	async startsWith(text: string): Promise<boolean> {
		while (this.#buffer.length < text.length) await this.#receive();
		const isNext = this.#buffer.toString("latin1", 0, text.length) === text;
		if (isNext) this.#buffer = this.#buffer.subarray(text.length);
		return isNext;
	}

	/** Returns the text before `end`, and passes over both. */
	async head(end: string, maxBytes: number): Promise<string> {
		let at = this.#buffer.indexOf(end);
		while (at < 0) {
			if (this.#buffer.length > maxBytes) throw malformed("has headers that are too long");
			await this.#receive();
			at = this.#buffer.indexOf(end);
		}
		const text = this.#buffer.toString("utf8", 0, at);
		this.#buffer = this.#buffer.subarray(at + end.length);
		return text;
	}

	/** Yields everything before `end`, and passes over both. */
	async *until(end: string): AsyncGenerator<Uint8Array, void, void> {
		for (;;) {
			const at = this.#buffer.indexOf(end);
			// The end may have arrived in part.
			const ready = at < 0 ? Math.max(0, this.#buffer.length - end.length + 1) : at;
			const content = this.#buffer.subarray(0, ready);
			this.#buffer = this.#buffer.subarray(at < 0 ? ready : ready + end.length);
			if (at >= 0) {
				if (ready > 0) yield content;
				return;
			}
			if (ready > 0) yield content;
			await this.#receive();
		}
	}

	async #receive(): Promise<void> {
		const value = await this.#chunks?.read();
		if (!value) throw malformed("ended before it was complete");
		this.#received += value.length;
		if (this.#received > this.#maxBytes)
			throw new AppError(
				"payload_too_large",
				text("The body is larger than {maxBytes} bytes.", { maxBytes: this.#maxBytes }),
				{
					meta: { maxBytes: this.#maxBytes },
				},
			);
		const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
		this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes]);
	}
}
