import { type Frame, type LiveSocket, openSocket } from "./live.ts";

/** Options of {@link follow}. */
export interface FollowOptions {
	/** Servers that it may connect to, in this order; after a failure the next one. */
	readonly urls: readonly string[];
	readonly meetingId: string;
	readonly token: string;
	/** Languages that it wants translations to. */
	readonly translateTo?: readonly string[];
	/** Called for each message as it arrives. */
	readonly onFrame?: (frame: Frame) => void;
	/** Types of messages that are neither read nor kept. */
	readonly ignores?: readonly string[];
}

/** A reader who connects again, elsewhere if need be, and goes on where it was. */
export interface LiveFollower {
	/** What it has got that has a sequence and is not a partial, in the order of arrival. */
	readonly events: readonly Frame[];
	/** How often it had to connect again. */
	readonly reconnects: number;
	/** Resolves with the last message of the session. */
	readonly closed: Promise<Frame>;
	/** Waits until it has so many events. @throws Error after so many ms */
	has(count: number, withinMs?: number): Promise<void>;
	/** Breaks the connection, as a bad network does; it connects again. */
	drop(): void;
	/** Leaves for good. */
	close(): void;
}

const PAUSE_MS = 100;

/** Follows a meeting from its beginning. Resolves when it follows. */
export async function follow({
	urls,
	meetingId,
	token,
	translateTo = [],
	onFrame,
	ignores = [],
}: FollowOptions): Promise<LiveFollower> {
	const events: Frame[] = [];
	const closed = Promise.withResolvers<Frame>();
	let lastSeq = 0;
	let attempts = 0;
	let reconnects = -1;
	let socket: LiveSocket | null = null;
	let isLeaving = false;

	function take(frame: Frame): void {
		onFrame?.(frame);
		if (frame.type === "closed") closed.resolve(frame);
		if (frame.type !== "final" && frame.type !== "translation") return;
		events.push(frame);
		lastSeq = Math.max(lastSeq, frame.seq);
	}

	/** Connects once, and stays for as long as it lasts. Returns whether the session is over. */
	async function connect(url: string, onFollowing: () => void): Promise<boolean> {
		const opened = await openSocket(url, { meetingId, token, role: "subscribe", onFrame: take, ignores });
		socket = opened;
		const first = await Promise.race([opened.next("ready").catch(() => null), opened.closed.then(() => null)]);
		if (first !== null) {
			reconnects++;
			opened.send({ type: "resume", sessionId: first.sessionId, lastSeq, translateTo });
			void opened.next("status").then(onFollowing, () => undefined);
		}
		const { code } = await opened.closed;
		return code === 1000 && opened.frames.some(({ type }) => type === "closed");
	}

	const following = Promise.withResolvers<void>();
	async function run(): Promise<void> {
		while (!isLeaving) {
			const url = urls[attempts++ % urls.length] ?? "";
			if (await connect(url, following.resolve)) return;
			await Bun.sleep(PAUSE_MS);
		}
	}
	void run();
	await following.promise;
	return {
		events,
		get reconnects() {
			return reconnects;
		},
		closed: closed.promise,
		async has(count, withinMs = 10_000) {
			const untilMs = performance.now() + withinMs;
			while (events.length < count) {
				if (performance.now() > untilMs) throw new Error(`${events.length} of ${count} events after ${withinMs} ms`);
				await Bun.sleep(5);
			}
		},
		drop: () => socket?.close(),
		close() {
			isLeaving = true;
			socket?.close();
		},
	};
}
