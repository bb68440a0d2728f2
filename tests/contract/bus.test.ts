import { describe, expect, test } from "bun:test";
import { createBusMemory } from "#adapters/bus-memory";
import type { Bus } from "#kernel/bus";

/** What every bus keeps; each is opened on its own. */
const buses: readonly [name: string, open: () => Bus][] = [["in process", createBusMemory]];

/** Resolves with the next message of a topic. */
const nextOn = (bus: Bus, topic: string) =>
	new Promise<string>((resolve) => {
		const leave = bus.subscribe(topic, (message) => {
			leave();
			resolve(message);
		});
	});

describe.each(buses)("a bus %s", (_, open) => {
	test("brings a message to every listener of its topic, and to no other", async () => {
		const bus = open();
		const other: string[] = [];
		bus.subscribe("b", (message) => void other.push(message));
		const listeners = [nextOn(bus, "a"), nextOn(bus, "a")];

		bus.publish("a", "hello");

		expect(await Promise.all(listeners)).toEqual(["hello", "hello"]);
		expect(other).toEqual([]);
	});

	test("leaves alone who has left", async () => {
		const bus = open();
		const heard: string[] = [];
		const leave = bus.subscribe("a", (message) => void heard.push(message));
		const witness = nextOn(bus, "a");

		leave();
		bus.publish("a", "too late");
		await witness;

		expect(heard).toEqual([]);
	});

	test("takes a message nobody listens for", () => {
		const bus = open();

		const publishing = () => bus.publish("nobody", "hello");

		expect(publishing).not.toThrow();
	});
});
