import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { liveEvents, liveTracks, segments, usageRecords } from "#db/schema";
import type { LiveSession, Publisher, PublisherEvent, PublishOptions, TrackOwner } from "#modules/captions";
import { findMeeting } from "#modules/meetings";
import { systemContext } from "#modules/permissions";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import { captionsOf } from "../support/captions.ts";
import type { OpenMeeting } from "../support/guests.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { codeOf } from "../support/responses.ts";
import { type ScriptedStream, scriptSpeech } from "../support/scripted-speech.ts";

const api = await useHarness();
const { openLive, join, send, decide, end, framesOf, listen, push } = captionsOf(api);
const speech = scriptSpeech(api.deps.speech);
/** The same application with an engine that hears what the test says. */
const { services } = createParley({ ...api.deps, speech: speech.adapters, metrics: createMetrics() });
const { captions } = services;
const { db } = api.store.acrossTenants;
const owner = await api.createOrganization();

/** So many ms of silence. */
const audio = (ms: number) => new Uint8Array(ms * 32);

interface Published {
	readonly publisher: Publisher;
	readonly stream: ScriptedStream;
	readonly told: PublisherEvent[];
}

async function sessionOf({ id }: OpenMeeting, by: SignedIn = owner): Promise<LiveSession> {
	const { principal } = systemContext("cli:test");
	return captions.session(await findMeeting(api.store.program.db, principal, by.orgId, id, "see"));
}

async function publish(
	session: LiveSession,
	who: TrackOwner = { label: "Ada" },
	options: Partial<PublishOptions> = {},
): Promise<Published> {
	const told: PublisherEvent[] = [];
	const publisher = await captions.publish(session, who, {
		language: null,
		translateTo: [],
		interim: true,
		signal: new AbortController().signal,
		onEvent: (event) => void told.push(event),
		...options,
	});
	const stream = speech.streams.at(-1);
	if (stream === undefined) throw new Error("no stream was opened");
	return { publisher, stream, told };
}

