import { describe, expect, test } from "bun:test";
import { SpeechError } from "#modules/engines/speech";
import { until } from "#tests/support/until";
import { guestsOf, type OpenMeeting } from "../support/guests.ts";
import { type Harness, openHarness, useHarness } from "../support/harness.ts";
import { type LiveSocket, openSocket } from "../support/live.ts";
import { type ScriptedSpeech, scriptSpeech } from "../support/scripted-speech.ts";

let script: ScriptedSpeech | undefined;
const api = await useHarness({
	isServed: true,
	speech: (made) => {
		script = scriptSpeech(made);
		return script.adapters;
	},
});
const { openMeeting, join, guestIn, decide } = guestsOf(api);
const owner = await api.createOrganization();

const START = { type: "start", encoding: "pcm_s16le", sampleRate: 16_000 };
const sound = (ms: number) => new Uint8Array(ms * 32);
const BROKEN = { type: "error", error: new SpeechError("engine_died", "It died.") } as const;
const streams = () => script?.streams ?? [];
const publish = ({ id }: Pick<OpenMeeting, "id">, token = owner.token) =>
	openSocket(api.url, { meetingId: id, token, role: "publish" });

/** Opens a meeting that the owner speaks in by one socket, and a guest hears. */
async function room(body: Record<string, unknown> = { transcription: { live: true } }) {
	const meeting = await openMeeting(owner, body);
	const [{ id: hostId }, guest] = await Promise.all([join(owner, meeting), guestIn(meeting)]);
	const grant = (decision = "granted") => decide(owner, meeting, hostId, { kind: "transcription", decision });
	const agree = async () => {
		await decide(guest, meeting, guest.id, { kind: "transcription", decision: "granted" });
		return grant();
	};
	const host = await publish(meeting);
	const other = await openSocket(api.url, { meetingId: meeting.id, token: guest.token });
	await Promise.all([host.next("room"), other.next("room")]);
	return { meeting, hostId, guest, host, other, grant, agree };
}

/** Returns the state that a socket learns of, once it was shown that its person is still in the room. */
async function stateIn({ host, other }: { readonly host: LiveSocket; readonly other: LiveSocket }) {
	const captions = await host.next("captions");
	const raised = !other.frames.some(({ type, raised }) => type === "hand" && raised);
	host.send({ type: "hand", raised });
	await other.next("hand", (frame) => frame.raised === raised);
	expect(host.frames.map(({ type }) => type)).not.toContain("error");
	return captions;
}

