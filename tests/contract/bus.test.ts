import { describe, expect, test } from "bun:test";
import { createBusMemory } from "#adapters/bus-memory";
import type { Bus } from "#kernel/bus";
import { nextOn, openRedisBus } from "../support/buses.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { hasRedis, startRedis } from "../support/redis.ts";

const url = hasRedis ? (await forThisFile(startRedis())).url : "";

/** What every bus keeps; each is opened on its own. */
const buses: readonly [name: string, open: () => Promise<Bus>][] = [
	["in process", async () => createBusMemory()],
	...(hasRedis ? [["over Redis", () => openRedisBus(url)] as [string, () => Promise<Bus>]] : []),
];

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
		expect(await bus.tell("nobody", "hello")).toBeBoolean();
	});
});
