import type { components } from "#client";
import type { HostTools } from "./host.ts";
import { Store } from "./store.ts";

type ChatMessage = components["schemas"]["ChatMessage"];

/** What is written during the meeting, in the order in which it was sent. */
export class Chat {
	readonly store = new Store<{ readonly messages: readonly ChatMessage[] }>({ messages: [] });
	readonly #host: Pick<HostTools, "say" | "deleteMessage" | "listChat">;
	/** Ids of messages that are deleted: a list that was read before must not bring them back. */
	readonly #dropped = new Set<string>();

	constructor(host: Pick<HostTools, "say" | "deleteMessage" | "listChat">) {
		this.#host = host;
	}

	async say(text: string): Promise<void> {
		this.add([(await this.#host.say(text)).data]);
	}

	/** Deletes a message, for those who run the meeting. @throws what the API refuses it with */
	async delete(messageId: string): Promise<void> {
		await this.#host.deleteMessage(messageId);
		this.drop(messageId);
	}

	/** Shows a message no longer. */
	drop(messageId: string): void {
		this.#dropped.add(messageId);
		this.store.set({ messages: this.store.value.messages.filter(({ id }) => id !== messageId) });
	}

	/** Reads what was missed. */
	async catchUp(): Promise<void> {
		this.add((await this.#host.listChat().catch(() => [])) as ChatMessage[]);
	}

	/** Each message counts once, by whichever way it comes. */
	add(more: readonly ChatMessage[]): void {
		const { messages } = this.store.value;
		const known = new Set(messages.map(({ id }) => id));
		const added = more.filter(({ id }) => !known.has(id) && !this.#dropped.has(id));
		if (added.length === 0) return;
		this.store.set({ messages: [...messages, ...added].sort((a, b) => a.sentAt.localeCompare(b.sentAt)) });
	}
}
