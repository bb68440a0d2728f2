import { SQL as BunSql, type ReservedSQL } from "bun";
import { StoreUnreachableError } from "../errors.ts";

/** Options of a connection, as Bun.SQL takes them. */
export type ConnectionOptions = Omit<Bun.SQL.PostgresOrMySQLOptions, "max" | "onclose" | "url">;

/**
 * Counts the time of a pool in beats, which its process has to be awake for: what a server has answered while the process
 * was suspended, or busy for long, is read before its silence is counted.
 */
export interface Pulse {
	/** Number of beats so far. */
	beat: number;
}

/** A statement that is sent to a connection. Nothing else may wait in it. */
export type Send<T> = (connection: ReservedSQL) => Promise<T>;

/** Keeps a connection in use, so that one which leads nowhere is found before a request needs it. */
export const PING = "SELECT 1 AS awake";

/**
 * One connection to the server. It is never opened again: whoever has it knows that everything they send goes to the same
 * session, or nowhere. A connection that is silent is dropped, since Bun.SQL can end it, but not a statement on it.
 */
export class Connection {
	readonly #client: BunSql;
	readonly #pulse: Pulse;
	readonly #onGone: (connection: Connection) => void;
	#session: ReservedSQL | undefined;
	/** Beats at which the statements without an answer were sent, oldest first: they are answered in their order. */
	readonly #unanswered: number[] = [];
	#answeredAt = 0;
	#isPinged = false;
	#isGone = false;
	#failure: unknown;
	/** Whether a transaction has it, and sends nothing but its own. */
	isHeld = false;

	/** @param onGone called once, when it was dropped or has failed; also for one that was never opened */
	constructor(url: string, options: ConnectionOptions, pulse: Pulse, onGone: (connection: Connection) => void) {
		this.#pulse = pulse;
		this.#onGone = onGone;
		this.#client = new BunSql(url, { ...options, max: 1, onclose: () => this.#end() });
	}

	/** Connects. Rejects with the reason why it cannot; it is gone then. */
	async open(): Promise<void> {
		this.#unanswered.push(this.#pulse.beat);
		try {
			this.#session = await this.#client.reserve();
		} catch (error) {
			this.#end();
			throw this.#failure ?? error;
		} finally {
			this.#answered();
		}
	}

	/** Number of statements without an answer. */
	get load(): number {
		return this.#unanswered.length;
	}

	/** Number of beats since the oldest statement without an answer was sent; 0 when there is none. */
	get silence(): number {
		const sentAt = this.#unanswered[0];
		return sentAt === undefined ? 0 : this.#pulse.beat - sentAt;
	}

	/** Number of beats since it was last heard of. */
	get rest(): number {
		return this.#pulse.beat - this.#answeredAt;
	}

	get isGone(): boolean {
		return this.#isGone;
	}

	/** Why it was dropped; undefined when it was not. */
	get failure(): unknown {
		return this.#failure;
	}

	/** Whether what it does not answer is a ping. */
	get isPinged(): boolean {
		return this.#isPinged;
	}

	/** Sends a statement at once, in the order of the calls. */
	async send<T>(send: Send<T>): Promise<T> {
		if (this.#session === undefined || this.#isGone)
			throw this.#failure ?? new StoreUnreachableError("the connection is gone");
		this.#unanswered.push(this.#pulse.beat);
		try {
			return await send(this.#session);
		} catch (error) {
			throw this.#failure ?? error;
		} finally {
			this.#answered();
		}
	}

	/** Asks whether it is alive. */
	async ping(): Promise<void> {
		this.#isPinged = true;
		// With parameters, although it has none: Bun.SQL prepares it then, and what comes after it need not wait.
		await this.send((connection) => connection.unsafe(PING, []).execute()).catch(() => undefined);
		this.#isPinged = false;
	}

	/** Closes the connection at once; whatever has no answer is rejected with `reason`. */
	drop(reason: unknown): void {
		this.#failure ??= reason;
		this.#end();
	}

	#answered(): void {
		this.#unanswered.shift();
		this.#answeredAt = this.#pulse.beat;
	}

	#end(): void {
		if (this.#isGone) return;
		this.#isGone = true;
		void this.#client.close({ timeout: 0 });
		this.#onGone(this);
	}
}
