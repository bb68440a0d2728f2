import type { SteadyMs } from "#kernel/clock";

/** What may wait for a client that reads too slowly, in bytes: later, sound and pictures are worthless. */
const MAX_BYTES = 256 * 1024;
/** What is written at once, in bytes: much may come in one turn, and its receiver is not slow for that. */
const MAX_WRITE_BYTES = 64 * 1024;

/** What is on its way to one client: written together at the end of a turn, and dropped beyond a limit. */
export class Outbox {
	readonly #write: (bytes: Buffer) => number;
	readonly #steadyMs: SteadyMs;
	#parts: Buffer[] = [];
	#bytes = 0;
	#blockedAtMs: number | null = null;

	/** @param write writes to the socket, and returns how many bytes it took */
	constructor(write: (bytes: Buffer) => number, steadyMs: SteadyMs) {
		this.#write = write;
		this.#steadyMs = steadyMs;
	}

	/** Since when the client has read nothing although something waits, in ms of the steady clock; null: it reads. */
	get blockedAtMs(): number | null {
		return this.#blockedAtMs;
	}

	/** Adds a part, which must not change before the end of the turn. Returns false, and drops it, if too much waits. */
	add(part: Buffer): boolean {
		if (this.#bytes + part.length > MAX_WRITE_BYTES) this.flush();
		if (this.#bytes + part.length > MAX_BYTES) return false;
		// What waits for longer than this turn must not share memory with what was received.
		this.#parts.push(this.#blockedAtMs === null ? part : Buffer.from(part));
		this.#bytes += part.length;
		return true;
	}

	/** Writes what was added, unless the client has not read what came before. */
	flush(): void {
		if (this.#blockedAtMs === null) this.#send();
	}

	/** The client has read something: writes on. */
	drained(): void {
		this.#blockedAtMs = null;
		this.#send();
	}

	#send(): void {
		const [first, ...others] = this.#parts;
		if (!first) return;
		const all = others.length === 0 ? first : Buffer.concat(this.#parts, this.#bytes);
		const sent = Math.max(0, this.#write(all));
		this.#bytes = all.length - sent;
		this.#parts = this.#bytes === 0 ? [] : [Buffer.from(all.subarray(sent))];
		if (this.#bytes > 0) this.#blockedAtMs = this.#steadyMs();
	}
}
