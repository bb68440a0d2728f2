import type { Bus } from "#kernel/bus";
import { systemSteadyMs } from "#kernel/clock";
import { randomToken } from "#kernel/secrets";
import type { SharedWindows } from "#kernel/shared-limiter";
import { createRedisWindows } from "./rate-windows-redis.ts";
import { createReceipt, type Receipt } from "./receipt.ts";
import { openRedisLink, type RedisLink } from "./redis-link.ts";
import { createTopics } from "./topics.ts";

/** A bus that is closed at the end of the process. */
export interface RedisBus extends Bus {
	/** Windows of rate limits at the server. */
	readonly windows: SharedWindows;
	/** Whether messages of other instances arrive, and windows can be counted in. Never rejects. */
	works(): Promise<boolean>;
	/**
	 * Tells the other instances that this one uses nothing any more of what it has heard, so that they do not wait for it, and
	 * closes the connections; takes a quarter of a second at most. Messages of this process still reach its own listeners.
	 */
	close(): Promise<void>;
}

/** Options of {@link openBusRedis}. */
export interface RedisBusOptions {
	/** `redis://…` or `rediss://…`, with user and password. */
	readonly url: string;
	/** Name of the installation: several may share a server, and do not hear each other. */
	readonly namespace: string;
	/**
	 * Called with the reason when the connection is lost or cannot be made; repeated failures are reported once. Also when
	 * the server does not count, although it is connected.
	 */
	readonly onDown: (reason: string) => void;
}

/** Pause before the first attempt to connect again, in ms. It doubles with each failure. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** Longest wait for the answer to a script, in ms: a server that hangs must not hold up sign-ins. */
const EVALUATE_MS = 250;

/**
 * Time in ms in which an instance that the server has lost notices that at the latest, with room: until then it may rely
 * on hearing of what is told.
 */
const UNAWARE_MS = 5_000;

/** Topic that every instance listens to. A message there says for how many ms the sender has, when it is about to go. */
const INSTANCES = "instances";
/** Time in ms after which a count surely has an instance that has come. */
const COUNTED_MS = 100;

const LOST = Promise.resolve(null);

/**
 * Opens a bus over pub/sub of Redis. Listeners of this instance are called directly, so they hear each other whatever
 * becomes of the server; what comes back from it is dropped. Resolves when the first attempt to connect has succeeded
 * or failed; it goes on trying until it is closed.
 */
export async function openBusRedis({ url, namespace, onDown }: RedisBusOptions): Promise<RedisBus> {
	const prefix = `parley:${namespace}:`;
	const instance = randomToken(9);
	const channelOf = (which: string): string => `${prefix}instance.${which}`;
	const sharedChannel = prefix + INSTANCES;
	/** How many instances there were, and when. */
	let counts: readonly { readonly instances: number; readonly atMs: number }[] = [];
	const receipts = new Map<string, Receipt>();
	let sent = 0;
	const topics = createTopics();
	const watchers = new Set<{ readonly tell: (isConnected: boolean) => void }>();
	let link: RedisLink | null = null;
	let isConnected = false;
	let connectedAtMs = 0;
	let isDown = false;
	let isClosed = false;
	let pauseMs = FIRST_PAUSE_MS;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function setConnected(value: boolean): void {
		if (isConnected === value) return;
		isConnected = value;
		for (const { tell } of [...watchers]) tell(value);
	}

	/** Handles `<sender> <receipt> <message>` of a topic, and `<receipt>` of the own channel. */
	function onMessage(channel: string, text: string): void {
		if (channel === channelOf(instance)) {
			receipts.get(text)?.arrive();
			return;
		}
		const [sender = "", receipt = ""] = text.split(" ", 2);
		const message = text.slice(sender.length + receipt.length + 2);
		if (sender !== instance && channel === sharedChannel) onLeft(Number(message));
		else if (sender !== instance) topics.deliver(channel.slice(prefix.length), message);
		if (receipt !== "") void link?.publish(channelOf(sender), receipt);
	}

	function send(topic: string, message: string, receipt = ""): Promise<number | null> {
		topics.deliver(topic, message);
		return link?.publish(prefix + topic, `${instance} ${receipt} ${message}`) ?? LOST;
	}

	/** Returns the counts of those instances that may still rely on what they hear. */
	const recentCounts = () => counts.filter(({ atMs }) => systemSteadyMs() - atMs < UNAWARE_MS);

	function onCount(instances: number): void {
		counts = [...recentCounts(), { instances, atMs: systemSteadyMs() }];
	}

	/**
	 * An instance goes, which has been here for some time: the counts since then have it. It stays connected until all have
	 * handled this, so later counts are right.
	 */
	function onLeft(forMs: number): void {
		const countedAtMs = systemSteadyMs() - forMs + COUNTED_MS;
		counts = counts.map(({ instances, atMs }) => ({ instances: instances - (atMs > countedAtMs ? 1 : 0), atMs }));
	}

	function lost(reason: string): void {
		link = null;
		for (const { giveUp } of receipts.values()) giveUp();
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
			const handlers = { onMessage, onCount, onLost: lost };
			opened = await openRedisLink({ url, ownChannel: channelOf(instance), sharedChannel, ...handlers });
		} catch (error) {
			return lost(error instanceof Error ? error.message : String(error));
		}
		if (isClosed) return opened.close();
		if (!opened.isOpen) return;
		link = opened;
		// Topics that get their first listener from here on are subscribed to by it.
		await Promise.all(topics.names().map((topic) => opened.subscribe(prefix + topic)));
		await opened.subscribe(sharedChannel); // From here on the others expect that it hears of everything.
		connectedAtMs = systemSteadyMs();
		if (!opened.isOpen) return;
		pauseMs = FIRST_PAUSE_MS;
		isDown = false;
		setConnected(true);
	}

	async function evaluate(script: string, key: string, args: readonly number[]): Promise<unknown> {
		if (link === null) return null;
		try {
			return await within(EVALUATE_MS, link.evaluate(script, prefix + key, args));
		} catch (error) {
			if (!isClosed) onDown(error instanceof Error ? error.message : String(error));
			return null;
		}
	}

	async function tell(topic: string, message: string): Promise<boolean> {
		const id = String(++sent);
		const receipt = createReceipt();
		receipts.set(id, receipt);
		let reached = 0;
		void send(topic, message, id).then((count) => {
			if (count === null) return receipt.giveUp();
			reached = count;
			receipt.expect(count);
		});
		const hasArrived = await receipt.all;
		receipts.delete(id);
		return hasArrived && recentCounts().every(({ instances }) => instances <= reached);
	}

	await connect();
	return {
		shared: true,
		windows: createRedisWindows(evaluate),
		works: async () => isConnected && (await evaluate("return 1", "works", [])) !== null,
		get isConnected() {
			return isConnected;
		},
		publish: (topic, message) => void send(topic, message),
		tell,
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
		async close() {
			if (isConnected) await tell(INSTANCES, String(systemSteadyMs() - connectedAtMs));
			isClosed = true;
			clearTimeout(timer);
			link?.close();
			link = null;
			isConnected = false;
		},
	};
}

/** Resolves or rejects as `work` does. @throws Error when that takes longer than `ms` */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
	const late = Promise.withResolvers<never>();
	const timer = setTimeout(() => late.reject(new Error("the server does not respond")), ms);
	try {
		return await Promise.race([work, late.promise]);
	} finally {
		clearTimeout(timer);
	}
}
