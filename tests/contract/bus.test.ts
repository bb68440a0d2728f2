import { afterEach, describe, expect, test } from "bun:test";
import { createBusMemory } from "#adapters/bus-memory";
import { openBusRedis, type RedisBus } from "#adapters/bus-redis";
import type { Bus } from "#kernel/bus";
import { forThisFile } from "../support/for-this-file.ts";
import { hasRedis, startRedis } from "../support/redis.ts";

const redis = hasRedis ? await forThisFile(startRedis()) : null;
const url = redis?.url ?? "";

const opened: RedisBus[] = [];
afterEach(() => {
	for (const bus of opened.splice(0)) bus.close();
});

/** What a bus has told whoever operates it. */
interface Told {
	readonly down: string[];
	up: number;
}

/** Opens a bus of one installation to the server; closed after the test. */
async function openRedisBus(namespace: string, told: Told = { down: [], up: 0 }, at = url): Promise<RedisBus> {
	const onDown = (reason: string) => void told.down.push(reason);
	const bus = await openBusRedis({ url: at, namespace, onDown, onUp: () => void told.up++ });
	opened.push(bus);
	return bus;
}

/** Opens two instances of one installation of their own. */
async function openTwo(): Promise<[RedisBus, RedisBus]> {
	const namespace = crypto.randomUUID();
	return [await openRedisBus(namespace), await openRedisBus(namespace)];
}

/** What every bus keeps; each is opened on its own. */
const buses: readonly [name: string, open: () => Promise<Bus>][] = [
	["in process", async () => createBusMemory()],
	...(redis ? [["over Redis", () => openRedisBus(crypto.randomUUID())] as [string, () => Promise<Bus>]] : []),
];

/** Resolves with the next message of a topic. */
const nextOn = (bus: Bus, topic: string) =>
	new Promise<string>((resolve) => {
		const leave = bus.subscribe(topic, (message) => {
			leave();
			resolve(message);
		});
	});

/** Collects the messages of a topic from the moment that the other instance's arrive. */
async function hearing(from: Bus, to: Bus, topic: string): Promise<string[]> {
	const heard: string[] = [];
	to.subscribe(topic, (message) => void heard.push(message));
	do {
		from.publish(topic, "probe");
		await Bun.sleep(5);
	} while (heard.length === 0);
	await Bun.sleep(20);
	heard.length = 0;
	return heard;
}

/** Waits until it has so many messages, and a little longer, should there be more. */
async function settled(heard: readonly unknown[], count: number): Promise<void> {
	while (heard.length < count) await Bun.sleep(2);
	await Bun.sleep(30);
}

/** Resolves when the bus says that it is connected, or no longer is. */
const change = (bus: Bus, to: boolean) =>
	new Promise<void>((resolve) => {
		const leave = bus.watch((isConnected) => {
			if (isConnected !== to) return;
			leave();
			resolve();
		});
	});

describe.each(buses)("a bus %s", (_, open) => {
	test("brings a message to every listener of its topic, and to no other", async () => {
		const bus = await open();
		const other: string[] = [];
		bus.subscribe("b", (message) => void other.push(message));
		const listeners = [nextOn(bus, "a"), nextOn(bus, "a")];

		bus.publish("a", "hello");

		expect(await Promise.all(listeners)).toEqual(["hello", "hello"]);
		expect(other).toEqual([]);
	});

	test("has called the listeners of this instance, each once and in order, when publish returns", async () => {
		const bus = await open();
		const heard: string[] = [];
		bus.subscribe("a", (message) => void heard.push(message));

		for (const message of ["1", "2", "3"]) bus.publish("a", message);
		const atOnce = [...heard];
		await Bun.sleep(50);

		expect(atOnce).toEqual(["1", "2", "3"]);
		expect(heard).toEqual(["1", "2", "3"]);
	});

	test("leaves alone who has left", async () => {
		const bus = await open();
		const heard: string[] = [];
		const leave = bus.subscribe("a", (message) => void heard.push(message));
		const witness = nextOn(bus, "a");

		leave();
		bus.publish("a", "too late");
		await witness;

		expect(heard).toEqual([]);
	});

	test("takes one listener twice, and each leaves by itself", async () => {
		const bus = await open();
		const heard: string[] = [];
		const listener = (message: string) => void heard.push(message);
		const [leave] = [bus.subscribe("a", listener), bus.subscribe("a", listener)];

		leave();
		leave();
		bus.publish("a", "hello");

		expect(heard).toEqual(["hello"]);
	});

	test("takes a message nobody listens for", async () => {
		const bus = await open();

		const publishing = () => bus.publish("nobody", "hello");

		expect(publishing).not.toThrow();
		expect(await bus.tell("nobody", "hello")).toBeUndefined();
	});
});

