/**
 * Lets a loop sleep until it is woken or the time is up. A wake-up while nothing sleeps ends the next sleep
 * immediately.
 */
export class Sleeper {
	#isWoken = false;
	#resume: (() => void) | null = null;

	/** Ends the current sleep, or the next one. */
	wake(): void {
		this.#isWoken = true;
		this.#resume?.();
	}

	/** Sleeps for at most `ms`. Only one caller at a time. */
	async sleep(ms: number): Promise<void> {
		if (!this.#isWoken) {
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, ms);
				this.#resume = () => {
					clearTimeout(timer);
					resolve();
				};
			});
			this.#resume = null;
		}
		this.#isWoken = false;
	}
}
