import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { SERVER_MESSAGES } from "../../modules/transcripts/live/schemas.ts";
import { guestsOf } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { type LiveSocket, openSocket, openStream } from "../support/live.ts";
import { withSimpleSpeech } from "../support/simple-speech.ts";

const api = await useHarness({ isServed: true, speech: withSimpleSpeech });
const { openMeeting, join, decide } = guestsOf(api);
const owner = await api.createOrganization();

const BYTES_PER_MS = 32;
const START = { type: "start", encoding: "pcm_s16le", sampleRate: 16_000 };
const sound = (ms: number) => new Uint8Array(ms * BYTES_PER_MS);

/** Opens a meeting with captions, which everybody consents to, with the owner in it. */
async function captioned() {
	const meeting = await openMeeting(owner, { transcription: { live: true } });
	const { id } = await join(owner, meeting);
	await decide(owner, meeting, id, { kind: "transcription", decision: "granted" });
	return meeting;
}

const { id: meetingId } = await captioned();
const publish = (id = meetingId) => openSocket(api.url, { meetingId: id, token: owner.token, role: "publish" });
const subscribe = (id = meetingId) => openSocket(api.url, { meetingId: id, token: owner.token });

/** Returns how a socket ends, and the code of the error it was told before. */
async function endOf(socket: LiveSocket) {
	const { code } = await socket.closed;
	return [code, socket.frames.find(({ type }) => type === "error")?.code];
}

describe("what a client may not send", () => {
	const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
	test.each<[string, string | Uint8Array, number, string]>([
		["no JSON", "{", 4400, "invalid_json"],
		["half a surrogate pair", '{"type":"\\ud800"}', 4400, "invalid_json"],
		["the same member twice", '{"type":"keepalive","type":"stop"}', 4400, "invalid_json"],
		["too deep a tree", `{"type":"signal","to":"x","data":${deep}}`, 4400, "invalid_json"],
		["no object", "true", 4400, "invalid_request"],
		["no type", "{}", 4400, "invalid_request"],
		["a type there is none of", '{"type":"shout"}', 4400, "invalid_request"],
		["a type of every object", '{"type":"constructor"}', 4400, "invalid_request"],
		["a member there is none of", '{"type":"keepalive","x":1}', 4400, "validation_failed"],
		["another encoding", '{"type":"start","encoding":"opus","sampleRate":16000}', 4400, "validation_failed"],
		["another sample rate", '{"type":"start","encoding":"pcm_s16le","sampleRate":8000}', 4400, "validation_failed"],
		["a negative sequence", '{"type":"resume","sessionId":"x","lastSeq":-1}', 4400, "validation_failed"],
		["the session of another meeting", '{"type":"resume","sessionId":"lvs_x","lastSeq":0}', 4404, "not_found"],
		["audio to subscribe", sound(10), 4400, "invalid_request"],
		["the end of an utterance to subscribe", '{"type":"finalize"}', 4400, "invalid_request"],
		[
			"a text of more than 64 KiB",
			JSON.stringify({ type: "chat", text: "x".repeat(70_000) }),
			4413,
			"payload_too_large",
		],
		["a text of a mebibyte", "x".repeat(1 << 20), 4413, "payload_too_large"],
		["bytes of more than 64 KiB", sound(2_049), 4413, "payload_too_large"],
	])("%s", async (_, message, code, error) => {
		const socket = await subscribe();
		await socket.next("ready");

		socket.send(message);

		expect(await endOf(socket)).toEqual([code, error]);
		expect(socket.frames.find(({ type }) => type === "error")).toMatchObject({ retryable: false });
	});

	test("is told in the language of the reader", async () => {
		const headers = { "accept-language": "de" };
		const socket = await openSocket(api.url, { meetingId, token: owner.token, role: "subscribe", headers });
		const refused = await openSocket(api.url, {
			meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
			token: owner.token,
			headers,
		});
		await socket.next("ready");

		socket.send('{"type":"shout"}');
		await socket.closed;
		await refused.closed;

		expect(socket.frames.at(-1)?.message).toStartWith("Eine Nachricht ist ein Objekt mit einem Typ: ");
		expect(refused.frames.at(-1)?.message).toBe("Diese Besprechung gibt es nicht.");
	});

	test("is not repeated in what they are told", async () => {
		const socket = await subscribe();

		socket.send('{"type":"chat","text":5,"secret-member":"secret-value"}');

		await socket.closed;
		expect(JSON.stringify(socket.frames)).not.toContain("secret-value");
	});

	test("audio before the start", async () => {
		const socket = await publish();

		socket.send(sound(10));

		expect(await endOf(socket)).toEqual([4400, "invalid_request"]);
	});

	test("half a sample", async () => {
		const socket = await publish();
		socket.send(START);

		socket.send(new Uint8Array(3));

		expect(await endOf(socket)).toEqual([4400, "invalid_request"]);
	});

	test("a start without the format of the audio, and a second start", async () => {
		const [without, twice] = await Promise.all([publish(), publish((await captioned()).id)]);

		without.send({ type: "start" });
		twice.send(START);
		twice.send(START);

		expect(await endOf(without)).toEqual([4400, "invalid_request"]);
		expect(await endOf(twice)).toEqual([4400, "invalid_request"]);
	});

	test("much more audio than there was time to say", async () => {
		const socket = await publish();
		socket.send(START);

		for (let sent = 0; sent < 62_000; sent += 2_000) socket.send(sound(2_000));

		expect(await endOf(socket)).toEqual([4429, "rate_limited"]);
	});

	test("messages in any number", async () => {
		const socket = await subscribe();

		for (let count = 0; count < 200; count++) socket.send({ type: "keepalive" });

		expect(await endOf(socket)).toEqual([4429, "rate_limited"]);
	});

	test("anything at all, in any order: the server goes on", async () => {
		const pieces = ["{", '{"type":"start"}', '{"type":"stop"}', "[]", "\u0000", '{"type":"hand","raised":1}', "null"];
		const sockets = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? publish() : subscribe())));

		for (const [n, socket] of sockets.entries())
			for (let count = 0; count < 5; count++) {
				const piece = pieces[(n * 7 + count * 3) % pieces.length] ?? "";
				socket.send(count === 3 ? sound(n) : piece);
			}

		const codes = await Promise.all(sockets.map(async ({ closed }) => (await closed).code));
		expect(codes.filter((code) => ![1000, 4400, 4403].includes(code))).toEqual([]);
		const after = await subscribe();
		expect(await after.next("ready")).toBeDefined();
		after.close();
	});
});