describe.skipIf(!hasRedis)("two instances on one Redis (needs redis-server)", () => {
	test("hear each other, each message once and in order, whatever is in it", async () => {
		const [here, there] = await openTwo();
		const heard = await hearing(here, there, "a");
		const sent = [
			"",
			" ",
			"zwei Wörter",
			"\u0000\r\n",
			"👩‍🏫",
			"x".repeat(1_000_000),
			...Array(500).keys().map(String),
		];

		for (const message of sent) here.publish("a", message);
		await settled(heard, sent.length);

		expect(heard).toEqual(sent);
	});

	test("have heard what they are told when it is done", async () => {
		const [here, there] = await openTwo();
		const heard = await hearing(here, there, "a");
		here.subscribe("a", () => undefined);
		const counts: number[] = [];

		for (let number = 1; number <= 200; number++) {
			await here.tell("a", "hello");
			counts.push(heard.length);
		}

		expect(counts).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
	});

	test("do not wait for long for one that hangs", async () => {
		const server = await startRedis();
		const namespace = crypto.randomUUID();
		const here = await openRedisBus(namespace, undefined, server.url);
		await hearing(here, await openRedisBus(namespace, undefined, server.url), "a");
		server.freeze();
		const startMs = performance.now();

		await here.tell("a", "hello");

		const waitedMs = performance.now() - startMs;
		await server.close();
		expect(waitedMs).toBeLessThan(1_000);
	});

	test("hear only the topics that they listen to", async () => {
		const [here, there] = await openTwo();
		const heard: string[] = [];
		const leave = there.subscribe("left", (message) => void heard.push(message));
		const witness = await hearing(here, there, "a");

		leave();
		here.publish("left", "too late");
		here.publish("a", "hello");
		await settled(witness, 1);

		expect(heard).toEqual([]);
	});

	test("do not hear another installation on the same server", async () => {
		const [here, there] = await openTwo();
		const stranger = await openRedisBus(crypto.randomUUID());
		const overheard: string[] = [];
		stranger.subscribe("a", (message) => void overheard.push(message));
		const heard = await hearing(here, there, "a");

		here.publish("a", "a secret");
		await settled(heard, 1);

		expect(overheard).toEqual([]);
	});

	test("hear each other again after the server was killed and restarted, each message once", async () => {
		const server = await startRedis();
		const told: Told = { down: [], up: 0 };
		const namespace = crypto.randomUUID();
		const here = await openRedisBus(namespace, undefined, server.url);
		const there = await openRedisBus(namespace, told, server.url);
		const before = await hearing(here, there, "before");
		const [lost, back] = [change(there, false), Promise.all([change(here, true), change(there, true)])];

		await server.kill();
		await lost;
		const whileDown = nextOn(there, "own");
		here.publish("before", "nobody hears this");
		there.publish("own", "to myself");
		const during: string[] = [];
		there.subscribe("during", (message) => void during.push(message));
		const state = [there.isConnected, await whileDown];
		await Bun.sleep(300);
		await server.restart();
		await back;
		for (const topic of ["before", "during"]) for (const message of ["1", "2"]) here.publish(topic, message);
		await settled(during, 2);

		expect(state).toEqual([false, "to myself"]);
		expect([before, during]).toEqual([
			["1", "2"],
			["1", "2"],
		]);
		expect(there.isConnected).toBe(true);
		// One report of each, however often it tried.
		expect([told.down.length, told.up]).toEqual([1, 1]);
		await server.close();
	});

	test("notice a server that hangs, and do not wait for it", async () => {
		const server = await startRedis();
		const namespace = crypto.randomUUID();
		const [here, there] = [
			await openRedisBus(namespace, undefined, server.url),
			await openRedisBus(namespace, undefined, server.url),
		];
		const lost = Promise.all([change(here, false), change(there, false)]);
		const startMs = performance.now();

		server.freeze();
		await lost;
		const noticedMs = performance.now() - startMs;
		const back = Promise.all([change(here, true), change(there, true)]);
		server.thaw();
		await back;

		const heard = await hearing(here, there, "a");
		here.publish("a", "hello");
		await settled(heard, 1);
		expect(heard).toEqual(["hello"]);
		expect(noticedMs).toBeLessThan(3_000);
		await server.close();
	});

	test("start without the server, and find it later", async () => {
		const server = await startRedis();
		await server.kill();
		const told: Told = { down: [], up: 0 };

		const bus = await openRedisBus("late", told, server.url);
		const atFirst = bus.isConnected;
		const found = change(bus, true);
		await server.restart();
		await found;

		expect([atFirst, bus.isConnected]).toEqual([false, true]);
		expect([told.down.length, told.up]).toEqual([1, 1]);
		await server.close();
	});

	test("need the password of the server, which no report shows", async () => {
		const server = await startRedis(["--requirepass", "p@ss word"]);
		const as = (password: string) => server.url.replace("//", `//:${encodeURIComponent(password)}@`);
		const told: Told = { down: [], up: 0 };

		const [known, unknown] = [
			await openRedisBus("a", undefined, as("p@ss word")),
			await openRedisBus("a", told, as("guessed wrongly")),
		];

		expect([known.isConnected, unknown.isConnected]).toEqual([true, false]);
		expect(told.down.join()).not.toContain("guessed");
		await server.close();
	});

	test("are silent once they are closed", async () => {
		const [here, there] = await openTwo();
		const heard = await hearing(here, there, "a");

		there.close();
		here.publish("a", "hello");
		await Bun.sleep(50);

		expect(heard).toEqual([]);
	});
});
