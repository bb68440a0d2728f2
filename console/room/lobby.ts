import type { HostTools, Waiting } from "./host.ts";
import { Store } from "./store.ts";

/** How often it is asked who waits, in ms. */
const LOOK_MS = 2_000;

/** Who waits in front of the door, for those who may open it. */
export class Lobby {
	readonly store = new Store<{ readonly waiting: readonly Waiting[] }>({ waiting: [] });
	readonly #host: HostTools;
	readonly #timer: ReturnType<typeof setInterval> | undefined;

	constructor(host: HostTools, canRun: boolean) {
		this.#host = host;
		if (canRun) this.#timer = setInterval(() => void this.#look(), LOOK_MS);
	}

	async admit(id: string): Promise<void> {
		await this.#host.admit(id);
		this.#forget(id);
	}

	async refuse(id: string): Promise<void> {
		await this.#host.remove(id);
		this.#forget(id);
	}

	close(): void {
		clearInterval(this.#timer);
	}

	#forget(id: string): void {
		this.store.set({ waiting: this.store.value.waiting.filter((each) => each.id !== id) });
	}

	async #look(): Promise<void> {
		const waiting = await this.#host.listWaiting().catch(() => null);
		if (waiting !== null && JSON.stringify(waiting) !== JSON.stringify(this.store.value.waiting))
			this.store.set({ waiting });
	}
}
