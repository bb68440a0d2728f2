import { StoreUnreachableError } from "../errors.ts";
import { type ConnectionOptions, Lane, type Pulse, type Send } from "./lane.ts";

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
	readonly start: (lane: Lane) => void;
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
	readonly #lanes: Lane[] = [];
	readonly #opening = new Set<Lane>();
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
		const lane = this.#freest();
		if (lane === null) return this.#wait(false, null, (late) => late.send(send));
		if (lane.load > 0) this.#grow();
		return lane.send(send);
	}

	/**
	 * Returns a connection for a transaction, which must {@link release} it.
	 * @param signal of whoever waits for it: rejects with its reason once it is aborted
	 * @throws StoreUnreachableError when none is free in time
	 */
	hold(signal: AbortSignal | null): Lane | Promise<Lane> {
		const lane = this.#held < this.#mostHeld ? this.#freest() : null;
		if (lane === null || this.#waiting.length > 0) return this.#wait(true, signal, (late) => this.#take(late));
		if (lane.load > 0) this.#grow();
		return this.#take(lane);
	}

	/** Takes back a connection of {@link hold}, on which no transaction is open. */
	release(lane: Lane): void {
		lane.isHeld = false;
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
		for (const lane of [...this.#lanes, ...this.#opening]) lane.drop(new StoreUnreachableError("the store was closed"));
	}

	/** Number of connections that transactions may have: one in five, or at least one, is left to the others. */
	get #mostHeld(): number {
		const open = this.#lanes.length;
		return Math.max(1, open - Math.max(1, Math.floor(open / 5)));
	}

	/** Returns the connection with the shortest queue; null when all belong to transactions. */
	#freest(): Lane | null {
		let freest: Lane | null = null;
		let least = Number.POSITIVE_INFINITY;
		for (const lane of this.#lanes) {
			if (lane.isHeld) continue;
			if (lane.load === 0) return lane;
			const load = lane.silence < SLOW_BEATS ? lane.load : lane.load + SLOW;
			if (load < least) {
				least = load;
				freest = lane;
			}
		}
		return freest;
	}

	#take(lane: Lane): Lane {
		lane.isHeld = true;
		this.#held++;
		return lane;
	}

	async #wait<T>(forTransaction: boolean, signal: AbortSignal | null, use: (lane: Lane) => T | Promise<T>): Promise<T> {
		if (this.#closing !== null) throw new StoreUnreachableError("the store was closed");
		const { promise, resolve, reject } = Promise.withResolvers<T>();
		const start = (lane: Lane) => resolve(use(lane));
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
		const lane = this.#freest();
		if (lane === null) return false;
		start(lane);
		return true;
	}

	/** Opens what is missing: a connection for each who waits, or one for those whose statements are behind others. */
	#grow(): void {
		const wanted = Math.max(1, this.#waiting.length);
		while (
			this.#opening.size < wanted &&
			this.#lanes.length + this.#opening.size < this.#options.size &&
			(this.#pulse.beat >= this.#pausedUntil || this.#lanes.length + this.#opening.size === 0)
		)
			void this.#open();
	}

	async #open(): Promise<void> {
		const { url, connection } = this.#options;
		const lane = new Lane(url, connection, this.#pulse, (gone) => this.#forget(gone));
		this.#opening.add(lane);
		try {
			await lane.open();
		} catch (error) {
			this.#opening.delete(lane);
			this.#pausedUntil = this.#pulse.beat + REFUSED_BEATS;
			// With others open, the server only has no room for more.
			if (this.#lanes.length + this.#opening.size === 0)
				for (const { reject } of this.#waiting.splice(0)) reject(error);
			this.#endWhenIdle();
			return;
		}
		this.#opening.delete(lane);
		if (lane.isGone) return;
		this.#lanes.push(lane);
		this.#serve();
	}

	#forget(lane: Lane): void {
		if (lane.failure !== undefined && this.#closing === null) this.#options.onDropped?.(lane.failure);
		const at = this.#lanes.indexOf(lane);
		if (at === -1) return;
		this.#lanes.splice(at, 1);
		this.#serve();
	}

	/** Ends what has taken too long. */
	#beat(): void {
		this.#pulse.beat++;
		for (const lane of [...this.#lanes, ...this.#opening]) {
			if (lane.silence > (lane.isPinged ? PING_BEATS : BEATS))
				lane.drop(new StoreUnreachableError(`the database server did not answer for ${this.#options.deadlineMs} ms`));
			else if (this.#closing === null && lane.load === 0 && !lane.isHeld && lane.rest >= PING_BEATS) void lane.ping();
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
		const isIdle = this.#held === 0 && this.#waiting.length === 0 && this.#lanes.every(({ load }) => load === 0);
		if (isIdle) this.#closing.resolve();
	}
}

/** What a connection that is slow counts for: more statements than ever wait for one. */
const SLOW = 1_000_000;