describe("who publishes", () => {
	test("is told what was heard, and everybody reads the same", async () => {
		const { id } = await captioned();
		const [speaker, reader] = await Promise.all([publish(id), subscribe(id)]);
		const stream = await openStream(api.url, { meetingId: id, token: owner.token });
		await Promise.all([reader.next("status"), stream.next("status")]);

		speaker.send(START);
		speaker.send(sound(1_000));
		speaker.send({ type: "finalize" });
		const partial = await reader.next("partial");
		const [read, streamed] = await Promise.all([reader.next("final"), stream.next("final")]);
		speaker.send({ type: "stop" });
		const closed = await speaker.next("closed");

		expect(await speaker.next("ack", ({ audioMs }) => audioMs > 0)).toMatchObject({ type: "ack", audioMs: 1_000 });
		expect(read).toMatchObject({ seq: 1, segment: { text: "utterance 0", final: true } });
		expect(partial.segment).toMatchObject({ id: read.segment.id, final: false });
		expect(streamed).toEqual(read);
		expect(stream.lastEventId).toBe("1");
		expect(closed).toEqual({ type: "closed", transcriptId: read.segment.transcriptId, segments: 1 });
		expect(await speaker.closed).toMatchObject({ code: 1000 });
		reader.close();
		stream.close();
	});

	test("gets no partials, and nobody else without them is bothered, if they do not ask for them", async () => {
		const { id } = await captioned();
		const [speaker, reader] = await Promise.all([publish(id), subscribe(id)]);
		reader.send({ type: "start", interim: false });
		await reader.next("status");

		speaker.send(START);
		speaker.send(sound(1_000));
		speaker.send({ type: "finalize" });
		await reader.next("final");

		expect(reader.frames.map(({ type }) => type)).not.toContain("partial");
		expect(await speaker.next("partial")).toBeDefined();
		speaker.close();
		reader.close();
	});

	test("is disconnected after a minute of silence; who reads is not", async () => {
		const [speaker, reader] = await Promise.all([publish(), subscribe()]);
		await Promise.all([speaker.next("ready"), reader.next("status")]);

		api.advanceMs(61_000);

		expect(await endOf(speaker)).toEqual([4408, "idle"]);
		expect(reader.frames.map(({ type }) => type)).not.toContain("error");
		reader.close();
	});

	test("is told that a meeting has no captions, and stays in its room", async () => {
		const silent = await openMeeting(owner);
		const { id } = await join(owner, silent);
		await decide(owner, silent, id, { kind: "transcription", decision: "granted" });
		const socket = await publish(silent.id);

		socket.send(START);

		expect(await socket.next("captions")).toMatchObject({ state: "off", code: "state_conflict", retryAfterMs: null });
		socket.send({ type: "stop" });
		expect(await socket.closed).toMatchObject({ code: 1000 });
	});

	test("hears of the end of the meeting, and so does everybody who reads", async () => {
		const { id } = await captioned();
		const [speaker, reader] = await Promise.all([publish(id), subscribe(id)]);
		speaker.send(START);
		speaker.send(sound(1_000));
		speaker.send({ type: "finalize" });
		await reader.next("final");

		await owner.post(`/meetings/${id}/end`, {});

		expect(await reader.next("closed")).toMatchObject({ segments: 1 });
		expect(await reader.closed).toMatchObject({ code: 1000 });
		expect(await speaker.closed).toMatchObject({ code: 1000 });
	});

	test("gets messages as they are documented", async () => {
		const { id } = await captioned();
		const socket = await publish(id);

		socket.send(START);
		socket.send(sound(1_000));
		socket.send({ type: "finalize" });
		await socket.next("final");
		await socket.next("status");
		socket.send("nonsense");
		await socket.closed;

		const documented = socket.frames.filter(({ type }) => type in SERVER_MESSAGES);
		const wrong = documented.filter(
			(frame) => !Value.Check(SERVER_MESSAGES[frame.type as keyof typeof SERVER_MESSAGES], frame),
		);
		expect(new Set(documented.map(({ type }) => type))).toEqual(new Set(Object.keys(SERVER_MESSAGES)));
		expect(wrong).toEqual([]);
	});
});
