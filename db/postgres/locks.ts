import { hash } from "node:crypto";
import { StoreUnreachableError } from "../errors.ts";
import type { StoreLock } from "../store.ts";
import { Connection, type ConnectionOptions, type Pulse } from "./connection.ts";

/** Interval at which the connection is looked at, in ms. */
const BEAT_MS = 500;
/** Beats of rest after which it is pinged while it has locks. */
const PING_BEATS = 2;
/** Beats of silence after which it is given up, and its locks with it. */
const SILENT_BEATS = 4;

/**
 * The settings make the server end the session of a machine that has vanished after six seconds; that of a process which was
 * killed it ends at once.
 */
const LOCK =
	"SELECT pg_try_advisory_lock($1::text::bigint) AS held, set_config('tcp_keepalives_idle', '3', false), set_config('tcp_keepalives_interval', '1', false), set_config('tcp_keepalives_count', '3', false)";
const UNLOCK = "SELECT pg_advisory_unlock($1::text::bigint)";

/**
 * The locks of one process: advisory locks of a session of its own, which is opened for the first of them. They end with
 * the session, however that ends.
 */
export class Locks {
	readonly #url: string;
	readonly #options: ConnectionOptions;
	readonly #pulse: Pulse = { beat: 0 };
	readonly #timer: ReturnType<typeof setInterval>;
	#connection: Promise<Connection> | null = null;
	#isClosed = false;
	/** What is held on the connection. */
	#held = new Set<AbortController>();

	constructor(url: string, options: ConnectionOptions) {
		this.#url = url;
		this.#options = options;
		this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
		this.#timer.unref();
	}

	/**
	 * Takes a lock unless another process has it; this process has it once at a time.
	 * @throws StoreUnreachableError
	 */
	async take(name: string): Promise<StoreLock | null> {
		const key = hash("sha256", name, "buffer").readBigInt64BE(0).toString();
		const connection = await this.#open();
		const [row]: { held: boolean }[] = await connection.send((session) => session.unsafe(LOCK, [key]).execute());
		if (row?.held !== true) return null;
		if (connection.isGone) throw new StoreUnreachableError("the connection with the lock is gone");
		const lost = new AbortController();
		const held = this.#held;
		held.add(lost);
		return {
			lost: lost.signal,
			async release() {
				if (!held.delete(lost) || connection.isGone) return;
				await connection.send((session) => session.unsafe(UNLOCK, [key]).execute()).catch(() => undefined);
			},
		};
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		clearInterval(this.#timer);
		const connection = await this.#connection?.catch(() => null);
		connection?.drop(new StoreUnreachableError("the store was closed"));
	}

	#open(): Promise<Connection> {
		if (this.#isClosed) throw new StoreUnreachableError("the store was closed");
		this.#connection ??= this.#connect().catch((error: unknown) => {
			this.#connection = null;
			throw error;
		});
		return this.#connection;
	}

	async #connect(): Promise<Connection> {
		const connection = new Connection(this.#url, this.#options, this.#pulse, () => this.#lose());
		await connection.open();
		return connection;
	}

	/** Forgets the connection, and tells those whose locks were lost with it. */
	#lose(): void {
		this.#connection = null;
		const lost = this.#held;
		this.#held = new Set();
		for (const each of lost) each.abort();
		lost.clear();
	}

	async #beat(): Promise<void> {
		this.#pulse.beat++;
		const connection = await this.#connection?.catch(() => null);
		if (!connection || connection.isGone) return;
		if (connection.silence > SILENT_BEATS)
			connection.drop(new StoreUnreachableError("the database server did not answer for 2000 ms"));
		else if (connection.load === 0 && this.#held.size > 0 && connection.rest >= PING_BEATS) await connection.ping();
	}
}
