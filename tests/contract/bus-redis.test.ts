import { describe, expect, test } from "bun:test";
import type { RedisBus } from "#adapters/bus-redis";
import { change, hearing, nextOn, openRedisBus, settled, type Told } from "../support/buses.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { hasRedis, startRedis } from "../support/redis.ts";
import { openTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

const url = hasRedis ? (await forThisFile(startRedis())).url : "";

/** Opens two instances of one installation of their own. */
async function openTwo(): Promise<[RedisBus, RedisBus]> {
	const namespace = crypto.randomUUID();
	return [await openRedisBus(url, namespace), await openRedisBus(url, namespace)];
}

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
		const here = await openRedisBus(server.url, namespace);
		await hearing(here, await openRedisBus(server.url, namespace), "a");
		server.freeze();
		const startMs = performance.now();

		await here.tell("a", "hello");

		const waitedMs = performance.now() - startMs;
		await server.close();
		expect(waitedMs).toBeLessThan(1_000);
	});

	test("do not wait for one that was closed", async () => {
		const namespace = crypto.randomUUID();
		const there = await openRedisBus(url, namespace);
		await Bun.sleep(200); // All counts of the other one have it.
		const here = await openRedisBus(url, namespace);
		await Promise.all([hearing(here, there, "a"), hearing(there, here, "a")]);
		await Bun.sleep(1_100); // Twice a second they ask how many there are.

		await there.close();

		expect(await here.tell("a", "hello")).toBe(true);
	});

	test("wait for one that is gone, whoever else was closed after a short time", async () => {
		const server = await startRedis();
		const namespace = crypto.randomUUID();
		const proxy = await openTcpProxy(server.url);
		const [here, cut] = [await openRedisBus(server.url, namespace), await openRedisBus(proxy.url, namespace)];
		await Promise.all([hearing(here, cut, "a"), hearing(cut, here, "a")]);
		await Bun.sleep(1_100);

		const visitor = await openRedisBus(server.url, namespace);
		await visitor.close();
		await proxy.close();
		await until(() => !cut.isConnected);

		expect(await here.tell("a", "hello")).toBe(false);
		await server.close();
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
		const stranger = await openRedisBus(url);
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
		const here = await openRedisBus(server.url, namespace);
		const there = await openRedisBus(server.url, namespace, told);
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
		const [here, there] = [await openRedisBus(server.url, namespace), await openRedisBus(server.url, namespace)];
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

		const bus = await openRedisBus(server.url, "late", told);
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
			await openRedisBus(as("p@ss word"), "a"),
			await openRedisBus(as("guessed wrongly"), "a", told),
		];

		expect([known.isConnected, unknown.isConnected]).toEqual([true, false]);
		expect(told.down.join()).not.toContain("guessed");
		await server.close();
	});

	test("are silent once they are closed", async () => {
		const [here, there] = await openTwo();
		const heard = await hearing(here, there, "a");

		await there.close();
		here.publish("a", "hello");
		await Bun.sleep(50);

		expect(heard).toEqual([]);
	});
});
