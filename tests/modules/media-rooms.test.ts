import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { hasMediaWorker, openCrowd, type Received } from "../support/forwarded-people.ts";
import { useLargeRooms, wayOf, workerPids } from "../support/large-rooms.ts";
import { until } from "../support/until.ts";

type LineFrame = { readonly mid: string; readonly participantId: string | null };

const namesOf = (counts: Readonly<Record<string, number>> = {}): string => Object.keys(counts).join(" ");
const dataOf = (signal: unknown) => ({ page: "one", for: null, signal });

describe.skipIf(!hasMediaWorker)("a large room (needs the library of the media worker)", async () => {
	const { api, openRoom, clear } = await useLargeRooms();
	const crowd = await openCrowd();
	afterEach(clear);
	afterAll(() => crowd.close());

	const metrics = async (): Promise<string> => (await fetch(`${api.url}/metrics`)).text();

	/** Waits until what people receive in a while is as it should be, and returns it. */
	async function receivedOnce(isSo: (all: Readonly<Record<string, Received>>) => boolean) {
		await crowd.ask();
		let all: Readonly<Record<string, Received>> = {};
		await until(async () => {
			await Bun.sleep(300);
			all = await crowd.ask();
			return isSo(all);
		});
		return all;
	}

	test("goes through the worker from the ninth person on, who hear the three loudest and never themselves", async () => {
		const room = await openRoom(8);
		const before = room.host.socket.frames.find(({ type }) => type === "room")?.media;
		const early = room.people.some(({ socket }) => socket.frames.some(({ type }) => type === "media"));
		await room.come();
		await room.told("worker");
		for (let n = 0; n < 3; n++) await room.come();
		await room.connect(crowd);
		for (const [n, { id }] of room.people.entries()) crowd.act(id, { loudness: n < 3 ? 90 : 40, isFilming: true });

		const heardBy = (all: Readonly<Record<string, Received>>, n: number) =>
			namesOf(all[room.people[n]?.id ?? ""]?.heard);
		const received = await receivedOnce((all) => heardBy(all, 11) === "0 1 2");
		// The host is one of the three, on whichever line.
		const isToldOfTwo = (all: readonly LineFrame[]) =>
			all.slice(0, 3).filter((line) => line.participantId).length === 2;
		const { lines } = await room.host.socket.next("lines", (frame) => isToldOfTwo(frame.lines));

		expect(before).toEqual({ via: "mesh", throughServer: true });
		expect(early).toBe(false);
		const heard = room.people.map((_, n) => heardBy(received, n));
		expect(heard).toEqual(["1 2", "0 2", "0 1", ...Array.from({ length: 9 }, () => "0 1 2")]);
		const seen = room.people.map(({ id }) => Object.keys(received[id]?.seen ?? {}).length);
		expect([Math.min(...seen), Math.max(...seen)]).toEqual([3, 4]);
		expect(Math.max(...Object.values(received).map(({ delayMs }) => delayMs))).toBeLessThan(2_000);
		expect(lines.map(({ mid }: LineFrame) => mid)).toEqual(["2", "3", "4", "5", "6", "7", "8"]);
		expect(lines.map(({ participantId }: LineFrame) => participantId)).not.toContain(room.host.id);
		for (const { id } of room.people) crowd.act(id, { loudness: null, isFilming: false });

		const [worker = 0] = workerPids();
		process.kill(worker, "SIGKILL");
		await room.told("mesh");
		await room.told("worker");
		await crowd.connect(room.host.id, 0, room.host.socket);
		expect(workerPids()).not.toContain(worker);
		expect(await metrics()).toContain("parley_media_worker_failures_total 1");
	}, 120_000);

	test("shows pictures only to hosts where the meeting says so, and ends the connection of a removed person", async () => {
		const room = await openRoom(9);
		await room.told("worker");
		await room.connect(crowd);
		const [, one, two] = room.people;
		if (!one || !two) throw new Error("there are nine");
		for (const { id } of [room.host, one, two]) crowd.act(id, { isFilming: true });
		const seenBy = (all: Readonly<Record<string, Received>>, id: string) => namesOf(all[id]?.seen);
		await receivedOnce((all) => seenBy(all, two.id) === "0 1");

		await room.owner.patch(`/meetings/${room.meeting.id}`, { camerasVisibleTo: "hosts" });
		const received = await receivedOnce((all) => seenBy(all, two.id) === "0");

		expect(seenBy(received, room.host.id)).toBe("1 2");
		for (const { id } of [one, two]) crowd.act(id, { loudness: 80 });
		await receivedOnce((all) => namesOf(all[two.id]?.heard) === "1" && namesOf(all[one.id]?.heard) === "2");
		const removedAtMs = Date.now();
		await room.owner.delete(`/meetings/${room.meeting.id}/participants/${one.id}`);
		await one.socket.closed;
		const closedAtMs = Date.now();
		const last = await receivedOnce((all) => namesOf(all[two.id]?.heard) === "" && namesOf(all[one.id]?.heard) === "");
		const lastMs = Math.max(last[one.id]?.lastMs ?? 0, last[two.id]?.lastHeardMs ?? 0);
		expect(lastMs - removedAtMs).toBeLessThan(5_000);
		// With the socket of a person, what the worker passes on of them ends as well.
		expect(lastMs - closedAtMs).toBeLessThan(1_200);
	}, 120_000);

	test("shows a shared screen whoever speaks, under its name once it has begun", async () => {
		const room = await openRoom(9);
		await room.told("worker");
		await room.connect(crowd);
		const [host, ...others] = room.people;
		const sharer = others[6];
		if (!host || !sharer) throw new Error("there are nine");
		for (const { id } of others.slice(0, 4)) crowd.act(id, { isFilming: true });
		await receivedOnce((all) => namesOf(all[host.id]?.seen) === "1 2 3 4");
		for (const { id } of others.slice(0, 3)) crowd.act(id, { loudness: 90 });

		sharer.socket.send({ type: "presence", screen: true });
		const shown = await host.socket.next("presence", ({ screen }) => screen === true);
		crowd.act(sharer.id, { isFilming: true });
		await receivedOnce((all) => Object.keys(all[host.id]?.seen ?? {}).includes("7"));

		expect(shown.participantId).toBe(sharer.id);
		await host.socket.next("lines", ({ lines }) =>
			lines.slice(3).some(({ participantId }: LineFrame) => participantId === sharer.id),
		);
	}, 120_000);

	test("asks for the pictures that are shown, and for another one when its person speaks", async () => {
		const room = await openRoom(9);
		await room.told("worker");
		await room.connect(crowd);
		for (const { id } of room.people) crowd.act(id, { isFilming: true });
		const unwanted = (of: readonly (typeof room.host)[]) =>
			of.filter(({ socket }) => socket.frames.findLast(({ type }) => type === "wanted")?.picture === false);
		await until(() => unwanted(room.people).length === 5);
		const silent = unwanted(room.people);
		for (const { id } of silent) crowd.act(id, { isFilming: false });
		const [speaker] = silent;
		if (!speaker) throw new Error("there are five");
		await Bun.sleep(300);

		crowd.act(speaker.id, { loudness: 90 });
		await until(() => !unwanted(room.people).includes(speaker));
		crowd.act(speaker.id, { isFilming: true });

		const other = silent.find((person) => person !== speaker);
		await receivedOnce((all) => Object.keys(all[other?.id ?? ""]?.seen ?? {}).includes(String(speaker.index)));
		await other?.socket.next("lines", ({ lines }) =>
			lines.slice(3).some(({ participantId }: LineFrame) => participantId === speaker.id),
		);
	}, 120_000);

	test("hears nothing while its meeting is held, and is a mesh again once few people are left for half a minute", async () => {
		const room = await openRoom(10, { whenUnattended: { action: "hold", graceSeconds: 0 } });
		await room.told("worker");
		await room.connect(crowd);
		const [, one, two] = room.people;
		if (!one || !two) throw new Error("there are ten");
		crowd.act(one.id, { loudness: 80 });
		const hearsOne = (all: Readonly<Record<string, Received>>) => namesOf(all[two.id]?.heard) === "1";
		await receivedOnce(hearsOne);

		room.host.socket.close();
		await two.socket.next("hold", ({ state }) => state === "held");
		await receivedOnce((all) => !hearsOne(all));
		const host = await room.return();
		await two.socket.next("hold", ({ state }) => state === "resumed");
		await receivedOnce(hearsOne);

		for (const { socket } of room.people.slice(2)) if (socket !== host.socket && socket !== two.socket) socket.close();
		await until(async () => (await metrics()).includes('parley_live_connections{transport="websocket"} 3'));
		api.advanceMs(11_000);
		await until(() => host.socket.frames.filter(({ state }) => state === "left").length >= 7);
		expect(wayOf(host.socket)?.via).toBe("worker");
		api.advanceMs(31_000);
		await until(() => wayOf(host.socket)?.via === "mesh");
	}, 120_000);

	test("is a mesh as soon as the organization forbids it, and under a compliance mode unless it is allowed", async () => {
		const room = await openRoom(9);
		await room.told("worker");
		await room.connect(crowd);

		await room.owner.patch(`/orgs/${room.owner.orgId}/settings`, { mediaThroughServer: false });
		await room.told("mesh");
		room.host.socket.send({ type: "signal", to: "media", data: dataOf({ hello: true }) });

		expect(wayOf(room.host.socket)?.throughServer).toBe(false);
		expect((await room.host.socket.next("error")).code).toBe("state_conflict");
		const tickets = async () =>
			(await room.owner.post("/transcription/live/tickets", { meetingId: room.meeting.id })).body.data.throughServer;
		const settings = `/orgs/${room.owner.orgId}/settings`;
		await room.owner.patch(settings, { mediaThroughServer: null });
		expect(await tickets()).toBe(true);
		await room.owner.patch(settings, { complianceMode: "gdpr" });
		expect(await tickets()).toBe(false);
		await room.owner.patch(settings, { mediaThroughServer: true });
		expect(await tickets()).toBe(true);
	}, 120_000);

	test("stays when one of its people sends what the library does not understand, or asks again and again", async () => {
		const room = await openRoom(9);
		await room.told("worker");
		const [, hostile, other] = room.people;
		if (!hostile || !other) throw new Error("there are nine");
		const [worker] = workerPids();
		const hello = () => hostile.socket.send({ type: "signal", to: "media", data: dataOf({ hello: true }) });
		hello();
		const { data } = await hostile.socket.next("signal");
		const sdp = "v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:7\r\na=setup:active\r\n";
		const answer = { page: "one", for: data.page, signal: { description: { type: "answer", sdp } } };
		hostile.socket.send({ type: "signal", to: "media", data: answer });
		for (let n = 0; n < 20; n++) hello();

		expect((await hostile.socket.next("error")).code).toBe("unavailable");
		await crowd.connect(other.id, other.index, other.socket);
		expect(workerPids()).toEqual(worker === undefined ? [] : [worker]);
	}, 120_000);

	test("is not flooded by one of its people: what they send beyond a limit reaches no one", async () => {
		const room = await openRoom(9);
		await room.told("worker");
		const [host, hostile] = room.people;
		if (!host || !hostile) throw new Error("there are nine");
		for (const { id, index, socket } of [host, hostile]) await crowd.connect(id, index, socket);
		crowd.act(hostile.id, { loudness: 90 });
		await receivedOnce((all) => all[host.id]?.heard[hostile.index] !== undefined);

		crowd.act(hostile.id, { loudness: 90, burst: 40 });
		const before = performance.now();
		await crowd.ask();
		await Bun.sleep(2_000);
		const heard = (await crowd.ask())[host.id]?.heard[hostile.index] ?? 0;

		// A packet of 64 bytes takes 164 of 60,000 a second, and a second is kept.
		const seconds = (performance.now() - before) / 1_000;
		expect(heard).toBeLessThan((60_000 / 164) * (seconds + 1.5));
		expect(heard).toBeGreaterThan(100);
	}, 120_000);
});
