import { afterEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { blobs, processingJobs, processingWindows, usageRecords } from "#db/schema";
import { DELETE_OBJECTS } from "#platform/artifacts";
import { openEngineProxy } from "../support/engine-proxy.ts";
import { ENGINES, hearingTest } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { guestsOf } from "../support/guests.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { notifications } from "../support/notifications.ts";
import { processingOf, type Recorded } from "../support/processing.ts";
import { codeOf } from "../support/responses.ts";
import { DIALOGUE, speak, wordErrorRate, wordsOf } from "../support/spoken.ts";
import { hasWhisper, startWhisper } from "../support/whisper.ts";

const title = `The processing of a recording (needs whisper-server in ${ENGINES})`;
const SENTENCE = DIALOGUE.slice(0, 1);

/** A segment, as far as these tests read it. */
interface Segment {
	readonly text: string;
	readonly startMs: number;
	readonly endMs: number;
	readonly words: readonly unknown[];
	readonly speaker: { readonly label: string } | null;
}

describe.skipIf(!hasWhisper)(title, async () => {
	if (!hasWhisper) return;
	const whisper = await startWhisper();
	await forThisFile({ close: () => whisper.stop() });
	const engine = await forThisFile(openEngineProxy(whisper.url));
	const api = await useHarness({
		env: { STT_PROVIDER: "openai", STT_URL: engine.url, STT_MODEL: "whisper-tiny", PROCESSING_CONCURRENCY: "1" },
	});
	const { jobs } = api.parley.services;
	const { db } = api.store.acrossTenants;
	const { get, jobOf, record, segments } = processingOf(api);
	const guests = guestsOf(api);

	afterEach(() => {
		engine.mode = "pass";
		engine.failAfter = Number.POSITIVE_INFINITY;
	});

	/** Lets the work begin and returns it once the engine has a window, which it keeps. */
	async function holdFirstWindow(): Promise<{ readonly work: Promise<number> }> {
		engine.mode = "hold";
		const arrives = engine.nextRequest();
		const work = jobs.runDue();
		await arrives;
		engine.mode = "pass";
		return { work };
	}

	async function expectNothingHeard(owner: SignedIn, { meetingId }: Recorded): Promise<void> {
		expect(await get(owner, `/meetings/${meetingId}/transcripts`)).toEqual([]);
		const kept = await db.select().from(processingWindows).where(eq(processingWindows.orgId, owner.orgId));
		expect(kept).toEqual([]);
	}

	test("makes a transcript of what was said, in its words and times", async () => {
		const owner = await api.createOrganization();
		const recorded = await record(owner, await speak(DIALOGUE, { format: "webm" }));

		await jobs.runDue();

		const job = await jobOf(owner, recorded);
		expect((await notifications.heard(owner)).map(({ text }) => text)).toContainEqual(
			expect.stringMatching(/^The transcript of the recording of “.+” is ready\.$/),
		);
		expect(job).toMatchObject({ state: "succeeded", progress: 1, engine: { engine: "openai" }, failure: null });
		const meeting = await get(owner, `/meetings/${recorded.meetingId}`);
		expect(meeting).toMatchObject({
			state: "ready",
			artifacts: {
				recording: { state: "ready" },
				transcript: { state: "ready", transcriptId: job.transcriptId, languages: ["en"] },
			},
		});
		const heard: readonly Segment[] = await segments(owner, job.transcriptId);
		const said = DIALOGUE.map(({ text }) => text).join(" ");
		const text = heard.map((segment) => segment.text).join(" ");
		expect(wordErrorRate(wordsOf(said), wordsOf(text))).toBeLessThanOrEqual(0.05);
		expect(heard.map(({ startMs }) => startMs)).toEqual(heard.map(({ startMs }) => startMs).sort((a, b) => a - b));
		expect(Math.max(...heard.map(({ endMs }) => endMs))).toBeLessThanOrEqual(25_000);
		expect(Math.min(...heard.map(({ words }) => words.length))).toBeGreaterThan(0);
		// Both voices are in one channel: who spoke is not known, and not guessed.
		expect(new Set(heard.map(({ speaker }) => speaker))).toEqual(new Set([null]));
		const usage = await db.select().from(usageRecords).where(eq(usageRecords.orgId, owner.orgId));
		const transcribed = usage.filter(({ meter }) => meter === "transcriptionMs");
		expect(transcribed.map(({ quantity }) => Math.round(quantity / 1000))).toEqual([24]);
	});

	hearingTest("knows a speaker for each channel", async () => {
		const owner = await api.createOrganization();
		const recorded = await record(owner, await speak(DIALOGUE.slice(0, 2), { channels: 2 }));

		await jobs.runDue();

		const { transcriptId } = await jobOf(owner, recorded);
		const heard: readonly Segment[] = await segments(owner, transcriptId);
		const said = (label: string) =>
			heard.flatMap(({ speaker, text }) => (speaker?.label === label ? text : [])).join(" ");
		expect(said("Speaker 1")).toMatch(/^Good morning.*budget/s);
		expect(said("Speaker 2")).toMatch(/^The supplier.*price/s);
		expect(heard.every(({ speaker }) => speaker !== null)).toBe(true);
	});

	test("goes on where it was interrupted, without hearing a window twice", async () => {
		const owner = await api.createOrganization();
		const recorded = await record(owner, await speak(DIALOGUE, { times: 2 }));
		const before = engine.heard.length;
		engine.failAfter = before + 1;
		await jobs.runDue();
		const interrupted = await jobOf(owner, recorded);
		expect(interrupted.progress).toBeGreaterThan(0.1);
		expect(interrupted).toMatchObject({ state: "queued", step: "transcribe" });

		engine.failAfter = Number.POSITIVE_INFINITY;
		api.advanceMs(30_000);
		await jobs.runDue();

		const job = await jobOf(owner, recorded);
		expect(job).toMatchObject({ state: "succeeded", transcriptId: interrupted.transcriptId, failure: null });
		const heard = engine.heard.slice(before);
		expect(heard.length).toBeGreaterThan(1);
		expect(new Set(heard).size).toBe(heard.length);
		const text = (await segments(owner, job.transcriptId)).map((segment: Segment) => segment.text).join(" ");
		expect(text).toMatch(/product.*budget.*product/s);
	});

	test.each(["html", "fail"] as const)("fails after five attempts when the engine answers: %s", async (mode) => {
		const owner = await api.createOrganization();
		const recorded = await record(owner, await speak(SENTENCE));
		engine.mode = mode;

		for (let attempt = 0; attempt < 6; attempt++) {
			await jobs.runDue();
			api.advanceMs(30_000);
		}

		const job = await jobOf(owner, recorded);
		expect(job.state).toBe("failed");
		expect(job.failure.detail).not.toMatch(/127\.0\.0\.1|Login|out of memory/);
		const meeting = await get(owner, `/meetings/${recorded.meetingId}`);
		expect(meeting).toMatchObject({ state: "failed", artifacts: { transcript: { state: "failed" } } });
		engine.mode = "pass";
		expect((await owner.post(`/jobs/${job.id}/retry`, {})).status).toBe(202);
		await jobs.runDue();
		expect(await jobOf(owner, recorded)).toMatchObject({ state: "succeeded", failure: null });
		expect(await get(owner, `/meetings/${recorded.meetingId}`)).toMatchObject({ state: "ready" });
	});

	test("takes turns between organizations, however many recordings one of them has", async () => {
		const [busy, other] = [await api.createOrganization(), await api.createOrganization()];
		for (let n = 0; n < 3; n++) await record(busy, await speak(SENTENCE));
		api.advanceMs(1); // In the same millisecond either could be first.
		await record(other, await speak(DIALOGUE.slice(1, 2)));
		const before = engine.heard.length;

		// Time passes: who queues again stands behind those who have waited.
		const ticking = setInterval(() => api.advanceMs(1), 5);
		await jobs.runDue().finally(() => clearInterval(ticking));

		const heard = engine.heard.slice(before);
		expect(heard).toHaveLength(4);
		expect(heard.lastIndexOf(heard.find((hash) => heard.indexOf(hash) === heard.lastIndexOf(hash)) ?? "")).toBe(1);
	});

	test("stops when it is cancelled in the middle, and leaves nothing of what was heard", async () => {
		const owner = await api.createOrganization();
		const recorded = await record(owner, await speak(SENTENCE));
		const { work } = await holdFirstWindow();
		const job = await jobOf(owner, recorded);

		const cancelled = await owner.post(`/jobs/${job.id}/cancel`, {});

		expect(cancelled.body.data.state).toBe("cancelled");
		await work;
		await expectNothingHeard(owner, recorded);
		expect((await owner.post(`/jobs/${job.id}/cancel`, {})).status).toBe(200);
		expect(codeOf(await owner.post(`/meetings/${recorded.meetingId}/transcribe`, { provider: "nobody" }))).toEqual([
			422,
			"validation_failed",
		]);
	});

	test("ends when somebody in the meeting takes their consent back", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const meeting = await guests.openMeeting(owner);
		const guest = await guests.guestIn(meeting);
		const recorded = await record(owner, await speak(SENTENCE), { meetingId: meeting.id });
		const { work } = await holdFirstWindow();

		const denial = { kind: "transcription", decision: "denied" };
		expect((await guests.decide(guest, meeting, guest.id, denial)).status).toBe(200);

		await work;
		expect(await jobOf(owner, recorded)).toMatchObject({ state: "cancelled", failure: { code: "consent_required" } });
		await expectNothingHeard(owner, recorded);
		expect(codeOf(await owner.post(`/meetings/${meeting.id}/transcribe`, {}))).toEqual([403, "consent_required"]);
	});

	test("pauses while the organization is suspended", async () => {
		const owner = await api.createOrganization();
		const recorded = await record(owner, await speak(DIALOGUE, { times: 2 }));
		const system = api.as(await api.signInSystem());
		const { work } = await holdFirstWindow();

		const suspended = await system.post(`/orgs/${owner.orgId}/suspend`, { reasonCode: "other", reason: "Test" });
		expect(suspended.status).toBe(200);
		engine.release();

		await work;
		const paused = (await system.get("/jobs?state=queued")).body.data[0];
		expect(paused).toMatchObject({ recordingId: recorded.recordingId, step: "transcribe" });
		expect((await system.post(`/orgs/${owner.orgId}/resume`, {})).status).toBe(200);
		api.advanceMs(31_000);
		await jobs.runDue();
		expect((await jobOf(owner, recorded)).state).toBe("succeeded");
	});

	test("ends with its meeting, when that is deleted in the middle", async () => {
		const owner = await api.createOrganization();
		const recorded = await record(owner, await speak(SENTENCE));
		const { work } = await holdFirstWindow();

		expect((await owner.delete(`/meetings/${recorded.meetingId}`)).status).toBe(202);
		engine.release();

		await work;
		await jobs.runDue();
		expect(await db.select().from(processingJobs).where(eq(processingJobs.orgId, owner.orgId))).toEqual([]);
		// A server does this once a minute.
		await jobs.enqueue(api.store.program.writing("change").db, { queue: DELETE_OBJECTS, orgId: null, runAtMs: 0 });
		await jobs.runDue();
		expect(await db.select().from(blobs).where(eq(blobs.orgId, owner.orgId))).toEqual([]);
	});

	test("is refused to whoever may not run the meeting, and does not exist for others", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const stranger = await api.createOrganization();
		const job = await jobOf(owner, await record(owner, await speak(SENTENCE)));
		await jobs.runDue();

		const cancel = (by: SignedIn) => by.post(`/jobs/${job.id}/cancel`, {});
		const read = (by: SignedIn) => by.get(`/jobs/${job.id}`);
		expect(codeOf(await cancel(member))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(await cancel(stranger))).toEqual([404, "not_found"]);
		expect(codeOf(await read(stranger))).toEqual([404, "not_found"]);
		expect(codeOf(await read(member))).toEqual([404, "not_found"]);
		expect(codeOf(await cancel(owner))).toEqual([409, "state_conflict"]);
	});
});
