import { StoreUnreachableError } from "../errors.ts";
import { Connection, type ConnectionOptions, type Pulse, type Send } from "./connection.ts";

/** Number of beats in a deadline: how precisely it is kept. */
const BEATS = 20;
/** Number of beats after which a connection that nothing was heard of is pinged, and after which a ping is answered late. */
const PING_BEATS = BEATS / 2;
/** Number of beats without an answer after which a connection gets nothing new, as long as there is another. */
const SLOW_BEATS = 2;
/** Number of beats after which one more connection is asked for when the server has refused it. */
const REFUSED_BEATS = 2;

/** Options of {@link Pool}. */
export interface PoolOptions {
	readonly url: string;
	readonly connection: ConnectionOptions;
	/** Maximum number of connections. */
	readonly size: number;
	/** Longest wait for a connection, and for the answer to a statement, in ms. */
	readonly deadlineMs: number;
	/** Called when a connection was given up, with the reason. */
	readonly onDropped?: (reason: unknown) => void;
}

/** Somebody who waits for a connection. */
interface Waiter {
	readonly forTransaction: boolean;
	readonly signal: AbortSignal | null;
	/** Beat of its arrival. */
	readonly since: number;
	/** Called with the connection in the moment it is given: later, another may have it. */
	readonly start: (connection: Connection) => void;
	readonly reject: (reason: unknown) => void;
}

/**
 * The connections to a server, opened as they are needed. Statements on their own share connections, a transaction has
 * one to itself. Transactions never get all of them: while they wait for each other's locks, reads go on.
 *
 * Nobody waits for longer than the deadline, neither for a connection nor for the server: a connection that does not
 * answer by then is closed, whatever waits for it is rejected with {@link StoreUnreachableError}, and another takes its place.
 */
export class Pool {
	readonly #options: PoolOptions;
	readonly #pulse: Pulse = { beat: 0 };
	readonly #timer: ReturnType<typeof setInterval>;
	/** Those that are open. */
	readonly #connections: Connection[] = [];
	readonly #opening = new Set<Connection>();
	#waiting: Waiter[] = [];
	/** Number of connections that transactions have. */
	#held = 0;
	/** Beat up to which no further connection is asked for. */
	#pausedUntil = 0;
	#closing: PromiseWithResolvers<void> | null = null;

	constructor(options: PoolOptions) {
		this.#options = options;
		this.#timer = setInterval(() => this.#beat(), options.deadlineMs / BEATS);
		this.#timer.unref();
	}

	/**
	 * Sends a statement on its own. It may share the connection, which answers in the order of the calls.
	 * @throws StoreUnreachableError when it is not answered in time
	 */
	run<T>(send: Send<T>): Promise<T> {
		const connection = this.#freest();
		if (connection === null) return this.#wait(false, null, (late) => late.send(send));
		if (connection.load > 0) this.#grow();
		return connection.send(send);
	}

