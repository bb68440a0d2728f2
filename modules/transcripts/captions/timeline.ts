/** A moment at which audio had arrived: what was said before it was said no later. */
interface Arrival {
	/** End of the audio in ms from the start of the stream. */
	readonly streamMs: number;
	/** Time of the session minus `streamMs`. */
	readonly offsetMs: number;
}

/**
 * When on the time line of a session the audio of a stream was spoken. Audio arrives after it was spoken: at once, or late and
 * in a burst where the network stalled; and who is muted sends none for a while. So the latest moment at which something
 * can have been spoken follows from whatever of the stream has arrived since: it tells a stall, which is made up for,
 * from a pause, which is not.
 */
export class Timeline {
	/** Arrivals in their order, each with a smaller offset than those after it: others decide nothing. */
	readonly #arrivals: Arrival[] = [];
	#last: Arrival = { streamMs: 0, offsetMs: 0 };

	/** Notes that audio up to `streamMs` has arrived at `nowMs` of the session. */
	arrive(streamMs: number, nowMs: number): void {
		const offsetMs = nowMs - streamMs;
		while ((this.#arrivals.at(-1)?.offsetMs ?? Number.NEGATIVE_INFINITY) >= offsetMs) this.#arrivals.pop();
		this.#last = { streamMs, offsetMs };
		this.#arrivals.push(this.#last);
	}

	/** Returns when on the time line something began to be spoken, in ms; never negative. */
	timeOf(streamMs: number): number {
		const { offsetMs } = this.#arrivals.find((arrival) => arrival.streamMs > streamMs) ?? this.#last;
		return Math.max(0, Math.round(streamMs + offsetMs));
	}

	/** Forgets what is only needed for audio before `streamMs`. */
	forget(streamMs: number): void {
		const first = this.#arrivals.findIndex((arrival) => arrival.streamMs >= streamMs);
		this.#arrivals.splice(0, first === -1 ? this.#arrivals.length : first);
	}
}
