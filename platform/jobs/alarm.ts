/** Lets a loop sleep until somebody rings or the time is up. A ring while nobody sleeps ends the next sleep at once. */
export class Alarm {
	#rung = false;
	#wakeUp: (() => void) | null = null;

	/** Ends the sleep under way, or the next one. */
	ring(): void {
		this.#rung = true;
		this.#wakeUp?.();
	}

	/** Sleeps for at most `ms`. One sleeper at a time. */
	async sleep(ms: number): Promise<void> {
		if (!this.#rung) {
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, ms);
				this.#wakeUp = () => {
					clearTimeout(timer);
					resolve();
				};
			});
			this.#wakeUp = null;
		}
		this.#rung = false;
	}
}