	/**
	 * Returns a connection for a transaction, which must {@link release} it.
	 * @param signal of whoever waits for it: rejects with its reason once it is aborted
	 * @throws StoreUnreachableError when none is free in time
	 */
	hold(signal: AbortSignal | null): Connection | Promise<Connection> {
		const connection = this.#held < this.#mostHeld ? this.#freest() : null;
		if (connection === null || this.#waiting.length > 0) return this.#wait(true, signal, (late) => this.#take(late));
		if (connection.load > 0) this.#grow();
		return this.#take(connection);
	}

	/** Takes back a connection of {@link hold}, on which no transaction is open. */
	release(connection: Connection): void {
		connection.isHeld = false;
		this.#held--;
		this.#serve();
		this.#endWhenIdle();
	}

	/** Waits for what has begun, then closes all connections. */
	async close(): Promise<void> {
		this.#closing ??= Promise.withResolvers();
		this.#endWhenIdle();
		await this.#closing.promise;
		clearInterval(this.#timer);
		for (const connection of [...this.#connections, ...this.#opening])
			connection.drop(new StoreUnreachableError("the store was closed"));
	}

	/** Number of connections that transactions may have: one in five, or at least one, is left to the others. */
	get #mostHeld(): number {
		const open = this.#connections.length;
		return Math.max(1, open - Math.max(1, Math.floor(open / 5)));
	}

	/** Returns the connection with the shortest queue; null when all belong to transactions. */
	#freest(): Connection | null {
		let freest: Connection | null = null;
		let least = Number.POSITIVE_INFINITY;
		for (const connection of this.#connections) {
			if (connection.isHeld) continue;
			if (connection.load === 0) return connection;
			const load = connection.silence < SLOW_BEATS ? connection.load : connection.load + SLOW;
			if (load < least) {
				least = load;
				freest = connection;
			}
		}
		return freest;
	}

	#take(connection: Connection): Connection {
		connection.isHeld = true;
		this.#held++;
		return connection;
	}

	async #wait<T>(
		forTransaction: boolean,
		signal: AbortSignal | null,
		use: (connection: Connection) => T | Promise<T>,
	): Promise<T> {
		if (this.#closing !== null) throw new StoreUnreachableError("the store was closed");
		const { promise, resolve, reject } = Promise.withResolvers<T>();
		const start = (connection: Connection) => resolve(use(connection));
		this.#waiting.push({ forTransaction, signal, since: this.#pulse.beat, start, reject });
		this.#grow();
		return promise;
	}

	/** Gives connections to those who wait, in their order; reads pass by transactions that have to wait. */
	#serve(): void {
		if (this.#waiting.length === 0) return;
		this.#waiting = this.#waiting.filter((waiter) => !this.#offer(waiter));
		if (this.#waiting.length > 0) this.#grow();
	}

	/** Whether a waiter no longer needs to wait. */
	#offer({ forTransaction, signal, start, reject }: Waiter): boolean {
		if (signal?.aborted) {
			reject(signal.reason);
			return true;
		}
		if (forTransaction && this.#held >= this.#mostHeld) return false;
		const connection = this.#freest();
		if (connection === null) return false;
		start(connection);
		return true;
	}

	/** Opens what is missing: a connection for each who waits, or one for those whose statements are behind others. */
	#grow(): void {
		const wanted = Math.max(1, this.#waiting.length);
		while (
			this.#opening.size < wanted &&
			this.#connections.length + this.#opening.size < this.#options.size &&
			(this.#pulse.beat >= this.#pausedUntil || this.#connections.length + this.#opening.size === 0)
		)
			void this.#open();
	}

	async #open(): Promise<void> {
		const { url, connection: options } = this.#options;
		const connection = new Connection(url, options, this.#pulse, (gone) => this.#forget(gone));
		this.#opening.add(connection);
		try {
			await connection.open();
		} catch (error) {
			this.#opening.delete(connection);
			this.#pausedUntil = this.#pulse.beat + REFUSED_BEATS;
			// With others open, the server only has no room for more.
			if (this.#connections.length + this.#opening.size === 0)
				for (const { reject } of this.#waiting.splice(0)) reject(error);
			this.#endWhenIdle();
			return;
		}
		this.#opening.delete(connection);
		if (connection.isGone) return;
		this.#connections.push(connection);
		this.#serve();
	}

	#forget(connection: Connection): void {
		if (connection.failure !== undefined && this.#closing === null) this.#options.onDropped?.(connection.failure);
		const at = this.#connections.indexOf(connection);
		if (at === -1) return;
		this.#connections.splice(at, 1);
		this.#serve();
	}

	/** Ends what has taken too long. */
	#beat(): void {
		this.#pulse.beat++;
		for (const connection of [...this.#connections, ...this.#opening]) {
			if (connection.silence > (connection.isPinged ? PING_BEATS : BEATS))
				connection.drop(
					new StoreUnreachableError(`the database server did not answer for ${this.#options.deadlineMs} ms`),
				);
			else if (this.#closing === null && connection.load === 0 && !connection.isHeld && connection.rest >= PING_BEATS)
				void connection.ping();
		}
		if (this.#waiting.length > 0) this.#endWaits();
		this.#endWhenIdle();
	}

	#endWaits(): void {
		const { beat } = this.#pulse;
		this.#waiting = this.#waiting.filter(({ signal, since, reject }) => {
			if (signal?.aborted) reject(signal.reason);
			else if (beat - since > BEATS)
				reject(
					new StoreUnreachableError(`no connection to the database became free for ${this.#options.deadlineMs} ms`),
				);
			else return true;
			return false;
		});
		this.#serve();
	}

	#endWhenIdle(): void {
		if (this.#closing === null) return;
		const isIdle = this.#held === 0 && this.#waiting.length === 0 && this.#connections.every(({ load }) => load === 0);
		if (isIdle) this.#closing.resolve();
	}
}

/** What a connection that is slow counts for: more statements than ever wait for one. */
const SLOW = 1_000_000;
