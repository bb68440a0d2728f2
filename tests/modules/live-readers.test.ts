import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { createBusMemory } from "#adapters/bus-memory";
import { feedTopic } from "#modules/transcripts/captions";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import { guestsOf } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { type LiveReader, type LiveSocket, openSocket, openStream } from "../support/live.ts";

const api = await useHarness({ isServed: true });
const { openMeeting, join, decide } = guestsOf(api);
const owner = await api.createOrganization();

async function captioned() {
	const meeting = await openMeeting(owner, { transcription: { live: true } });
	const { id } = await join(owner, meeting);
	await decide(owner, meeting, id, { kind: "transcription", decision: "granted" });
	return meeting.id;
}

async function say(meetingId: string, ...texts: string[]): Promise<void> {
	const segments = texts.map((text) => ({ text }));
	const said = await owner.post(`/meetings/${meetingId}/captions`, { segments });
	if (said.status >= 300) throw new Error(said.text);
}

const finals = ({ frames }: LiveReader) =>
	frames.filter(({ type }) => type === "final").map(({ seq, segment }) => `${seq} ${segment.text}`);
const open = (meetingId: string) => openSocket(api.url, { meetingId, token: owner.token });
const readUntil = (reader: LiveReader, text: string) => reader.next("final", ({ segment }) => segment.text === text);
const count = (n: number) => Array.from({ length: n }, (_, index) => `word ${index + 1}`);

async function resume(socket: LiveSocket, lastSeq: number): Promise<void> {
	const { sessionId } = await socket.next("ready");
	socket.send({ type: "resume", sessionId, lastSeq });
}

