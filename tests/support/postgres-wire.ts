import type { Socket } from "bun";
import { PING } from "#db/postgres/connection";

/** A statement as the client sent it. */
export interface SentStatement {
	/** Number of the connection, from 1. */
	readonly connection: number;
	/**
	 * Number of the round trip, from 1: one more than that of the last statement, on any connection, whose response had
	 * arrived when this one was sent. Statements of equal number travelled together.
	 */
	readonly trip: number;
	/** `parse` of a statement that was not known to the server yet, `execute` of a known one, or a simple `query`. */
	readonly kind: "parse" | "execute" | "query";
	readonly text: string;
}

/** A proxy to a Postgres server that reads what clients send. */
export interface PostgresWire {
	/** URL of the server through the proxy. */
	readonly url: string;
	/** Returns the statements sent since the last call, oldest first; without pings, which nobody asked for. */
	take(): readonly SentStatement[];
	close(): void;
}

/** Returns the number of round trips that the statements took. */
export const roundTripsOf = (statements: readonly SentStatement[]): number =>
	new Set(statements.map(({ trip }) => trip)).size;

/** Splits a stream of protocol messages: a type (one byte), a length (four, itself included), the content. */
class Messages {
	#rest: Buffer = Buffer.alloc(0);
	/** Whether the next message has no type, as the first one of a client. */
	#isStartup: boolean;

	constructor(isStartup: boolean) {
		this.#isStartup = isStartup;
	}

	*read(bytes: Buffer): Generator<{ readonly type: string; readonly content: Buffer }> {
		this.#rest = Buffer.concat([this.#rest, bytes]);
		for (;;) {
			const typeLength = this.#isStartup ? 0 : 1;
			if (this.#rest.length < typeLength + 4) return;
			const end = typeLength + this.#rest.readInt32BE(typeLength);
			if (this.#rest.length < end) return;
			const message = this.#rest.subarray(0, end);
			this.#rest = this.#rest.subarray(end);
			const type = this.#isStartup ? "" : String.fromCharCode(message[0] ?? 0);
			this.#isStartup = false;
			yield { type, content: message.subarray(typeLength + 4) };
		}
	}
}

/** Returns the zero-terminated texts at the start of a message. */
const textsOf = (content: Buffer): string[] => content.toString("utf8").split("\0");

/** One client's connection, and what was said on it. */
class Conversation {
	readonly number: number;
	readonly #record: (statement: SentStatement) => void;
	readonly #fromClient = new Messages(true);
	readonly #fromServer = new Messages(false);
	readonly #texts = new Map<string, string>();
	/** Trips of the requests that have no response yet, oldest first. */
	readonly #unanswered: number[] = [];
	readonly #trips: { answered: number };
	server: Socket<Conversation> | null = null;
	readonly early: Buffer[] = [];

	constructor(number: number, trips: { answered: number }, record: (statement: SentStatement) => void) {
		this.number = number;
		this.#trips = trips;
		this.#record = record;
	}

	heardClient(bytes: Buffer): void {
		const trip = this.#trips.answered + 1;
		const sent = (kind: SentStatement["kind"], text: string) => {
			if (text !== PING) this.#record({ connection: this.number, trip, kind, text });
		};
		for (const { type, content } of this.#fromClient.read(bytes)) {
			const [first = "", second = ""] = textsOf(content);
			if (type === "P") {
				this.#texts.set(first, second);
				sent("parse", second);
			}
			if (type === "B") sent("execute", this.#texts.get(second) ?? second);
			if (type === "Q") sent("query", first);
			// Sync, or a simple query: the server responds to each with ReadyForQuery.
			if (type === "S" || type === "Q") this.#unanswered.push(trip);
		}
	}

	heardServer(bytes: Buffer): void {
		for (const { type } of this.#fromServer.read(bytes))
			if (type === "Z") this.#trips.answered = Math.max(this.#trips.answered, this.#unanswered.shift() ?? 0);
	}
}

/** Opens a TCP proxy on loopback to the Postgres server of a URL. */
export function openPostgresWire(serverUrl: string): PostgresWire {
	const target = new URL(serverUrl);
	let statements: SentStatement[] = [];
	let connections = 0;
	const trips = { answered: 0 };
	const connect = (client: Socket<Conversation>) =>
		Bun.connect<Conversation>({
			hostname: target.hostname,
			port: Number(target.port),
			data: client.data,
			socket: {
				data(_, bytes) {
					client.data.heardServer(bytes);
					client.write(bytes);
				},
				close: () => void client.end(),
			},
		});
	const relay = Bun.listen<Conversation>({
		hostname: "127.0.0.1",
		port: 0,
		socket: {
			async open(client) {
				client.data = new Conversation(++connections, trips, (statement) => void statements.push(statement));
				const server = await connect(client);
				client.data.server = server;
				for (const bytes of client.data.early) server.write(bytes);
			},
			data({ data: conversation }, bytes) {
				conversation.heardClient(bytes);
				if (conversation.server) conversation.server.write(bytes);
				else conversation.early.push(Buffer.from(bytes));
			},
			close: ({ data }) => void data?.server?.end(),
		},
	});
	const url = new URL(serverUrl);
	url.hostname = "127.0.0.1";
	url.port = String(relay.port);
	return {
		url: url.href,
		take() {
			const taken = statements;
			statements = [];
			return taken;
		},
		close: () => relay.stop(true),
	};
}
