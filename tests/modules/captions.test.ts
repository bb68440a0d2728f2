import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { liveTracks } from "#db/schema";
import { until } from "#tests/support/until";
import { captionsOf } from "../support/captions.ts";
import { useHarness } from "../support/harness.ts";
import { acks, audio, errors, publishing, textsOf } from "../support/publishing.ts";

const api = await useHarness();
const { openLive, join, decide, framesOf, listen } = captionsOf(api);
const owner = await api.createOrganization();
const { speech, sessionOf, publish } = publishing(api, owner);
const { db } = api.store.acrossTenants;

describe("a final", () => {
	test("is durable before it is announced, has the id of its partial and the name of its participant", async () => {
		const meeting = await openLive(owner);
		const session = await sessionOf(meeting);
		const me = await join(owner, meeting);
		await decide(owner, meeting, me.id, { kind: "transcription", decision: "granted" });
		const heard = listen(session.id);
		const stored: Promise<number>[] = [];
		api.deps.bus.subscribe(`live.${session.id}`, (text) => {
			if (JSON.parse(text).t === "event") stored.push(framesOf(owner, session.id).then(({ length }) => length));
		});
		const published = await publish(session, { participantId: me.id });
		await published.publisher.write(audio(1_000));
		published.stream.emit({ type: "partial", utterance: 1, startMs: 100, text: "light" });
		published.stream.say(1, "Light bends.", 100);
		await until(() => acks(published).length === 1);

		const [partial, final] = heard;
		expect(partial).toMatchObject({ type: "partial", seq: 0, segment: { text: "light", final: false } });
		expect(final).toMatchObject({
			type: "final",
			seq: 1,
			segment: {
				id: partial?.segment.id,
				seq: 1,
				text: "Light bends.",
				speaker: { participantId: me.id, label: me.name },
				final: true,
				revision: 1,
				source: "stt",
			},
		});
		expect(await framesOf(owner, session.id)).toEqual([final ?? {}]);
		expect(acks(published)).toEqual([1_000]);
		expect(await Promise.all(stored)).toEqual([1]);
		await published.publisher.stop();
	});

	test("follows another without a gap, however many speak at once", async () => {
		const meeting = await openLive(owner);
		const session = await sessionOf(meeting);
		const heard = listen(session.id);
		const all = await Promise.all(Array.from({ length: 8 }, (_, n) => publish(session, { label: `Speaker ${n}` })));
		const streams = speech.streams.slice(-8);

		for (let n = 1; n <= 10; n++) {
			await Promise.all(all.map(({ publisher }) => publisher.write(audio(100))));
			for (const stream of streams) stream.say(n, `Sentence ${n}`, (n - 1) * 100);
		}
		await until(() => heard.length === 80);
		await Promise.all(all.map(({ publisher }) => publisher.stop()));

		const numbers = Array.from({ length: 80 }, (_, n) => n + 1);
		expect(heard.map(({ seq }) => seq)).toEqual(numbers);
		const frames = await framesOf(owner, session.id);
		expect(frames.map(({ seq }) => seq)).toEqual(numbers);
		expect(new Set(frames.map(({ segment }) => segment.id)).size).toBe(80);
		expect(frames.map(({ segment }) => segment.seq).toSorted((a, b) => a - b)).toEqual(numbers);
		expect(new Set(frames.map(({ segment }) => segment.speaker.id)).size).toBe(8);
		expect(frames.every(({ segment }) => segment.startMs >= 0 && segment.endMs >= segment.startMs)).toBe(true);
	});

	test("is replaced by what is heard when listening again, unless it stays the same", async () => {
		const meeting = await openLive(owner);
		const session = await sessionOf(meeting);
		const heard = listen(session.id);
		const { publisher, stream } = await publish(session);
		await publisher.write(audio(500));
		const again = (text: string) => ({ startMs: 0, endMs: 500, text, confidence: 1, speaker: null, words: null });

		stream.say(1, "light bends");
		stream.emit({ type: "revision", utterance: 1, segment: again("Light bends."), engine: stream as never });
		stream.say(2, "the same");
		stream.emit({ type: "revision", utterance: 2, segment: again("the same"), engine: stream as never });
		await publisher.stop();

		expect(heard.map(({ seq, segment }) => [seq, segment.text, segment.revision])).toEqual([
			[1, "light bends", 1],
			[2, "the same", 1],
			[3, "Light bends.", 2],
		]);
		expect(heard[2]?.segment.id).toBe(heard[0]?.segment.id);
		expect(textsOf(await framesOf(owner, session.id, 1))).toEqual(["the same", "Light bends."]);
	});
});

