import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { liveEvents, liveTracks, segments, usageRecords } from "#db/schema";
import { until } from "#tests/support/until";
import { captionsOf } from "../support/captions.ts";
import { useHarness } from "../support/harness.ts";
import { audio, errors, publishing, textsOf } from "../support/publishing.ts";
import { codeOf } from "../support/responses.ts";

const api = await useHarness();
const { openLive, join, decide, end, framesOf, listen, push } = captionsOf(api);
const owner = await api.createOrganization();
const { speech, services, captions, sessionOf, publish } = publishing(api, owner);
const { db } = api.store.acrossTenants;

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

		await owner.post(`/meetings/${meeting.id}/end`, {});
		await services.jobs.runDue("captions.close");
		speech.onFinish = () => undefined;

		expect(heard.map(({ type }) => type)).toEqual(["final", "closed"]);
		const transcriptId = heard[1]?.transcriptId;
		expect(heard[1]).toEqual({ type: "closed", transcriptId, segments: 1 });
		const transcript = (await owner.get(`/transcripts/${transcriptId}`)).body.data;
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

		expect(JSON.parse(await captions.closingFrame(session))).toMatchObject({ type: "closed", segments: 1 });
	}, 120_000);

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

		await owner.delete(`/meetings/${meeting.id}`);
		await api.parley.services.jobs.runDue();

		expect(await db.select().from(liveEvents).where(eq(liveEvents.sessionId, session.id))).toEqual([]);
		expect(await db.select().from(liveTracks).where(eq(liveTracks.sessionId, session.id))).toEqual([]);
		const left = await db.select({ text: segments.text }).from(segments).where(eq(segments.orgId, owner.orgId));
		expect(left.map(({ text }) => text)).not.toContain("nothing of it");
	});
});
