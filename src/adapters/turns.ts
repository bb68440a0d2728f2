/** Lets so many at once, and the others wait in the order of their arrival. */
export class Turns {
	private free: number;
	private readonly waiting: (() => void)[] = [];

	constructor(atOnce: number) {
		this.free = atOnce;
	}

	/** Does the work when it is its turn. @throws the reason of `signal` when it aborts before, and what the work throws */
	async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		if (this.free > 0) this.free--;
		else await this.queue(signal);
		try {
			signal.throwIfAborted();
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.free++;
		}
	}

	private queue(signal: AbortSignal): Promise<void> {
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const turn = () => {
			signal.removeEventListener("abort", leave);
			resolve();
		};
		const leave = () => {
			const at = this.waiting.indexOf(turn);
			if (at >= 0) this.waiting.splice(at, 1);
			reject(signal.reason);
		};
		signal.addEventListener("abort", leave, { once: true });
		this.waiting.push(turn);
		return promise;
	}
}
