import type { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";
import {
	type Captions,
	type FeedMessage,
	feedTopic,
	type LiveSession,
	type WireEvent,
} from "#modules/transcripts/captions";
import type { Core } from "#platform/module";

/** Events read at once. */
const PAGE = 200;

/**
 * Time between two publications for each reader, in ms: writing to one takes 2 to 5 µs, so a session takes no more than
 * about a tenth of a core however much is said. What is published at once reaches each reader by one write.
 */
const PACE_MS_PER_READER = 0.04;
/** Longest time between two publications, in ms. */
const MAX_PACE_MS = 100;
/**
 * How long, in ms, and how much of what is never stored is remembered: for readers that have connected and do not follow
 * yet, and while what was missed is read.
 */
const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 1_000;
/** What a shorter time would gain, a timer costs. */
const MIN_PACE_MS = 4;

/** How a session has ended. */
export interface SessionEnd {
	/** The last message. */
	readonly frame: string;
	/** Why the organization is closed, to all but system administrators; null: it is not. */
	readonly refusal: AppError | null;
}

/** Somebody who follows a session. */
export interface Follower {
	/** Whether it is still there. */
	readonly isGone: boolean;
	/** The last event when it connected: what is never stored is for those who were there. */
	readonly connectedAt: number;
	/** Whether it gets what has this language; null: a final, which everybody gets. */
	wants(language: string | null): boolean;
	/** Sends an event that was missed. */
	replay(event: WireEvent): void;
	/** Resolves when more may be sent. */
	drained(): Promise<void>;
	/** Gets what follows from now on, by itself or by {@link Follower.event}. @param seq the last event so far */
	follow(hub: Hub, seq: number): void;
	/** The session is over. */
	ended(how: SessionEnd): void;
	/** What a slow reader is looked after for, several times a second; see {@link Hub.sweep}. */
	sweep(): void;
	/** Sends what is published; null: it is subscribed to topics. */
	readonly stream: StreamFollower | null;
}

/** A follower that subscribes to no topics. */
export interface StreamFollower {
	event(event: WireEvent): void;
	partial(frame: string): void;
}

export interface HubDeps extends Pick<Core, "bus" | "sockets"> {
	readonly captions: Captions;
	/** Returns why an organization is closed; null: it is not. */
	readonly refusalOf: (orgId: string) => Promise<AppError | null>;
	readonly log: Pick<Logger, "warn">;
}

/** Returns the topic of the finals of a session, or of its translations to a language. */
export const eventTopic = (sessionId: string, language: string | null): string =>
	`${sessionId}/${language ?? "finals"}`;

/** Returns the topic of the partials of a session. */
export const partialTopic = (sessionId: string): string => `${sessionId}/partials`;

/**
 * The events of one session on their way to the readers of this instance. The bus may lose them and mix them up: they are
 * published in the order of their sequence, and what is missing is read from the database.
 */
export class Hub {
	readonly session: LiveSession;
	readonly #deps: HubDeps;
	readonly #followers = new Set<Follower>();
	readonly #streams = new Set<StreamFollower>();
	readonly #unsubscribe: () => void;
	/** What was heard and is published next. */
	#waiting: FeedMessage[] = [];
	#timer: ReturnType<typeof setTimeout> | null = null;
	/** When it last published, in ms of `performance.now()`. */
	#publishedAtMs = Number.NEGATIVE_INFINITY;
	/** Sequence of the last event that was published here. */
	#lastSeq: number;
	/** What was heard and is never stored, and until when it is remembered, in ms of `performance.now()`. */
	readonly #passing: { readonly event: WireEvent; readonly untilMs: number }[] = [];
	#reading: Promise<void> | null = null;
	#isBehind = false;
	#isQuiet = true;
	/** Known once the session is over. */
	#ending: Promise<SessionEnd> | null = null;

	constructor(session: LiveSession, deps: HubDeps) {
		this.session = session;
		this.#deps = deps;
		this.#lastSeq = session.lastSeq;
		this.#unsubscribe = deps.bus.subscribe(feedTopic(session.id), (message) => this.#hear(JSON.parse(message)));
	}

	/** Sequence of the last event that was published here. */
	get lastSeq(): number {
		return this.#lastSeq;
	}

	/** Number of followers. */
	get size(): number {
		return this.#followers.size;
	}

	/** Publishes a message: to few readers at once, to many with what else is announced in the same turn or soon after. */
	#hear(message: FeedMessage): void {
		this.#waiting.push(message);
		if (this.#timer !== null) return;
		const paceMs = Math.min(MAX_PACE_MS, this.#followers.size * PACE_MS_PER_READER);
		const waitMs = Math.max(0, this.#publishedAtMs + paceMs - performance.now());
		if (paceMs < MIN_PACE_MS) this.#takeWaiting();
		else this.#timer = setTimeout(() => this.#takeWaiting(), waitMs);
	}

	#takeWaiting(): void {
		const messages = this.#waiting;
		this.#waiting = [];
		if (this.#timer) clearTimeout(this.#timer);
		this.#timer = null;
		this.#publishedAtMs = performance.now();
		for (const message of messages) this.#take(message);
	}

	#take(message: FeedMessage): void {
		if (message.t === "partial") this.#publishPartial(message.frame);
		else if (message.t === "closed") void this.end(message.frame);
		else if (message.seq > this.#lastSeq) this.#hearEvent(message);
	}

	#hearEvent(event: WireEvent): void {
		if (event.isPassing) this.#remember(event);
		if (this.#reading === null && event.seq === this.#lastSeq + 1) this.#publish(event);
		else void this.catchUp();
	}

	#remember(event: WireEvent): void {
		this.#passing.push({ event, untilMs: performance.now() + REMEMBERED_MS });
		if (this.#passing.length > MAX_REMEMBERED) this.#passing.shift();
	}

	#publish(event: WireEvent): void {
		this.#lastSeq = event.seq;
		this.#isQuiet = false;
		this.#deps.sockets.publish(eventTopic(this.session.id, event.language), event.frame);
		for (const stream of this.#streams) stream.event(event);
	}

	#publishPartial(frame: string): void {
		this.#isQuiet = false;
		this.#deps.sockets.publish(partialTopic(this.session.id), frame);
		for (const stream of this.#streams) stream.partial(frame);
	}

	/** Publishes what is stored and was not heard of. Never rejects: what fails is tried again. */
	catchUp(): Promise<void> {
		// A partial never follows its final.
		if (this.#waiting.length > 0) this.#takeWaiting();
		// Whoever calls it while it runs has learnt of something that it may have read already, or not.
		if (this.#reading !== null) this.#isBehind = true;
		this.#reading ??= this.#readMissing().finally(() => {
			this.#reading = null;
		});
		return this.#reading;
	}

	async #readMissing(): Promise<void> {
		try {
			do {
				this.#isBehind = false;
				// A page may be shorter where something has gone: only an empty one is the last.
				for (let some = true; some; ) {
					const events = await this.#eventsAfter(this.#lastSeq, this.#lastSeq);
					for (const event of events) if (event.seq > this.#lastSeq) this.#publish(event);
					some = events.length > 0;
				}
			} while (this.#isBehind);
		} catch (error) {
			this.#isBehind = true;
			this.#deps.log.warn("the events of a live session could not be read", { error });
		}
	}

	/**
	 * Returns the next events after a sequence, in order: those that are stored, and those that are remembered.
	 * @param since the last event when the reader connected
	 */
	async #eventsAfter(seq: number, since: number): Promise<readonly WireEvent[]> {
		const stored = await this.#deps.captions.eventsAfter(this.session, seq, PAGE);
		const lastSeq = stored.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
		const passing = this.#passing
			.map(({ event }) => event)
			.filter((event) => event.seq > Math.max(seq, since) && event.seq <= lastSeq);
		return [...stored, ...passing].sort((a, b) => a.seq - b.seq);
	}

	/** Looks for what the bus may have lost. */
	async poll(): Promise<void> {
		if (this.#isBehind || this.#deps.bus.shared) await this.catchUp();
	}

	/**
	 * Sends what somebody has missed, and lets them follow: nothing is lost in between, and nothing comes twice.
	 * @param seq the last event they have
	 */
	async join(follower: Follower, seq: number): Promise<void> {
		// Another instance may have notified them of events that were not heard of here.
		if (seq > this.#lastSeq) await this.catchUp();
		let at = Math.min(seq, this.#lastSeq);
		while (at < this.#lastSeq && !follower.isGone) at = await this.replay(follower, at, this.#lastSeq);
		// Nothing is awaited since the last look at what was published.
		if (follower.isGone) return;
		this.#followers.add(follower);
		if (follower.stream) this.#streams.add(follower.stream);
		follower.follow(this, at);
		if (this.#ending !== null) follower.ended(await this.#ending);
	}

	/** Sends somebody the events after one sequence, up to another, and returns how far it got. */
	async replay(follower: Follower, after: number, upTo: number): Promise<number> {
		let at = after;
		while (at < upTo && !follower.isGone) {
			const events = await this.#eventsAfter(at, follower.connectedAt);
			const wanted = events.filter((event) => event.seq <= upTo);
			for (const event of wanted) if (follower.wants(event.language)) follower.replay(event);
			at = wanted.at(-1)?.seq ?? upTo;
			await follower.drained();
		}
		return at;
	}

	/** Lets somebody go. */
	leave(follower: Follower): void {
		this.#followers.delete(follower);
		if (follower.stream) this.#streams.delete(follower.stream);
	}

	/** Looks after those who read slowly, if anything was sent since the last time. */
	sweep(): void {
		while ((this.#passing[0]?.untilMs ?? Number.POSITIVE_INFINITY) < performance.now()) this.#passing.shift();
		if (this.#isQuiet) return;
		this.#isQuiet = true;
		for (const follower of this.#followers) follower.sweep();
	}

	/**
	 * Ends the session for everybody here, after the last event. A suspension may be what ends it, and then it is the
	 * suspension they are notified of, whether its change or the end of the session reaches them first.
	 * @param frame the message that says so
	 */
	async end(frame: string): Promise<void> {
		if (this.#ending !== null) return;
		this.#ending = this.#deps.refusalOf(this.session.orgId).then((refusal) => ({ frame, refusal }));
		await this.catchUp();
		const ending = await this.#ending;
		for (const follower of [...this.#followers]) follower.ended(ending);
	}

	/** Stops listening. */
	close(): void {
		this.#unsubscribe();
		if (this.#timer) clearTimeout(this.#timer);
	}
}
