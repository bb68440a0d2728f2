import { afterEach, describe, expect, test } from "bun:test";
import { openEngineProxy } from "../support/engine-proxy.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { createWorkspace, type UploadedRecording, uploadRecording } from "../support/recordings.ts";
import { codeOf } from "../support/responses.ts";
import { DIALOGUE, speak, wordErrorRate, wordsOf } from "../support/spoken.ts";
import { ENGINES, hasWhisper, startWhisper } from "../support/whisper.ts";

const title = `The processing of a recording (needs whisper-server in ${ENGINES})`;

describe.skipIf(!hasWhisper)(title, async () => {
	if (!hasWhisper) return;
	const whisper = await startWhisper();
	await forThisFile({ close: () => whisper.stop() });
	const engine = await forThisFile(openEngineProxy(whisper.url));
	const api = await useHarness({ env: { STT_PROVIDER: "openai", STT_URL: engine.url, STT_MODEL: "whisper-tiny" } });
	const { jobs } = api.parley.services;

	afterEach(() => {
		engine.mode = "pass";
		engine.failAfter = Number.POSITIVE_INFINITY;
	});

	async function record(owner: SignedIn, path?: string): Promise<UploadedRecording> {
		const workspaceId = await createWorkspace(api, owner, `Physics ${Bun.randomUUIDv7()}`);
		return uploadRecording(api, owner, { workspaceId }, path ?? (await speak(DIALOGUE)));
	}

	async function jobOf({ token, orgId }: SignedIn, { recordingId }: Pick<UploadedRecording, "recordingId">) {
		const { body } = await api.request("GET", `/orgs/${orgId}/jobs`, { token });
		return body.data.find((job: { recordingId: string }) => job.recordingId === recordingId);
	}

	async function get({ token }: SignedIn, path: string) {
		const answer = await api.request("GET", path, { token });
		if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
		return answer.body.data;
	}

	/** Lets the work begin and returns it once the engine has a window, which it keeps. */
	async function holdFirstWindow(): Promise<{ readonly work: Promise<number> }> {
		engine.mode = "hold";
		const arrives = engine.nextRequest();
		const work = jobs.runDue();
		await arrives;
		return { work };
	}

	test("makes a transcript of what was said, in its words and times", async () => {
		const owner = await api.createOrganization();
		const recording = await record(owner, await speak(DIALOGUE, { format: "webm" }));

		await jobs.runDue();

		const job = await jobOf(owner, recording);
		expect(job).toMatchObject({ state: "succeeded", progress: 1, engine: { engine: "openai" }, failure: null });
		const meeting = await get(owner, `/meetings/${recording.meetingId}`);
		expect(meeting).toMatchObject({
			state: "ready",
			artifacts: { transcript: { state: "ready", transcriptId: job.transcriptId, languages: ["en"] } },
		});
		const segments = await get(owner, `/transcripts/${job.transcriptId}/segments?include=words`);
		const heard = segments.map(({ text }: { text: string }) => text).join(" ");
		const said = DIALOGUE.map(({ text }) => text).join(" ");
		expect(wordErrorRate(wordsOf(said), wordsOf(heard))).toBeLessThanOrEqual(0.05);
		let last = 0;
		for (const { startMs, endMs, words } of segments) {
			expect(startMs).toBeGreaterThanOrEqual(last);
			expect(endMs).toBeLessThanOrEqual(25_000);
			expect(words.length).toBeGreaterThan(0);
			last = startMs;
		}
	});

	test("knows a speaker for each channel, and none in a mixed recording", async () => {
		const owner = await api.createOrganization();
		const [apart, mixed] = [
			await record(owner, await speak(DIALOGUE, { channels: 2 })),
			await record(owner, await speak(DIALOGUE)),
		];

		await jobs.runDue();

		const speakersOf = async (recording: UploadedRecording) => {
			const { transcriptId } = await jobOf(owner, recording);
			const segments = await get(owner, `/transcripts/${transcriptId}/segments`);
			return segments.map(({ speaker }: { speaker: { label: string } | null }) => speaker?.label ?? null);
		};
		expect(new Set(await speakersOf(apart))).toEqual(new Set(["Speaker 1", "Speaker 2"]));
		expect((await speakersOf(apart))[0]).toBe("Speaker 1");
		expect(new Set(await speakersOf(mixed))).toEqual(new Set([null]));
	});

	test("goes on where it was interrupted, without hearing a window twice", async () => {
		const owner = await api.createOrganization();
		const recording = await record(owner, await speak(DIALOGUE, { times: 2 }));
		const before = engine.heard.length;
		engine.failAfter = before + 1;
		await jobs.runDue();
		const interrupted = await jobOf(owner, recording);
		expect(interrupted).toMatchObject({ state: "queued", step: "transcribe", transcriptId: expect.any(String) });
		expect(interrupted.progress).toBeGreaterThan(0.1);

		engine.failAfter = Number.POSITIVE_INFINITY;
		api.advanceMs(30_000);
		await jobs.runDue();

		const job = await jobOf(owner, recording);
		expect(job).toMatchObject({ state: "succeeded", transcriptId: interrupted.transcriptId, failure: null });
		const heard = engine.heard.slice(before);
		expect(heard.length).toBeGreaterThan(1);
		expect(new Set(heard).size).toBe(heard.length);
		const segments = await get(owner, `/transcripts/${job.transcriptId}/segments`);
		expect(segments.map(({ text }: { text: string }) => text).join(" ")).toMatch(/product.*budget.*product/s);
	});

	test.each(["html", "fail"] as const)("fails after five attempts when the engine answers: %s", async (mode) => {
		const owner = await api.createOrganization();
		const recording = await record(owner);
		engine.mode = mode;

		for (let attempt = 0; attempt < 6; attempt++) {
			await jobs.runDue();
			api.advanceMs(30_000);
		}

		const job = await jobOf(owner, recording);
		expect(job).toMatchObject({ state: "failed" });
		expect(job.failure.detail).not.toMatch(/127\.0\.0\.1|Login|out of memory/);
		const meeting = await get(owner, `/meetings/${recording.meetingId}`);
		expect(meeting).toMatchObject({ state: "failed", artifacts: { transcript: { state: "failed" } } });

		engine.mode = "pass";
		const retried = await api.request("POST", `/jobs/${job.id}/retry`, { token: owner.token, body: {} });
		expect(retried.status).toBe(202);
		await jobs.runDue();
		expect((await jobOf(owner, recording)).state).toBe("succeeded");
	});

	test("stops when it is cancelled in the middle, and leaves nothing of what was heard", async () => {
		const owner = await api.createOrganization();
		const recording = await record(owner);
		const { work } = await holdFirstWindow();
		const job = await jobOf(owner, recording);

		const cancelled = await api.request("POST", `/jobs/${job.id}/cancel`, { token: owner.token, body: {} });

		expect(cancelled.body.data).toMatchObject({ state: "cancelled" });
		await work;
		const transcripts = await get(owner, `/meetings/${recording.meetingId}/transcripts`);
		expect(transcripts).toEqual([]);
		const repeated = await api.request("POST", `/jobs/${job.id}/cancel`, { token: owner.token, body: {} });
		expect(repeated.status).toBe(200);
	});

	test("is refused to whoever may not run the meeting, and does not exist for others", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const stranger = await api.createOrganization();
		const recording = await record(owner);
		const job = await jobOf(owner, recording);
		await jobs.runDue();

		const cancel = (token: string) => api.request("POST", `/jobs/${job.id}/cancel`, { token, body: {} });
		expect(codeOf(await cancel(member.token))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(await cancel(stranger.token))).toEqual([404, "not_found"]);
		expect(codeOf(await api.request("GET", `/jobs/${job.id}`, { token: stranger.token }))).toEqual([404, "not_found"]);
		expect(codeOf(await api.request("GET", `/jobs/${job.id}`, { token: member.token }))).toEqual([404, "not_found"]);
		expect(codeOf(await cancel(owner.token))).toEqual([409, "state_conflict"]);
	});
});
