import { RedisClient } from "bun";

/** Two connections to a Redis server, one that publishes and one that is subscribed. They live and end together. */
export interface RedisLink {
	/** Whether it is neither lost nor closed. */
	readonly isOpen: boolean;
	/** Sends a message. Resolves with the number of connections that get it, null when it may be lost; never rejects. */
	publish(channel: string, message: string): Promise<number | null>;
	/** Runs a script on a key. Rejects with the reason when the server refuses, or the link is lost. */
	evaluate(script: string, key: string, args: readonly number[]): Promise<unknown>;
	/** Messages of a channel arrive from the moment it resolves. Never rejects. */
	subscribe(channel: string): Promise<void>;
	/** Ends a subscription. */
	unsubscribe(channel: string): void;
	/** Closes both connections; `onLost` is not called. */
	close(): void;
}

/** Options of {@link openRedisLink}. */
export interface RedisLinkOptions {
	/** `redis://…` or `rediss://…`, with user and password. */
	readonly url: string;
	/** A channel that nobody else is subscribed to. */
	readonly ownChannel: string;
	/** Called for each message of this channel, or of another that is subscribed to. */
	readonly onMessage: (channel: string, message: string) => void;
	/** A channel that every instance is subscribed to. */
	readonly sharedChannel: string;
	/** Called twice a second with the number of connections that are subscribed to it. */
	readonly onCount: (subscribers: number) => void;
	/** Called once, when the link can no longer be trusted: a connection is lost, or nothing comes back. It is closed. */
	readonly onLost: (reason: string) => void;
}

/** Time for a connection to be made, in ms. */
const CONNECT_MS = 2_000;
/** The message to itself. */
const BEAT = "";
/** Its interval, in ms. */
const BEAT_MS = 500;
/** So many of them without an echo, and the link is lost. */
const MAX_UNHEARD_BEATS = 3;
/** Bytes that wait to be sent from which the link is lost: a server that takes nothing must not fill the memory. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Connects to a Redis server. Bun's client would connect again by itself, but stays deaf then, and keeps commands for
 * as long as it takes; so a link that is lost is given up as a whole. It sends itself a message at intervals: a server
 * that hangs, or a network that has forgotten the connection, would otherwise look like silence.
 * @throws Error when there is no connection within 2 s, or the server refuses
 */
export async function openRedisLink({
	url,
	ownChannel,
	sharedChannel,
	onMessage,
	onCount,
	onLost,
}: RedisLinkOptions): Promise<RedisLink> {
	const options = { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: CONNECT_MS };
	const [publisher, subscriber] = [new RedisClient(url, options), new RedisClient(url, options)];
	let isOpen = true;
	let unheard = 0;
	let timer: ReturnType<typeof setInterval> | undefined;

	function close(): void {
		isOpen = false;
		clearInterval(timer);
		publisher.close();
		subscriber.close();
	}
	function lose(reason: unknown): void {
		if (!isOpen) return;
		close();
		onLost(reason instanceof Error ? reason.message : String(reason));
	}
	/** Handles a message; a stray one of a closed link is dropped. */
	function hear(message: string, channel: string): void {
		if (!isOpen) return;
		if (channel === ownChannel) unheard = 0;
		if (message !== BEAT) onMessage(channel, message);
	}
	async function send(channel: string, message: string): Promise<number | null> {
		if (isOpen && publisher.bufferedAmount > MAX_WAITING_BYTES) lose("the server does not accept messages");
		if (!isOpen) return null;
		try {
			return await publisher.publish(channel, message);
		} catch (error) {
			lose(error);
			return null;
		}
	}
	/** Asks how many are subscribed to the shared channel. */
	async function count(): Promise<void> {
		try {
			const reply: unknown = await publisher.send("PUBSUB", ["NUMSUB", sharedChannel]);
			if (isOpen && Array.isArray(reply)) onCount(Number(reply[1]));
		} catch (error) {
			lose(error);
		}
	}

	try {
		await Promise.all([publisher.connect(), subscriber.connect()]);
		await subscriber.subscribe(ownChannel, hear);
	} catch (error) {
		close();
		throw error;
	}
	publisher.onclose = lose;
	subscriber.onclose = lose;
	timer = setInterval(() => {
		// Counted, not timed: after a pause of this process the echo may only wait to be read.
		if (unheard >= MAX_UNHEARD_BEATS) return lose("the server does not respond");
		unheard++;
		void send(ownChannel, BEAT);
		void count();
	}, BEAT_MS);
	timer.unref();

	return {
		get isOpen() {
			return isOpen;
		},
		publish: send,
		evaluate: (script, key, args) => publisher.send("EVAL", [script, "1", key, ...args.map(String)]),
		async subscribe(channel) {
			if (isOpen) await subscriber.subscribe(channel, hear).catch(lose);
		},
		unsubscribe(channel) {
			if (isOpen) void subscriber.unsubscribe(channel).catch(lose);
		},
		close,
	};
}
