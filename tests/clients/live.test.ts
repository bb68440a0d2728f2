import { describe, expect, test } from "bun:test";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { openRoom } from "#tests/support/live-room";
import { createWorkspace, openClient } from "#tests/support/published-client";
import { type ScriptedSpeech, scriptSpeech } from "#tests/support/scripted-speech";
import { openTcpProxy } from "#tests/support/tcp-proxy";
import { until } from "#tests/support/until";
import {
	connectLive,
	type LiveConnection,
	LiveError,
	type LiveMessage,
	type LiveOptions,
	ProblemError,
	unwrap,
} from "../../clients/typescript/src/index.ts";

let heard: ScriptedSpeech | undefined;
const server = await useHarness({
	isServed: true,
	speech: (made) => {
		heard = scriptSpeech(made);
		return heard.adapters;
	},
});
const proxy = await forThisFile(openTcpProxy(server.url));
const BYTES_PER_MS = 32;

/** Starts a live meeting. */
async function openMeeting() {
	const owner = await server.createOrganization({ settings: { recordingConsent: "notify" } });
	const room = await openRoom(server.url, owner);
	const api = openClient({ baseUrl: proxy.url, auth: owner.token });
	await unwrap(api.POST("/meetings/{meetingId}/join", { params: { path: { meetingId: room.meetingId } } }));
	const connect = (more: Partial<LiveOptions> = {}) => listen(connectLive(api, { meetingId: room.meetingId, ...more }));
	return { room, api, connect, owner, say: (...texts: string[]) => room.caption(server.url, texts) };
}

/** Collects the messages of a connection. */
function listen(live: LiveConnection) {
	const messages: LiveMessage[] = [];
	const ended = (async () => {
		for await (const message of live) messages.push(message);
	})();
	const finals = () => messages.flatMap((message) => (message.type === "final" ? [message.segment.text] : []));
	return {
		live,
		messages,
		ended,
		finals,
		has: (count: number) => until(() => finals().length >= count),
		isLive: (times = 1) =>
			until(() => messages.filter((message) => message.type === "status" && message.state === "live").length >= times),
	};
}

describe("A reader", () => {
	test("gets each final once and in order, however often the connection breaks", async () => {
		const { room, connect, say } = await openMeeting();
		const { finals, messages, isLive, has, ended } = connect();
		await isLive();

		const said: string[] = [];
		for (let round = 1; round <= 4; round++) {
			const texts = [0, 1, 2].map((n) => `${round}.${n}`);
			said.push(...texts);
			// Broken before the captions, in the middle of them, and after they have arrived.
			if (round === 1) proxy.cut();
			const saying = say(...texts);
			if (round === 2) proxy.cut();
			await saying;
			if (round === 3) {
				await has(said.length);
				proxy.cut();
			}
		}
		await has(said.length);
		await room.end(server.url);
		await ended;

		expect(finals()).toEqual(said);
		expect(messages.filter(({ type }) => type === "ready").length).toBeGreaterThan(2);
		expect(messages.at(-1)).toMatchObject({ type: "closed", segments: said.length });
	});

	test("reads from the beginning, from now on, or after what it had before a reload", async () => {
		const { connect, say } = await openMeeting();
		await say("one", "two");

		const [all, later] = [connect({ from: "beginning" }), connect()];
		await Promise.all([all.isLive(), later.isLive()]);
		await say("three");
		await Promise.all([all.has(3), later.has(1)]);
		const second = all.messages.find((message) => message.type === "final" && message.segment.text === "two");
		const lastSeq = second?.type === "final" ? second.seq : -1;
		const reloaded = connect({ from: { sessionId: all.live.sessionId ?? "", lastSeq } });
		await reloaded.has(1);

		expect(all.finals()).toEqual(["one", "two", "three"]);
		expect(later.finals()).toEqual(["three"]);
		expect(reloaded.finals()).toEqual(["three"]);
		for (const { live } of [all, later, reloaded]) live.close();
	});

	test("is notified when it is connected and when not", async () => {
		const states: boolean[] = [];
		const { connect, room } = await openMeeting();
		const { live, isLive } = connect({ onConnection: (isConnected) => states.push(isConnected) });
		await isLive();
		await proxy.listens(false);
		proxy.cut();
		await until(() => states.length === 2);
		await proxy.listens(true);

		live.reconnect();
		await until(() => states.length === 3);

		expect(states).toEqual([true, false, true]);
		expect(live.access?.wsUrl).toContain(room.meetingId);
		live.close();
	});

	test("that leaves is gone, and its iteration ends", async () => {
		const { api, room, connect, say } = await openMeeting();
		const { live, ended, isLive } = connect();
		await isLive();

		live.close();
		await ended;
		const broken = connectLive(api, { meetingId: room.meetingId, from: "beginning" });
		await say("one");
		for await (const message of broken) if (message.type === "final") break;

		expect([live.isConnected, broken.isConnected]).toEqual([false, false]);
	});

	test("learns why it may not listen", async () => {
		const { connect, room } = await openMeeting();
		const stranger = await server.createOrganization();
		const theirs = openClient({ baseUrl: proxy.url, auth: stranger.token });
		const { ended, isLive } = connect();
		await isLive();

		const refused = await listen(connectLive(theirs, { meetingId: room.meetingId })).ended.catch((error) => error);
		await server.request("POST", `/orgs/${room.host.orgId}/suspend`, {
			token: await server.signInSystem(),
			body: { reason: "unpaid" },
		});
		const ejected = await ended.catch((error: unknown) => error);

		expect(ProblemError.is(refused, "not_found")).toBe(true);
		expect(ejected).toBeInstanceOf(LiveError);
		expect(ejected).toMatchObject({ closeCode: 4403, code: "organization_suspended" });
	});
});

