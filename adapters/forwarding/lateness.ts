/** A packet that comes later than this is worthless, in ms: what follows it was heard already, or soon would be. */
export const LATE_MS = 250;
/** A time stamp that is off by more than this begins anew, in ms. */
const JUMP_MS = 10_000;
/** How long everything may be late before that is what the way takes, in ms. */
const LATE_WAY_MS = 2_000;
/** By how much clocks may differ, in ms a second. */
const SKEW_MS = 1;

/**
 * How late the packets of one source come, by their time stamps: against the fastest of them. The network and this process
 * are one to it; packets wait between the threads of the library and this one without a limit, and say not since when.
 */
export class Lateness {
	readonly #clockRate: number;
	#timestamp = 0;
	/** When the packet with that time stamp was here, or would have been; NaN: there was none. */
	#atMs = Number.NaN;
	#relaxedAtMs = 0;
	#lateSinceMs: number | null = null;

	constructor(clockRate: number) {
		this.#clockRate = clockRate;
	}

	/** Whether a packet is to be dropped. @param isBehind whether this process itself is late: then the way is not to blame */
	isLate(timestamp: number, nowMs: number, isBehind: boolean): boolean {
		const elapsedMs = (((timestamp - this.#timestamp) | 0) * 1_000) / this.#clockRate;
		const lateMs = nowMs - this.#atMs - elapsedMs;
		if (!(lateMs > 0 && lateMs < JUMP_MS) && !(lateMs >= JUMP_MS && isBehind)) {
			this.#begin(timestamp, nowMs);
			return false;
		}
		if (nowMs - this.#relaxedAtMs >= 1_000) {
			this.#atMs += SKEW_MS;
			this.#relaxedAtMs = nowMs;
		}
		if (lateMs <= LATE_MS) {
			this.#lateSinceMs = null;
			return false;
		}
		this.#lateSinceMs = isBehind ? nowMs : (this.#lateSinceMs ?? nowMs);
		if (nowMs - this.#lateSinceMs < LATE_WAY_MS) return true;
		this.#begin(timestamp, nowMs);
		return false;
	}

	#begin(timestamp: number, nowMs: number): void {
		this.#timestamp = timestamp;
		this.#atMs = nowMs;
		this.#relaxedAtMs = nowMs;
		this.#lateSinceMs = null;
	}
}