/** Waits until something is so. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	const deadlineMs = performance.now() + 5_000;
	while (!(await isSo())) {
		if (performance.now() > deadlineMs) throw new Error("it did not come to be");
		await Bun.sleep(5);
	}
}

const acks = ({ told }: Published) => told.flatMap((event) => (event.type === "ack" ? [event.audioMs] : []));
const errors = ({ told }: Published) => told.flatMap((event) => (event.type === "error" ? [event.code] : []));
const textsOf = (frames: readonly { segment?: { text: string } }[]) => frames.map(({ segment }) => segment?.text);

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

describe("consent", () => {
	test("that is withdrawn stops all tracks at once, and what they hear then is not stored", async () => {
		const meeting = await openLive(owner);
		const me = await join(owner, meeting);
		await decide(owner, meeting, me.id, { kind: "transcription", decision: "granted" });
		const session = await sessionOf(meeting);
		const published = await publish(session);
		await published.publisher.write(audio(500));

		await decide(owner, meeting, me.id, { kind: "transcription", decision: "denied" });
		published.stream.say(1, "Nobody stores this");
		await until(() => errors(published).length > 0);

		expect(errors(published)).toEqual(["consent_required"]);
		expect(await framesOf(owner, session.id)).toEqual([]);
		await expect(publish(session)).rejects.toMatchObject({ code: "consent_required" });
	});

	test("that one participant denies leaves out their track alone where it is optional", async () => {
		const own = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
		const meeting = await openLive(own, { recording: { consent: "optional" } });
		const me = await join(own, meeting);
		const session = await sessionOf(meeting, own);
		const mine = await publish(session, { participantId: me.id });
		const other = await publish(session, { label: "Somebody else" });
		await Promise.all([mine, other].map(({ publisher }) => publisher.write(audio(500))));

		await decide(own, meeting, me.id, { kind: "transcription", decision: "denied" });
		mine.stream.say(1, "Mine");
		other.stream.say(1, "Theirs");
		await until(() => errors(mine).length > 0);
		await other.publisher.stop();

		expect(errors(mine)).toEqual(["consent_required"]);
		expect(textsOf(await framesOf(own, session.id))).toEqual(["Theirs"]);
		await expect(publish(session, { participantId: me.id })).rejects.toMatchObject({ code: "consent_required" });
	});
});

describe("audio", () => {
	test("is not heard in a meeting without live captions, nor in one that is not live", async () => {
		const off = await sessionOf(await openLive(owner, { transcription: { live: false } }));
		const over = await openLive(owner);
		const session = await sessionOf(over);
		await end(owner, over);

		await expect(publish(off)).rejects.toMatchObject({ code: "state_conflict" });
		await expect(publish(session)).rejects.toMatchObject({ code: "state_conflict" });
	});

	test("is not heard of a suspended organization", async () => {
		const own = await api.createOrganization();
		const session = await sessionOf(await openLive(own), own);
		const token = await api.signInSystem();
		await api.request("POST", `/orgs/${own.orgId}/suspend`, { token, body: { reason: "billing" } });

		await expect(publish(session)).rejects.toMatchObject({ code: "organization_suspended" });
	});
});

describe("the end of a meeting", () => {
	test("comes after what was said until then, and counts the audio once", async () => {
		const meeting = await openLive(owner);
		const session = await sessionOf(meeting);
		const heard = listen(session.id);
		const { publisher, stream } = await publish(session);
		await publisher.write(audio(3_000));
		speech.onFinish = (last) => last.say(9, "One last word");
		expect(stream.audioMs).toBe(3_000);

		await send(owner, "POST", `/meetings/${meeting.id}/end`, {});
		await services.jobs.runDue("captions.close");
		speech.onFinish = () => undefined;

		expect(heard.map(({ type }) => type)).toEqual(["final", "closed"]);
		const transcriptId = heard[1]?.transcriptId;
		expect(heard[1]).toEqual({ type: "closed", transcriptId, segments: 1 });
		const transcript = (await send(owner, "GET", `/transcripts/${transcriptId}`)).body.data;
		expect(transcript).toMatchObject({ state: "ready", live: false, engine: { engine: "vosk", model: "scripted" } });
		const used = await db.select().from(usageRecords).where(eq(usageRecords.orgId, owner.orgId));
		const [track] = await db.select().from(liveTracks).where(eq(liveTracks.sessionId, session.id));
		expect(used.filter(({ subject }) => subject === `track:${track?.id}`)).toMatchObject([
			{ meter: "transcriptionMs", quantity: 3_000 },
		]);
	});

	test("does not wait for a process that is gone, whose finals stay", async () => {
		const meeting = await openLive(owner);
		const session = await sessionOf(meeting);
		const { publisher, stream, told } = await publish(session);
		await publisher.write(audio(500));
		stream.say(1, "It stays");
		await until(() => told.length === 1);
		// The process is killed: nobody listens, and the track still looks published.
		publisher.abort();
		await until(async () => {
			const [row] = await db.select().from(liveTracks).where(eq(liveTracks.sessionId, session.id));
			return row?.publishing === false;
		});
		await db.update(liveTracks).set({ publishing: true }).where(eq(liveTracks.sessionId, session.id));

		await end(owner, meeting);

		expect(JSON.parse(await captions.closing(session))).toMatchObject({ type: "closed", segments: 1 });
	}, 20_000);

	test("takes nothing any more of those who come too late", async () => {
		const meeting = await openLive(owner);
		const session = await sessionOf(meeting);
		await push(owner, meeting, [{ text: "One" }]);
		await end(owner, meeting);

		const late = await push(owner, meeting, [{ text: "Two" }]);

		expect(codeOf(late)).toEqual([409, "state_conflict"]);
		expect(await sessionOf(meeting)).toMatchObject({ id: session.id, state: "closed" });
	});
});

describe("a deleted meeting", () => {
	test("takes its session with it", async () => {
		const meeting = await openLive(owner);
		const session = await sessionOf(meeting);
		await push(owner, meeting, [{ text: "One" }]);
		await end(owner, meeting);

		await send(owner, "DELETE", `/meetings/${meeting.id}`);
		await api.parley.services.jobs.runDue();

		expect(await db.select().from(liveEvents).where(eq(liveEvents.sessionId, session.id))).toEqual([]);
		expect(await db.select().from(liveTracks).where(eq(liveTracks.sessionId, session.id))).toEqual([]);
		const left = await db.select({ text: segments.text }).from(segments).where(eq(segments.orgId, owner.orgId));
		expect(left.map(({ text }) => text)).not.toContain("nothing of it");
	});
});
