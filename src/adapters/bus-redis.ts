import type { Bus } from "#kernel/bus";
import { randomToken } from "#kernel/secrets";
import { openRedisLink, type RedisLink } from "./redis-link.ts";
import { createTopics } from "./topics.ts";

/** A bus that is closed at the end of the process. */
export interface RedisBus extends Bus {
	/** Closes the connections. Messages of this process still reach its own listeners. */
	close(): void;
}

/** Options of {@link openBusRedis}. */
export interface RedisBusOptions {
	/** `redis://…` or `rediss://…`, with user and password. */
	readonly url: string;
	/** Name of the installation: several may share a server, and do not hear each other. */
	readonly namespace: string;
	/** Called when the connection is lost or cannot be made, with the reason. Repeated failures are reported once. */
	readonly onDown: (reason: string) => void;
	/** Called when there is a connection again. */
	readonly onUp: () => void;
}

/** Pause before the first attempt to connect again, in ms. It doubles with each failure. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Opens a bus over pub/sub of Redis. Listeners of this instance are called directly, so they hear each other whatever
 * becomes of the server; what comes back from it is dropped. Resolves when the first attempt to connect has succeeded
 * or failed; it goes on trying until it is closed.
 */
export async function openBusRedis({ url, namespace, onDown, onUp }: RedisBusOptions): Promise<RedisBus> {
	const prefix = `parley:${namespace}:`;
	const instance = randomToken(9);
	const topics = createTopics();
	const watchers = new Set<{ readonly tell: (isConnected: boolean) => void }>();
	let link: RedisLink | null = null;
	let isConnected = false;
	let isDown = false;
	let isClosed = false;
	let pauseMs = FIRST_PAUSE_MS;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function setConnected(value: boolean): void {
		if (isConnected === value) return;
		isConnected = value;
		for (const { tell } of [...watchers]) tell(value);
	}

	function onMessage(channel: string, message: string): void {
		const end = message.indexOf(" ");
		if (message.slice(0, end) === instance) return;
		topics.deliver(channel.slice(prefix.length), message.slice(end + 1));
	}

	function lost(reason: string): void {
		link = null;
		if (isClosed) return;
		if (!isDown) onDown(reason);
		isDown = true;
		setConnected(false);
		// Of several instances that lost it at once, not all come back in the same instant.
		timer = setTimeout(connect, pauseMs * (0.5 + Math.random() / 2));
		pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
	}

	async function connect(): Promise<void> {
		let opened: RedisLink;
		try {
			opened = await openRedisLink({ url, ownChannel: `${prefix}instance.${instance}`, onMessage, onLost: lost });
		} catch (error) {
			return lost(error instanceof Error ? error.message : String(error));
		}
		if (isClosed) return opened.close();
		if (!opened.isOpen) return;
		link = opened;
		// Topics that get their first listener from here on are subscribed to by it.
		await Promise.all(topics.names().map((topic) => opened.subscribe(prefix + topic)));
		if (!opened.isOpen) return;
		pauseMs = FIRST_PAUSE_MS;
		if (isDown) onUp();
		isDown = false;
		setConnected(true);
	}

	await connect();
	return {
		shared: true,
		get isConnected() {
			return isConnected;
		},
		async publish(topic, message) {
			topics.deliver(topic, message);
			await link?.publish(prefix + topic, `${instance} ${message}`);
		},
		subscribe: (topic, listener) =>
			topics.add(
				topic,
				listener,
				() => void link?.subscribe(prefix + topic),
				() => link?.unsubscribe(prefix + topic),
			),
		watch(listener) {
			const watcher = { tell: (value: boolean) => listener(value) };
			watchers.add(watcher);
			return () => void watchers.delete(watcher);
		},
		close() {
			isClosed = true;
			clearTimeout(timer);
			link?.close();
			link = null;
			isConnected = false;
		},
	};
}
