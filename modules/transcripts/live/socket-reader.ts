import type { Socket } from "#kernel/sockets";
import type { WireEvent } from "#modules/transcripts/captions";
import { eventTopic, type Follower, type Hub, partialTopic, type SessionEnd } from "./hub.ts";
import type { LiveFigures } from "./ports.ts";

/** Bytes that wait for a reader beyond which it gets no partials. */
export const HOLD_BYTES = 64 * 1024;
/** Bytes beyond which a reader is cut off. It can resume: what it gets are finals, which are stored. */
export const CUT_BYTES = 512 * 1024;

/** What a reader asks for. */
export interface Wishes {
	readonly interim?: boolean;
	readonly translateTo?: readonly string[];
}

export interface SocketReaderDeps {
	readonly figures: LiveFigures;
	/** See {@link Follower.connectedAt}. */
	readonly connectedAt: number;
	/** The session is over. */
	readonly onEnded: (how: SessionEnd) => void;
	/** It reads so slowly that it is to be cut off. */
	readonly onTooSlow: () => void;
}

/** The reader at the other end of a socket. What is published reaches it by topics. */
export class SocketReader implements Follower {
	readonly stream = null;
	readonly #socket: Socket;
	readonly #deps: SocketReaderDeps;
	#hub: Hub | null = null;
	/** The event after which it follows what is published; null: it does not yet. */
	#followsFrom: number | null = null;
	#interim = true;
	#languages: ReadonlySet<string> = new Set();
	#isHeld = false;
	#isGone = false;
	/** Whether it knows that the meeting is over. */
	#isOver = false;
	#drain: PromiseWithResolvers<void> | null = null;

	constructor(socket: Socket, deps: SocketReaderDeps) {
		this.#socket = socket;
		this.#deps = deps;
	}

	get connectedAt(): number {
		return this.#deps.connectedAt;
	}

	get isGone(): boolean {
		return this.#isGone;
	}

	/** The event after which it follows what is published; null: it does not yet. */
	get followsFrom(): number | null {
		return this.#followsFrom;
	}

	/** Takes what it asks for from now on; what is left out stays as it is. */
	ask({ interim, translateTo }: Wishes): void {
		const before = this.#topics();
		if (interim !== undefined) this.#interim = interim;
		if (translateTo) this.#languages = new Set(translateTo);
		if (this.#hub) this.#move(before, this.#topics());
	}

	wants(language: string | null): boolean {
		return language === null || this.#languages.has(language);
	}

	replay({ frame }: WireEvent): void {
		this.#socket.send(frame);
	}

	async drained(): Promise<void> {
		if (this.#isGone || this.#socket.getBufferedAmount() < HOLD_BYTES) return;
		this.#drain ??= Promise.withResolvers();
		await this.#drain.promise;
	}

	follow(hub: Hub, seq: number): void {
		this.#hub = hub;
		this.#followsFrom ??= seq;
		this.#move([], this.#topics());
		this.#tell("live");
	}

	ended(how: SessionEnd): void {
		this.#deps.onEnded(how);
	}

	sweep(): void {
		const waiting = this.#socket.getBufferedAmount();
		if (waiting > CUT_BYTES) this.#deps.onTooSlow();
		else if (waiting > HOLD_BYTES && !this.#isHeld) this.#hold();
	}

	#hold(): void {
		this.#deps.figures.held++;
		this.#change(() => {
			this.#isHeld = true;
		});
		this.#tell("behind");
	}

	/** Everything that waited was sent. */
	onDrained(): void {
		this.#drain?.resolve();
		this.#drain = null;
		if (!this.#isHeld) return;
		this.#change(() => {
			this.#isHeld = false;
		});
		this.#tell("live");
	}

	/** Lets it hear nothing until it follows again. */
	pause(): void {
		if (!this.#hub) return;
		this.#move(this.#topics(), []);
		this.#hub.leave(this);
		this.#hub = null;
		this.#tell("paused");
	}

	/** Tells it once that the meeting is over. The last captions follow. */
	over(): void {
		if (this.#isOver || this.#isGone) return;
		this.#isOver = true;
		this.#tell("ended");
	}

	/** Lets it go: nothing more is sent to it. */
	leave(): void {
		this.#isGone = true;
		this.#hub?.leave(this);
		this.#drain?.resolve();
	}

	#tell(state: "live" | "behind" | "paused" | "ended"): void {
		this.#socket.send(JSON.stringify({ type: "status", state }));
	}

	#topics(): string[] {
		const id = this.#hub?.session.id;
		if (id === undefined) return [];
		const events = [null, ...this.#languages].map((language) => eventTopic(id, language));
		return this.#interim && !this.#isHeld ? [...events, partialTopic(id)] : events;
	}

	#change(apply: () => void): void {
		const before = this.#topics();
		apply();
		this.#move(before, this.#topics());
	}

	#move(before: readonly string[], after: readonly string[]): void {
		for (const topic of before) if (!after.includes(topic)) this.#socket.unsubscribe(topic);
		for (const topic of after) if (!before.includes(topic)) this.#socket.subscribe(topic);
	}
}
