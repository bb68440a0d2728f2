/** A value that is replaced as a whole, and those who look at it. */
export class Store<T extends object> {
	#value: T;
	readonly #listeners = new Set<() => void>();

	constructor(value: T) {
		this.#value = value;
	}

	get value(): T {
		return this.#value;
	}

	/** Replaces some members. Without a difference nothing happens. */
	set(part: Partial<T>): void {
		const isSame = Object.entries(part).every(([name, value]) => Object.is(this.#value[name as keyof T], value));
		if (isSame) return;
		this.#value = { ...this.#value, ...part };
		for (const listener of [...this.#listeners]) listener();
	}

	/** Calls back after each change. @returns what ends that */
	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	};
}