describe("a track", () => {
	test("that somebody takes over goes on where its audio was heard, and stores nothing twice", async () => {
		const meeting = await openLive(owner);
		const session = await sessionOf(meeting);
		const first = await publish(session);
		await first.publisher.write(audio(1_000));
		first.stream.say(1, "One");
		await until(() => acks(first).length === 1);
		await first.publisher.write(audio(1_000));

		const second = await publish(session);
		first.stream.say(2, "Two, from the first");
		await second.publisher.write(audio(1_000));
		second.stream.say(1, "Two");
		await until(() => acks(second).length === 1);
		await second.publisher.stop();

		expect(errors(first)).toEqual(["conflict"]);
		expect(second.publisher.heardMs).toBe(2_000);
		expect(acks(second)).toEqual([2_000]);
		expect(textsOf(await framesOf(owner, session.id))).toEqual(["One", "Two"]);
		const rows = await db.select().from(liveTracks).where(eq(liveTracks.sessionId, session.id));
		expect(rows).toMatchObject([{ generation: 2, heardMs: 2_000, publishing: false }]);
	});

	test("of another instance is fenced at its next final, even when no message of the takeover arrives", async () => {
		const meeting = await openLive(owner);
		const session = await sessionOf(meeting);
		const first = await publish(session);
		await first.publisher.write(audio(500));
		// What another instance does, without the bus.
		await db.update(liveTracks).set({ generation: 7 }).where(eq(liveTracks.sessionId, session.id));

		first.stream.say(1, "Nobody stores this");
		await until(() => errors(first).length === 1);

		expect(errors(first)).toEqual(["conflict"]);
		expect(await framesOf(owner, session.id)).toEqual([]);
	});

	test("is placed by when its audio arrives: a pause is one, and nothing goes back", async () => {
		const meeting = await openLive(owner);
		api.advanceMs(60_000);
		const session = await sessionOf(meeting);
		const { publisher, stream } = await publish(session);
		await publisher.write(audio(200));
		stream.say(1, "One");
		await Bun.sleep(400);
		await publisher.write(audio(200));
		stream.say(2, "Two", 200);
		await publisher.stop();

		const [one, two] = (await framesOf(owner, session.id)).map(({ segment }) => segment);
		expect(one.startMs).toBeGreaterThanOrEqual(59_500);
		expect(two.startMs - one.endMs).toBeGreaterThanOrEqual(150);
		expect(two.startMs - one.endMs).toBeLessThan(1_500);
	});

	test("that was lost to a clock set back comes after what was stored before", async () => {
		const meeting = await openLive(owner);
		api.advanceMs(60_000);
		const session = await sessionOf(meeting);
		const first = await publish(session);
		await first.publisher.write(audio(1_000));
		first.stream.say(1, "One");
		await first.publisher.stop();
		api.advanceMs(-120_000);
		const second = await publish(session);
		await second.publisher.write(audio(1_000));
		second.stream.say(1, "Two");
		await second.publisher.stop();
		api.advanceMs(60_000);

		const [one, two] = (await framesOf(owner, session.id)).map(({ segment }) => segment);
		expect(two.startMs).toBeGreaterThanOrEqual(one.endMs);
	});

	test("tells that nobody speaks now and then, so that a client forgets its audio", async () => {
		const session = await sessionOf(await openLive(owner));
		const published = await publish(session);
		await published.publisher.write(audio(12_000));
		published.stream.emit({ type: "heard", heardMs: 4_000 });
		published.stream.emit({ type: "heard", heardMs: 12_000 });
		await until(() => acks(published).length === 1);

		expect(acks(published)).toEqual([12_000]);
		await published.publisher.stop();
	});
});
