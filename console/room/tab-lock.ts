interface LockOptions {
	/** Takes the room away from the tab that has it. */
	readonly isInstead: boolean;
	/** Runs when another tab takes it away. */
	readonly onLost: () => void;
}

/** Keeps other tabs of the same person out of a room. Where the browser has no locks they cannot know of each other. */
export class TabLock {
	#release: () => void = () => undefined;

	/** Takes the room for this tab. @returns false: another tab has it */
	take(participantId: string, { isInstead, onLost }: LockOptions): Promise<boolean> {
		if (navigator.locks === undefined) return Promise.resolve(true);
		return new Promise((resolve) => {
			const options = isInstead ? { steal: true } : { ifAvailable: true };
			const held = navigator.locks.request(`parley.room.${participantId}`, options, (lock) => {
				resolve(lock !== null);
				if (lock === null) return undefined;
				return new Promise<void>((release) => {
					this.#release = release;
				});
			});
			held.catch(onLost);
		});
	}

	/** Lets other tabs in. */
	release(): void {
		this.#release();
	}
}
