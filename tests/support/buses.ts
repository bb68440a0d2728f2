import { afterEach } from "bun:test";
import { openBusRedis, type RedisBus } from "#adapters/bus-redis";
import type { Bus } from "#kernel/bus";

const opened: RedisBus[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map((bus) => bus.close()));
});

/** What a bus has told whoever operates it. */
export interface Told {
	readonly down: string[];
	up: number;
}

/** Opens a bus of one installation to the server; closed after the test. */
export async function openRedisBus(
	url: string,
	namespace: string = crypto.randomUUID(),
	told: Told = { down: [], up: 0 },
): Promise<RedisBus> {
	const onDown = (reason: string) => void told.down.push(reason);
	const bus = await openBusRedis({ url, namespace, onDown });
	bus.watch((isConnected) => {
		if (isConnected) told.up++;
	});
	opened.push(bus);
	return bus;
}

/** Resolves with the next message of a topic. */
export const nextOn = (bus: Bus, topic: string) =>
	new Promise<string>((resolve) => {
		const leave = bus.subscribe(topic, (message) => {
			leave();
			resolve(message);
		});
	});

/** Collects the messages of a topic from the moment that the other instance's arrive. */
export async function hearing(from: Bus, to: Bus, topic: string): Promise<string[]> {
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
export async function settled(heard: readonly unknown[], count: number): Promise<void> {
	while (heard.length < count) await Bun.sleep(2);
	await Bun.sleep(30);
}

/** Resolves when the bus says that it is connected, or no longer is. */
export const change = (bus: Bus, to: boolean) =>
	new Promise<void>((resolve) => {
		const leave = bus.watch((isConnected) => {
			if (isConnected !== to) return;
			leave();
			resolve();
		});
	});