describe("captions of a participant that fail leave them in the room", () => {
	test("where the meeting has none: what is said is dropped, and the end of an utterance is none", async () => {
		const here = await room({});
		await here.agree();

		here.host.send(START);
		here.host.send(sound(200));
		here.host.send({ type: "finalize" });
		const state = await stateIn(here);
		here.host.send(sound(200));
		here.host.send({ type: "finalize" });
		here.host.send({ type: "chat", text: "Still here" });

		expect(state).toEqual({
			type: "captions",
			state: "off",
			code: "state_conflict",
			message: expect.any(String),
			retryAfterMs: null,
		});
		expect((await here.other.next("chat")).message.text).toBe("Still here");
	});

	test("where the meeting has none, and consent is missing as well: what is not made is not refused", async () => {
		const here = await room({ recording: { mode: "manual", consent: "required" } });
		await here.grant();

		here.host.send(START);

		expect(await stateIn(here)).toMatchObject({ state: "off", code: "state_conflict" });
	});

	test("where consent is missing, and are there once it is given", async () => {
		const here = await room();
		here.host.send(START);
		const refused = await stateIn(here);

		await here.agree();
		here.host.send(START);
		const given = await here.host.next("captions");

		expect(refused).toMatchObject({ state: "refused", code: "consent_required", retryAfterMs: null });
		expect(given).toEqual({ type: "captions", state: "on", code: null, message: null, retryAfterMs: null });
		expect(await here.host.next("ack")).toMatchObject({ audioMs: 0, serverTime: expect.stringMatching(/\.\d{3}Z$/) });
	});

	test("when consent is withdrawn while they speak", async () => {
		const here = await room();
		await here.agree();
		here.host.send(START);
		await here.host.next("ack");
		expect(await here.host.next("captions")).toMatchObject({ state: "on" });

		await here.grant("denied");

		expect(await stateIn(here)).toMatchObject({ state: "refused", code: "consent_required" });
	});

	test("when another tab takes the track over, which is not asked back", async () => {
		const here = await room();
		await here.agree();
		here.host.send(START);
		await here.host.next("captions");
		const second = await publish(here.meeting);

		second.send(START);

		expect(await second.next("captions")).toMatchObject({ state: "on" });
		expect(await stateIn(here)).toMatchObject({ state: "refused", code: "conflict", retryAfterMs: null });
		second.close();
	});

	test("when the engine fails, and go on where it had heard them; each failure is waited for longer", async () => {
		const here = await room();
		await here.agree();
		const before = streams().length;
		here.host.send(START);
		here.host.send(sound(1_000));
		await until(() => streams()[before]?.audioMs === 1_000);
		streams()[before]?.say(1, "One");
		await here.host.next("ack", ({ audioMs }) => audioMs === 1_000);
		expect(await here.host.next("captions")).toMatchObject({ state: "on" });

		streams()[before]?.emit(BROKEN);
		const first = await stateIn(here);
		here.host.send(START);
		await here.host.next("captions", ({ state }) => state === "on");
		const ack = await here.host.next("ack", ({ audioMs }) => audioMs === 1_000);
		here.host.send(sound(500));
		await until(() => streams()[before + 1]?.audioMs === 500);
		streams()[before + 1]?.say(1, "Two");
		const final = await here.other.next("final", ({ segment }) => segment.text === "Two");
		streams()[before + 1]?.emit(BROKEN);
		const second = await stateIn(here);

		expect(first).toMatchObject({ state: "busy", code: "unavailable", retryAfterMs: 500 });
		expect(second).toMatchObject({ state: "busy", retryAfterMs: 1_000 });
		expect(ack).toBeDefined();
		expect(final.segment.speaker.participantId).toBe(here.hostId);
	});

	test("while no engine has room, and while one takes its time to open", async () => {
		const here = await room();
		await here.agree();
		if (!script) throw new Error("there is no engine");
		script.onOpen = () => {
			throw new SpeechError("engine_busy", "It is full.");
		};
		here.host.send(START);
		const busy = await stateIn(here);

		const opening = Promise.withResolvers<void>();
		script.onOpen = () => opening.promise;
		here.host.send(START);
		here.host.send(sound(300));
		here.host.send({ type: "chat", text: "Meanwhile" });
		const meanwhile = await here.other.next("chat");
		const isOpen = here.host.frames.some(({ type, state }) => type === "captions" && state === "on");
		script.onOpen = () => undefined;
		opening.resolve();
		await here.host.next("captions", ({ state }) => state === "on");
		await until(() => streams().at(-1)?.audioMs === 300);

		expect(busy).toMatchObject({ state: "busy", code: "unavailable", retryAfterMs: 500 });
		expect([meanwhile.message.text, isOpen]).toEqual(["Meanwhile", false]);
	});

	test("even when they fail at their end: the client may begin again, and end it then", async () => {
		const here = await room();
		await here.agree();
		if (!script) throw new Error("there is no engine");
		here.host.send(START);
		await here.host.next("captions");
		script.onFinish = (stream) => stream.emit(BROKEN);

		here.host.send({ type: "stop" });
		const failed = await stateIn(here);
		script.onFinish = () => undefined;
		here.host.send(START);
		await here.host.next("captions", ({ state }) => state === "on");
		here.host.send({ type: "stop" });

		expect(failed).toMatchObject({ state: "busy" });
		expect(await here.host.next("closed")).toMatchObject({ segments: 0 });
		expect(await here.host.closed).toMatchObject({ code: 1000 });
	});

	test("also where they are silent, as a browser in the background is: nothing waits for them", async () => {
		const here = await room({});
		here.host.send(START);
		await here.host.next("captions");

		const silent = await publish(here.meeting, here.guest.token);
		await silent.next("ready");

		api.advanceMs(120_000);
		// It never began: both were looked at.
		await silent.next("error", ({ code }) => code === "idle");
		here.host.send({ type: "chat", text: "Here" });

		expect((await here.other.next("chat")).message.text).toBe("Here");
		expect(here.host.frames.map(({ type }) => type)).not.toContain("error");
	});

	test("until the meeting ends, which the others learn before the last words are heard", async () => {
		const here = await room();
		await here.agree();
		if (!script) throw new Error("there is no engine");
		here.host.send(START);
		here.other.send(START);
		await Promise.all([here.host.next("captions"), here.other.next("status")]);
		const taking = Promise.withResolvers<void>();
		script.onWrite = () => taking.promise;
		here.host.send(sound(200));

		await owner.post(`/meetings/${here.meeting.id}/end`, {});
		await here.other.next("status", ({ state }) => state === "ended");
		const told = here.other.frames.map(({ type }) => type);
		script.onWrite = () => undefined;
		taking.resolve();
		await here.other.next("closed");

		expect(told).not.toContain("closed");
		expect(here.other.frames.filter(({ state }) => state === "ended")).toHaveLength(1);
	});

	test("for hours, while they keep their connection alive", async () => {
		const here = await room({});
		here.host.send(START);
		await here.host.next("captions");

		for (let minute = 0; minute < 3; minute++) {
			api.advanceMs(50_000);
			here.host.send({ type: "keepalive" });
			// Messages are worked on in their order.
			here.host.send({ type: "chat", text: `${minute}` });
			await here.other.next("chat", ({ message }) => message.text === `${minute}`);
		}

		expect(here.host.frames.map(({ type }) => type)).not.toContain("error");
	});
});

