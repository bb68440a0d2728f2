import type { components } from "#client";
import type { HostTools } from "./host.ts";
import { Store } from "./store.ts";

type ChatMessage = components["schemas"]["ChatMessage"];

/** What is written during the meeting, in the order in which it was sent. */
export class Chat {
	readonly store = new Store<{ readonly messages: readonly ChatMessage[] }>({ messages: [] });
	readonly #host: Pick<HostTools, "say" | "listChat">;

	constructor(host: Pick<HostTools, "say" | "listChat">) {
		this.#host = host;
	}

	async say(text: string): Promise<void> {
		this.add([(await this.#host.say(text)).data]);
	}

	/** Reads what was missed. */
	async catchUp(): Promise<void> {
		this.add((await this.#host.listChat().catch(() => [])) as ChatMessage[]);
	}

	/** Each message counts once, by whichever way it comes. */
	add(more: readonly ChatMessage[]): void {
		const { messages } = this.store.value;
		const known = new Set(messages.map(({ id }) => id));
		const added = more.filter(({ id }) => !known.has(id));
		if (added.length === 0) return;
		this.store.set({ messages: [...messages, ...added].sort((a, b) => a.sentAt.localeCompare(b.sentAt)) });
	}
}
