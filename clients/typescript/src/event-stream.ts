/** A message of an event stream. */
export interface StreamMessage {
	/** Type of the message; empty: an ordinary one. */
	readonly event: string;
	/** Null: it has none. */
	readonly id: string | null;
	/** Null: it only tells the id. */
	readonly data: string | null;
}

/**
 * Reads the messages of an event stream (`text/event-stream`); comments are yielded as null.
 * @param silenceMs how long it may be silent
 * @throws TypeError if the connection fails or is silent for too long
 */
export async function* readEventStream(
	body: ReadableStream<Uint8Array>,
	silenceMs: number,
): AsyncGenerator<StreamMessage, void, undefined> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let text = "";
	try {
		for (;;) {
			const { done, value } = await within(reader.read(), silenceMs);
			if (done) return;
			text += decoder.decode(value, { stream: true });
			const messages = text.split(/\r?\n\r?\n/);
			text = messages.pop() ?? "";
			for (const message of messages) {
				const parsed = parse(message);
				if (parsed.id !== null || parsed.data !== null) yield parsed;
			}
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

function parse(text: string): StreamMessage {
	const fields: Record<string, string[]> = {};
	for (const line of text.split(/\r?\n/)) {
		const [, name, value] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
		if (name !== undefined && value !== undefined) (fields[name] ??= []).push(value);
	}
	return {
		event: fields.event?.at(-1) ?? "",
		id: fields.id?.at(-1) ?? null,
		data: fields.data?.join("\n") ?? null,
	};
}

/** A connection that is silent for longer than the server ever is has been lost without notice. */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const silence = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new TypeError("The connection is silent.")), ms);
	});
	try {
		return await Promise.race([work, silence]);
	} finally {
		clearTimeout(timer);
	}
}
