const SECOND_MS = 1_000;

/** A token bucket that holds what flows in one second: what comes faster is dropped. */
export class TokenBucket {
	perSecond: number;
	#level: number;
	#atMs: number;

	/** A full one. @param nowMs by a steady clock */
	constructor(perSecond: number, nowMs: number) {
		this.perSecond = perSecond;
		this.#level = perSecond;
		this.#atMs = nowMs;
	}

	/** Takes tokens; false: there are too few, and none is taken. @param nowMs by the same clock */
	take(tokens: number, nowMs: number): boolean {
		const added = ((nowMs - this.#atMs) * this.perSecond) / SECOND_MS;
		this.#level = Math.min(this.perSecond, this.#level + added);
		this.#atMs = nowMs;
		if (this.#level < tokens) return false;
		this.#level -= tokens;
		return true;
	}
}
