import { expect, test } from "bun:test";
import { SpeechError } from "#modules/engines/speech";
import { useHarness } from "#tests/support/harness";
import { openRoom } from "#tests/support/live-room";
import { openClient } from "#tests/support/published-client";
import { type ScriptedSpeech, scriptSpeech } from "#tests/support/scripted-speech";
import { until } from "#tests/support/until";
import { connectLive, type LiveConnection, type LiveMessage, unwrap } from "../../clients/typescript/src/index.ts";

let heard: ScriptedSpeech | undefined;
const server = await useHarness({
	isServed: true,
	speech: (made) => {
		heard = scriptSpeech(made);
		return heard.adapters;
	},
});
const BROKEN = { type: "error", error: new SpeechError("engine_died", "It died.") } as const;
const audio = (ms: number) => new Int16Array(ms * 16);
const streams = () => heard?.streams ?? [];

/** Starts a live meeting that its owner is in. */
async function openMeeting() {
	const owner = await server.createOrganization({ settings: { recordingConsent: "notify" } });
	const { meetingId } = await openRoom(server.url, owner);
	const api = openClient({ baseUrl: server.url, auth: owner.token });
	await unwrap(api.POST("/meetings/{meetingId}/join", { params: { path: { meetingId } } }));
	return () => listen(connectLive(api, { meetingId, role: "publish", language: "en" }));
}

/** Collects the messages of a connection. */
function listen(live: LiveConnection) {
	const messages: LiveMessage[] = [];
	const ended = (async () => {
		for await (const message of live) messages.push(message);
	})();
	const states = () => messages.flatMap((message) => (message.type === "captions" ? [message.state] : []));
	const count = (type: LiveMessage["type"]) => messages.filter((message) => message.type === type).length;
	return { live, ended, states, count, messages };
}

test("A publisher whose engine fails stays connected, and sends the next one what was not recognized", async () => {
	const { live, ended, states, count, messages } = (await openMeeting())();
	const before = streams().length;
	live.sendAudio(audio(1_000));
	await until(() => streams()[before]?.audioMs === 1_000);
	streams()[before]?.say(1, "One.");
	await until(() => count("ack") === 2);
	live.sendAudio(audio(700));
	await until(() => streams()[before]?.audioMs === 1_700);

	streams()[before]?.emit(BROKEN);
	await until(() => states().includes("busy"));
	live.sendAudio(audio(300));
	await until(() => streams()[before + 1]?.audioMs === 1_000);
	streams()[before + 1]?.say(1, "Two.");
	live.stop();
	await ended;

	expect(states()).toEqual(["on", "busy", "on"]);
	expect(count("ready")).toBe(1);
	const finals = messages.flatMap((message) => (message.type === "final" ? [message.segment.text] : []));
	expect(finals).toEqual(["One.", "Two."]);
});

test("A publisher whose track another tab took over hears the meeting, and takes it back when it is asked to", async () => {
	const connect = await openMeeting();
	const first = connect();
	await until(() => first.states().length === 1);
	const second = connect();

	await until(() => first.states().length === 2);
	first.live.startAudio();
	await until(() => second.states().includes("refused"));
	second.live.stop();
	await second.ended;

	expect(first.states().slice(0, 2)).toEqual(["on", "refused"]);
	expect(second.states()).toEqual(["on", "refused"]);
	expect(second.messages.at(-1)?.type).toBe("closed");
	expect(first.count("ready")).toBe(1);
	first.live.close();
});