describe("who publishes and is not in the room", () => {
	test("is disconnected when captions fail, as before", async () => {
		const { meeting, agree } = await room();
		await agree();
		const scopes = ["org:read", "transcript:read", "transcript:write"];
		const made = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Bot", scopes });
		const bot = await publish(meeting, made.body.data.key);
		const before = streams().length;
		bot.send(START);
		await bot.next("ack");

		streams()[before]?.emit(BROKEN);

		expect(await bot.next("error")).toMatchObject({ code: "unavailable", retryable: true });
		expect(await bot.closed).toMatchObject({ code: 4503 });
		expect(bot.frames.map(({ type }) => type)).not.toContain("captions");
	});
});

test("a track that is begun again counts as a connection, and is refused like one without ending it", async () => {
	const rates = "live-connect=2/60,read=9999/60,write=9999/60,auth-ip=999/60,auth-account=999/60";
	const on: Harness = await openHarness({ isServed: true, env: { RATE_LIMITS: rates } });
	const by = await on.createOrganization();
	const guests = guestsOf(on);
	const meeting = await guests.openMeeting(by);
	const { id } = await guests.join(by, meeting);
	await guests.decide(by, meeting, id, { kind: "transcription", decision: "granted" });
	const socket = await openSocket(on.url, { meetingId: meeting.id, token: by.token, role: "publish" });
	const states: unknown[] = [];

	for (let count = 0; count < 3; count++) {
		socket.send(START);
		const { state, code, retryAfterMs } = await socket.next("captions");
		states.push([state, code, retryAfterMs > 1_000]);
	}

	expect(states).toEqual([
		["off", "state_conflict", false],
		["off", "state_conflict", false],
		["busy", "rate_limited", true],
	]);
	socket.close();
	await on.close();
});
