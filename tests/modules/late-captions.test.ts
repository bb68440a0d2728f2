import { expect, test } from "bun:test";
import { until } from "#tests/support/until";
import { captionsOf } from "../support/captions.ts";
import { useHarness } from "../support/harness.ts";
import { openSocket } from "../support/live.ts";
import { audio, publishing } from "../support/publishing.ts";
import { type ScriptedSpeech, scriptSpeech } from "../support/scripted-speech.ts";

let script: ScriptedSpeech | undefined;
const api = await useHarness({
	isServed: true,
	speech: (made) => {
		script = scriptSpeech(made);
		return script.adapters;
	},
});
const { openLive, join, guestIn, decide, framesOf } = captionsOf(api);
const owner = await api.createOrganization();
const { speech, sessionOf, publish } = publishing(api, owner);

/** How far a time may be from what was expected: the test takes a moment. */
const MOMENT_MS = 3_000;

test("what a client kept while it had no connection is placed when it was said, however slowly the engine takes it", async () => {
	const meeting = await openLive(owner);
	const [{ id }, guest] = [await join(owner, meeting), await guestIn(meeting)];
	for (const [by, of] of [[owner, id] as const, [guest, guest.id] as const])
		await decide(by, meeting, of, { kind: "transcription", decision: "granted" });
	const other = await openSocket(api.url, { meetingId: meeting.id, token: guest.token });
	await other.next("status");
	api.advanceMs(60_000);
	const socket = await openSocket(api.url, { meetingId: meeting.id, token: owner.token, role: "publish" });
	socket.send({ type: "start", encoding: "pcm_s16le", sampleRate: 16_000 });
	await socket.next("ack");
	const stream = script?.streams.at(-1);
	const taking = Promise.withResolvers<void>();
	if (!script || !stream) throw new Error("there is no stream");
	script.onWrite = () => (stream.audioMs === 0 ? undefined : taking.promise);

	for (let second = 0; second < 30; second++) socket.send(audio(1_000));
	// Messages are worked on in their order, and those of the room do not wait for the engine.
	socket.send({ type: "chat", text: "There?" });
	await other.next("chat");
	stream.say(1, "One");
	const first = await other.next("final");
	script.onWrite = () => undefined;
	taking.resolve();
	await until(() => stream.audioMs === 30_000);
	stream.say(2, "Two", 29_000);
	const last = await other.next("final", ({ segment }) => segment.text === "Two");

	expect(first.segment.startMs).toBeWithin(30_000, 30_000 + MOMENT_MS);
	expect(last.segment.startMs).toBeWithin(59_000, 59_000 + MOMENT_MS);
	for (const each of [socket, other]) each.close();
});

test("audio that has waited before it was taken is placed when it was received", async () => {
	const meeting = await openLive(owner);
	const session = await sessionOf(meeting);
	api.advanceMs(60_000);
	const { publisher, stream } = await publish(session);

	await publisher.write(audio(1_000), 20_000);
	stream.say(1, "One");
	await publisher.stop();

	const [one] = await framesOf(owner, session.id);
	expect(one?.segment.startMs).toBeWithin(39_000, 39_000 + MOMENT_MS);
});

test("what waits for the engine when its sender is gone is dropped, and counts as not heard", async () => {
	const meeting = await openLive(owner);
	const session = await sessionOf(meeting);
	const taking = Promise.withResolvers<void>();
	speech.onWrite = () => taking.promise;
	const { publisher } = await publish(session);

	const writing = [publisher.write(audio(1_000)), publisher.write(audio(1_000))];
	// The engine was given the first by now.
	await Promise.resolve();
	const leaving = publisher.leave();
	taking.resolve();
	await Promise.all([...writing, leaving]);
	const second = await publish(session);

	expect(second.publisher.heardMs).toBe(1_000);
	await second.publisher.stop();
	speech.onWrite = () => undefined;
});
