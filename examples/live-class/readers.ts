/** A message of a live meeting, as far as this example reads it. */
export interface Message {
	readonly type: string;
	readonly seq: number;
	readonly sessionId: string;
	readonly segment: {
		readonly id: string;
		readonly text: string;
		readonly startMs: number;
		readonly speaker: { readonly label: string };
	};
	readonly segmentId: string;
	readonly language: string;
	readonly text: string;
}

/** What a reader knows of a meeting. */
export class Reader {
	/** The latest text of each caption, in spoken order. */
	readonly captions = new Map<string, string>();
	/** Sequence numbers of the messages, in order of arrival. */
	readonly sequence: number[] = [];
	readonly name: string;
	lastSeq = 0;
	#finished = Promise.withResolvers<void>();
	readonly #onMessage: (message: Message) => void;

	constructor(name: string, onMessage: (message: Message) => void = () => undefined) {
		this.name = name;
		this.#onMessage = onMessage;
	}

	/** Resolves when the meeting is over and everything said has arrived. */
	get finished(): Promise<void> {
		return this.#finished.promise;
	}

	take(message: Message): void {
		if (message.type === "final") this.captions.set(message.segment.id, message.segment.text);
		if (message.type === "final" || message.type === "translation") {
			this.sequence.push(message.seq);
			this.lastSeq = Math.max(this.lastSeq, message.seq);
		}
		this.#onMessage(message);
		if (message.type === "closed") this.#finished.resolve();
	}
}

/** How a reader finds a meeting. */
export interface Place {
	/** URL of the server, `http://…`. */
	readonly base: string;
	readonly meetingId: string;
	/** Returns a ticket for one connection to that server. */
	readonly ticket: () => Promise<string>;
	/** Language of the translations. */
	readonly translateTo: string;
}

/** Opens a socket. @param role `subscribe` reads, `publish` also speaks */
export async function connect({ base, meetingId, ticket }: Place, role: "subscribe" | "publish"): Promise<WebSocket> {
	const url = `${base.replace("http", "ws")}/transcription/live?meetingId=${meetingId}&role=${role}`;
	const socket = new WebSocket(url, ["parley.v1", `ticket.${await ticket()}`]);
	await new Promise((resolve, reject) => {
		socket.onopen = resolve;
		socket.onerror = reject;
	});
	return socket;
}

/** Reads over a WebSocket, from where the reader stopped. */
export async function readSocket(reader: Reader, place: Place): Promise<WebSocket> {
	const socket = await connect(place, "subscribe");
	socket.onmessage = ({ data }) => {
		const message = JSON.parse(String(data)) as Message;
		if (message.type === "ready") {
			const resume = { type: "resume", sessionId: message.sessionId, lastSeq: reader.lastSeq };
			socket.send(JSON.stringify({ ...resume, translateTo: [place.translateTo] }));
		}
		reader.take(message);
	};
	return socket;
}

/** Reads an event stream to its end. */
export async function readStream(reader: Reader, { base, meetingId, ticket, translateTo }: Place): Promise<void> {
	const query = new URLSearchParams({ meetingId, ticket: await ticket(), translateTo });
	const response = await fetch(`${base}/transcription/live?${query}`, {
		headers: { accept: "text/event-stream", "last-event-id": String(reader.lastSeq) },
	});
	if (!response.ok || !response.body) throw new Error(`event stream: ${response.status} ${await response.text()}`);
	let text = "";
	for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
		text += part;
		const events = text.split("\n\n");
		text = events.pop() ?? "";
		for (const event of events) {
			const data = event.split("\n").find((line) => line.startsWith("data: "));
			if (data) reader.take(JSON.parse(data.slice(6)) as Message);
		}
	}
}