describe("a reader", () => {
	test("who does not say from where gets what is said from then on", async () => {
		const meetingId = await captioned();
		await say(meetingId, "before");
		const socket = await open(meetingId);
		await socket.next("ready");

		await say(meetingId, "after");
		await readUntil(socket, "after");

		expect(finals(socket)).toEqual(["2 after"]);
		socket.close();
	});

	test("who resumes gets everything since, once and in order, while more is said", async () => {
		const meetingId = await captioned();
		const words = count(450);
		for (let at = 0; at < 400; at += 50) await say(meetingId, ...words.slice(at, at + 50));
		const socket = await open(meetingId);
		const stream = await openStream(api.url, { meetingId, token: owner.token }, 7);

		await resume(socket, 7);
		for (let at = 400; at < 450; at++) await say(meetingId, words[at] ?? "");
		await Promise.all([readUntil(socket, "word 450"), readUntil(stream, "word 450")]);

		const expected = words.slice(7).map((word, index) => `${index + 8} ${word}`);
		expect(finals(socket)).toEqual(expected);
		expect(finals(stream)).toEqual(expected);
		socket.close();
		stream.close();
	});

	test("who resumes late gets what came before, and nothing twice", async () => {
		const meetingId = await captioned();
		await say(meetingId, "one", "two");
		const socket = await open(meetingId);
		await socket.next("status");
		await say(meetingId, "three");
		await readUntil(socket, "three");

		await resume(socket, 0);
		await readUntil(socket, "two");

		expect(finals(socket).toSorted()).toEqual(["1 one", "2 two", "3 three"]);
		socket.close();
	});

	test("who claims to know more than there is follows from what there is", async () => {
		const meetingId = await captioned();
		const socket = await open(meetingId);
		await resume(socket, 4_000_000);
		await socket.next("status");

		await say(meetingId, "one");

		expect(await readUntil(socket, "one")).toMatchObject({ seq: 1 });
		socket.close();
	});

	test("misses nothing that the bus has lost", async () => {
		const meetingId = await captioned();
		const socket = await open(meetingId);
		await socket.next("status");
		// An instance of which nobody here hears.
		const other = createParley({ ...api.deps, bus: createBusMemory(), metrics: createMetrics() });
		const elsewhere = await other.fetch(
			new Request(`http://localhost/meetings/${meetingId}/captions`, {
				method: "POST",
				headers: { host: "localhost", authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
				body: JSON.stringify({ segments: [{ text: "lost" }, { text: "lost, too" }] }),
			}),
			() => "127.0.0.1",
		);

		await say(meetingId, "heard");
		await readUntil(socket, "heard");

		expect(elsewhere.status).toBeLessThan(300);
		expect(finals(socket)).toEqual(["1 lost", "2 lost, too", "3 heard"]);
		socket.close();
	});

	test("of a meeting that is over gets what was said, and its end; a stream that has it all comes to rest", async () => {
		const meetingId = await captioned();
		await say(meetingId, "one", "two");
		await owner.post(`/meetings/${meetingId}/end`, {});
		await Bun.sleep(1_500);

		const socket = await open(meetingId);
		await resume(socket, 0);
		const stream = await openStream(api.url, { meetingId, token: owner.token }, 1);
		const complete = await openStream(api.url, { meetingId, token: owner.token }, 2);

		expect(await socket.next("closed")).toMatchObject({ segments: 2 });
		expect(await socket.closed).toMatchObject({ code: 1000 });
		await stream.ended;
		expect([finals(socket), finals(stream)]).toEqual([["1 one", "2 two"], ["2 two"]]);
		expect(stream.frames.at(-1)).toMatchObject({ type: "closed" });
		expect(complete.status).toBe(204);
	});
});

describe("a reader who does not read", () => {
	/** Opens a socket by hand, and stops reading. */
	async function stall(meetingId: string) {
		const { hostname, port } = new URL(api.url);
		const socket = connect(Number(port), hostname);
		socket.on("error", () => undefined);
		const headers = [
			`GET /transcription/live?meetingId=${meetingId} HTTP/1.1`,
			"Host: localhost",
			`Authorization: Bearer ${owner.token}`,
			"Upgrade: websocket",
			"Connection: Upgrade",
			"Sec-WebSocket-Version: 13",
			"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
		];
		socket.write(`${headers.join("\r\n")}\r\n\r\n`);
		await new Promise<void>((resolve) => {
			socket.once("data", () => resolve());
		});
		socket.pause();
		return () => socket.destroy();
	}

	const figure = async (name: string): Promise<number> =>
		Number(new RegExp(`^${name} (\\d+)`, "m").exec((await api.get("/metrics")).text)?.[1]);

	test("gets no partials, then is cut off; others get everything", async () => {
		const meetingId = await captioned();
		const reader = await open(meetingId);
		const { sessionId } = await reader.next("ready");
		const drop = await stall(meetingId);
		await reader.next("status");
		await Bun.sleep(1_200); // Until the one who stalls follows as well.
		const [held, cutOff] = ["parley_live_readers_held_total", "parley_live_readers_cut_off_total"] as const;
		const before = { held: await figure(held), cutOff: await figure(cutOff) };
		const filler = "x".repeat(32_000);
		const publish = (message: object) => api.deps.bus.publish(feedTopic(sessionId), JSON.stringify(message));

		// What the kernel does not take waits here: it takes some mebibytes.
		for (let sent = 0; sent < 250; sent++) {
			void publish({ t: "partial", frame: JSON.stringify({ type: "partial", seq: 0, filler }) });
			await Bun.sleep(sent < 125 ? 2 : 25);
		}
		const heldThen = await figure(held);
		let seq = 0;
		while (seq < 60) {
			const frame = JSON.stringify({ type: "final", seq: ++seq, segment: { text: `word ${seq}` }, filler });
			void publish({ t: "event", seq, language: null, frame });
			await Bun.sleep(20);
		}
		await Bun.sleep(500);

		await readUntil(reader, `word ${seq}`);
		expect([heldThen, await figure(cutOff)]).toEqual([before.held + 1, before.cutOff + 1]);
		expect(finals(reader)).toHaveLength(seq);
		drop();
		reader.close();
	}, 120_000);
});