describe("A publisher", () => {
	/** Audio whose samples tell where they are: the n-th millisecond consists of n. */
	const audio = (fromMs: number, toMs: number) =>
		Int16Array.from({ length: (toMs - fromMs) * 16 }, (_, at) => fromMs + Math.floor(at / 16));

	test("loses no audio and sends none twice when the connection breaks", async () => {
		const { connect, room } = await openMeeting();
		const { live, messages, finals, ended } = connect({ role: "publish", language: "en" });
		const acks = () => messages.filter(({ type }) => type === "ack").length;
		const streams = () => heard?.streams ?? [];
		const before = streams().length;

		// Said before there is a connection.
		live.sendAudio(audio(0, 500));
		await until(() => streams()[before]?.audioMs === 500);
		streams()[before]?.say(1, "The first sentence.");
		await until(() => acks() === 2);
		live.sendAudio(audio(500, 900));
		await until(() => streams()[before]?.audioMs === 900);
		proxy.cut();
		// Said while there is none.
		live.sendAudio(audio(900, 1_200));
		await until(() => acks() === 3);
		live.sendAudio(audio(1_200, 1_300));

		// What the server has recognized is not sent again; all the rest is.
		const resumedAt = messages.findLast((message) => message.type === "ack")?.audioMs ?? 0;
		expect(resumedAt).toBeGreaterThanOrEqual(500);
		await until(() => streams()[before + 1]?.audioMs === 1_300 - resumedAt);
		streams()[before + 1]?.say(1, "The second sentence.");
		await until(() => finals().length === 2);
		live.stop();
		await ended;

		expect(finals()).toEqual(["The first sentence.", "The second sentence."]);
		expect(streams()).toHaveLength(before + 2);
		expect(live.droppedAudioMs).toBe(0);
		await room.end(server.url);
	});

	test("keeps the last 55 seconds, which the server takes at once, and says what it gave up", async () => {
		const { connect } = await openMeeting();
		await proxy.listens(false);
		const { live } = connect({ role: "publish" });
		const before = heard?.streams.length ?? 0;

		for (let second = 0; second < 70; second++) live.sendAudio(new Int16Array(16_000));
		await proxy.listens(true);
		await until(() => heard?.streams[before]?.audioMs === 55_000);

		expect(live.droppedAudioMs).toBe(15_000);
		expect(BYTES_PER_MS * 55_000).toBeLessThan(2 << 20);
		live.close();
	});

	test("talks to the others in the room", async () => {
		const { connect, room, api } = await openMeeting();
		const guest = await room.guest(server.url, "Gina");
		const host = connect();
		const hers = listen(
			connectLive(openClient({ baseUrl: server.url, auth: guest.token }), { meetingId: room.meetingId }),
		);
		await Promise.all([host.isLive(), hers.isLive()]);

		expect(hers.live.send({ type: "hand", raised: true })).toBe(true);
		await until(() => host.messages.some((message) => message.type === "hand" && message.raised));
		hers.live.send({ type: "chat", text: "Why?" });
		await until(() => host.messages.some((message) => message.type === "chat" && message.message.text === "Why?"));

		for (const { live } of [host, hers]) live.close();
		expect(hers.live.send({ type: "chat", text: "Too late" })).toBe(false);
		expect(await createWorkspace(api, room.host.orgId, "After")).toStartWith("wsp_");
	});
});
