import type { LiveMessage, PartialSegment } from "#client";
import { Store } from "./store.ts";

/** A final, or its translation. */
export type Said = Extract<LiveMessage, { type: "final" | "translation" }>;

/** What is kept of a long meeting. */
const MOST = 2_000;

/** What is said in the meeting: finals for whoever shows them, now or later, and what is being said at this moment. */
export class CaptionFeed {
	readonly said: Said[] = [];
	/** What is being said, by who speaks: there is one of each. And whether everything that was missed is there. */
	readonly now = new Store<{ readonly partials: ReadonlyMap<string, PartialSegment>; readonly isCurrent: boolean }>({
		partials: new Map(),
		isCurrent: false,
	});
	readonly #listeners = new Set<(said: Said) => void>();

	take(message: LiveMessage): void {
		if (message.type === "partial") this.#show(message.segment);
		else if (message.type === "final" || message.type === "translation") {
			if (message.type === "final") this.#hide(message.segment.id);
			this.said.push(message);
			if (this.said.length > MOST) this.said.shift();
			for (const listener of this.#listeners) listener(message);
		} else if (message.type === "status" && message.state === "live") this.now.set({ isCurrent: true });
	}

	/** Calls back for everything that was said, and for what will be. @returns what ends that */
	follow(listener: (said: Said) => void): () => void {
		for (const each of this.said) listener(each);
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/** The connection was lost: what was being said comes again, or as a final. */
	interrupt(): void {
		this.now.set({ partials: new Map(), isCurrent: false });
	}

	#show(segment: PartialSegment): void {
		const key = segment.speaker?.participantId ?? segment.id;
		this.now.set({ partials: new Map(this.now.value.partials).set(key, segment) });
	}

	#hide(segmentId: string): void {
		const { partials } = this.now.value;
		const others = [...partials].filter(([, { id }]) => id !== segmentId);
		if (others.length < partials.size) this.now.set({ partials: new Map(others) });
	}
}
