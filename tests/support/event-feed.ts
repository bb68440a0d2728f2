import { ask } from "./school.ts";

/** An event as the feed tells it. */
export interface FedEvent {
	readonly sequence: number;
	readonly type: string;
	readonly orgId: string;
	readonly data: { readonly object: Readonly<Record<string, unknown>>; readonly changes?: readonly unknown[] };
}

/** Options of {@link openFeed}. */
interface FeedOptions {
	readonly orgId: string;
	readonly token: string;
	/** Where it goes on; default: at the beginning. */
	readonly lastEventId?: number | undefined;
	/** Further parameters, such as `types=meeting.*`. */
	readonly query?: string;
}

/** A stream with numbers as ids that is open. */
export interface OpenStream<Message> {
	readonly status: number;
	readonly headers: Headers;
	/** The messages so far. */
	readonly messages: readonly Message[];
	/** The last id that was sent, with or without a message. */
	readonly lastEventId: number;
	/** Message that said why it ended; null: none so far. */
	readonly farewell: { readonly code: string } | null;
	/** Waits until something is so. @throws Error when it ends before, or after 20 s */
	until(isSo: () => boolean): Promise<void>;
	/** Resolves when it has ended. */
	readonly ended: Promise<void>;
	close(): void;
}

/** Opens a stream at an address. @param lastEventId where it goes on; undefined: at its beginning */
export async function openStream<Message>(
	address: string,
	{ token, lastEventId }: Pick<FeedOptions, "token" | "lastEventId">,
): Promise<OpenStream<Message>> {
	const abort = new AbortController();
	const headers = {
		accept: "text/event-stream",
		authorization: `Bearer ${token}`,
		...(lastEventId !== undefined && { "last-event-id": String(lastEventId) }),
	};
	const response = await fetch(address, { headers, signal: abort.signal });
	const messages: Message[] = [];
	let lastId = lastEventId ?? 0;
	let farewell: { readonly code: string } | null = null;
	let isEnded = false;

	function take(message: string): void {
		const fields = new Map(message.split("\n").map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
		const [id, data] = [fields.get("id"), fields.get("data")];
		if (id !== undefined) lastId = Number(id);
		if (data === undefined) return;
		if (fields.get("event") === "end") farewell = JSON.parse(data);
		else messages.push(JSON.parse(data));
	}

	async function read(): Promise<void> {
		if (response.status !== 200 || response.body === null) return;
		const decoder = new TextDecoder();
		let text = "";
		for await (const bytes of response.body) {
			const parts = (text + decoder.decode(bytes, { stream: true })).split("\n\n");
			text = parts.pop() ?? "";
			parts.forEach(take);
		}
	}

	const ended = read()
		.catch(() => undefined)
		.then(() => {
			isEnded = true;
		});
	return {
		status: response.status,
		headers: response.headers,
		messages,
		get lastEventId() {
			return lastId;
		},
		get farewell() {
			return farewell;
		},
		ended,
		async until(isSo) {
			const untilMs = performance.now() + 20_000;
			while (!isSo()) {
				if (isEnded || performance.now() > untilMs) throw new Error(`after ${messages.length} messages it is not so`);
				await Bun.sleep(5);
			}
		},
		close: () => abort.abort(),
	};
}

/** Opens the events of an organization as a stream. */
export async function openFeed(url: string, { orgId, query = "", ...options }: FeedOptions) {
	const stream = await openStream<FedEvent>(`${url}/orgs/${orgId}/events?${query}`, options);
	const { messages: events } = stream;
	return Object.assign(stream, {
		/** The events so far. */
		events,
		/** Waits until it has an event with this sequence. @throws Error when it ends before, or after 20 s */
		reaches: (sequence: number) => stream.until(() => (events.at(-1)?.sequence ?? 0) >= sequence),
	});
}

/** Follows the events of an organization, from server to server, until it has one with this sequence. */
export async function followUntil(urls: readonly string[], options: FeedOptions, sequence: () => number | null) {
	const events: FedEvent[] = [];
	let connections = 0;
	for (let attempt = 0; ; attempt++) {
		const url = urls[attempt % urls.length] ?? "";
		const feed = await openFeed(url, { ...options, lastEventId: events.at(-1)?.sequence ?? 0 }).catch(() => null);
		if (feed === null) {
			await Bun.sleep(20);
			continue;
		}
		connections++;
		let isOver = false;
		void feed.ended.then(() => {
			isOver = true;
		});
		const last = () => (feed.events.at(-1) ?? events.at(-1))?.sequence ?? 0;
		const isThere = () => {
			const wanted = sequence();
			return wanted !== null && last() >= wanted;
		};
		while (!isOver && !isThere()) await Bun.sleep(5);
		events.push(...feed.events);
		feed.close();
		if (isThere()) return { events, connections };
	}
}

/** Returns all events of an organization from a position on, page by page. */
export async function listAll(url: string, { orgId, token }: FeedOptions, after = 0): Promise<FedEvent[]> {
	const events: FedEvent[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const path = `/orgs/${orgId}/events?limit=200&afterSequence=${after}${cursor && `&cursor=${cursor}`}`;
		const { body } = await ask(url, "GET", path, { token });
		events.push(...body.data);
		cursor = body.page.nextCursor;
	}
	return events;
}
