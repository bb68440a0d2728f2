/** A limit never drops what was captured: it is kept, and processed as soon as there is something left. */
import { describe, expect, test } from "bun:test";
import { formOf, silence } from "#tests/support/audio-forms";
import { captionsOf } from "#tests/support/captions";
import { ENGINE_ENV, engineTest } from "#tests/support/engines";
import { entitledOf, verdictOf } from "#tests/support/entitled";
import { forThisFile } from "#tests/support/for-this-file";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { openLibreServer } from "#tests/support/libretranslate";
import { processingOf, resumeWaiting } from "#tests/support/processing";
import { summariesOf } from "#tests/support/summaries";
import { isInProcess } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";
import { translationsOf } from "#tests/support/translations";
import { until } from "#tests/support/until";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const libre = await forThisFile(openLibreServer());
const translator = { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url };
const api = await useHarness({ env: { ...ENGINE_ENV, ...translator, BILLING_ENFORCEMENT: "hard" } });
const { entitle, use } = entitledOf(api);
const captions = captionsOf(api);
const summaries = summariesOf(api);
const translations = translationsOf(api);
const { jobOf } = processingOf(api);

const refused = (key: string) => [402, "quota_exceeded", key, "team"];
const NOTHING = { transcription_minutes: 0, translation_minutes: 0, ai_summaries: 0 };

/** Waits for background work, which the binary does by itself. */
const settled = (isSo: () => Promise<boolean>): Promise<void> =>
	until(async () => {
		if (isInProcess) await resumeWaiting(api);
		return isSo();
	}, 120_000);

const jobsOf = async ({ orgId, token }: SignedIn) =>
	(await api.request("GET", `/orgs/${orgId}/jobs`, { token })).body.data as { state: string; failure: unknown }[];

const transcribeAudio = async ({ token }: SignedIn) =>
	api.request("POST", "/v1/audio/transcriptions", { token, ...(await formOf([["file", silence()]])) });

describe("without minutes of transcription", () => {
	engineTest("a recording is kept and waits; it is transcribed once there is something left", async () => {
		const owner = await api.createOrganization();
		const { token } = owner;
		await entitle(owner.orgId, NOTHING);
		const file = wavOf(64_044).fill(0, 44);
		const recorded = await uploading(api, owner).upload(file);
		await settled(async () => (await jobOf(owner, recorded))?.state === "waiting");
		const waiting = await jobOf(owner, recorded);

		const asked = await api.request("POST", `/meetings/${recorded.meetingId}/transcribe`, { token, body: {} });
		const kept = await api.request("GET", recorded.path, { token });
		await entitle(owner.orgId, {});
		await settled(async () => (await jobOf(owner, recorded)).state === "succeeded");

		expect(waiting).toMatchObject({ state: "waiting", failure: { code: "quota_exceeded" } });
		expect(verdictOf(asked)).toEqual(refused("transcription_minutes"));
		expect(asked.body.error.meta).toMatchObject({ limit: 0, used: 0, resetsAt: expect.stringContaining("-01T") });
		expect([kept.status, kept.body.data.sizeBytes]).toEqual([200, file.length]);
		expect((await jobOf(owner, recorded)).id).toBe(waiting.id);
	});

	engineTest("a file whose sender waits is refused before it is heard", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, { transcription_minutes: 1 });
		await use(owner.orgId, "transcriptionMs", 59_999);
		// Nobody knows how long a file is before it has arrived: what was begun is finished.
		const last = await transcribeAudio(owner);
		const next = await transcribeAudio(owner);

		expect(last.status).toBe(200);
		expect(verdictOf(next)).toEqual(refused("transcription_minutes"));
	});
});

test("What follows from a transcript by itself waits; what is asked for is refused; later all of it is made", async () => {
	const owner = await api.createOrganization({ settings: { aiSummaries: "basic" } });
	await entitle(owner.orgId, NOTHING);
	const meetingId = await summaries.meeting(owner, { transcription: { translateTo: ["es"] } });
	const { id } = await summaries.say(owner, meetingId);
	await settled(async () => {
		const jobs = await jobsOf(owner);
		return jobs.length > 0 && jobs.every(({ state }) => state === "waiting");
	});
	const waiting = await jobsOf(owner);

	const askedFirst = await translations.request(owner, id, "ar");
	await entitle(owner.orgId, { translation_minutes: null });
	await settled(async () => {
		const jobs = await jobsOf(owner);
		return jobs.every(({ state }) => state === "succeeded");
	});
	await entitle(owner.orgId, { ai_summaries: 1 });
	const [segment] = (await transcripts.segments(owner, id)).body.data;
	await transcripts.edit(owner, id, segment.id, { text: "Now it says something else, so that its summary is old." });
	const asked = [askedFirst, await summaries.ask(owner, meetingId)];

	expect(new Set(waiting.map(({ failure }) => (failure as { code: string }).code))).toEqual(
		new Set(["quota_exceeded"]),
	);
	expect(asked.map(verdictOf)).toEqual([refused("translation_minutes"), refused("ai_summaries")]);
	expect(asked[1]?.body.error.meta).toEqual({
		entitlement: "ai_summaries",
		limit: 1,
		used: 1,
		resetsAt: expect.stringContaining("-01T"),
		plan: "team",
	});
	expect((await translations.list(owner, id)).body.data).toMatchObject([{ language: "es", state: "ready" }]);
	expect((await summaries.get(owner, meetingId)).body.data.state).toBe("ready");
});

test("Captions that have begun are taken to the end of their meeting when a plan lacks them; the next are refused", async () => {
	const owner = await api.createOrganization();
	const [meeting, next] = [await captions.openLive(owner), await captions.openLive(owner)];
	const said = (text: string) => [{ text, language: "en" }];
	await captions.push(owner, meeting, said("Light bends."));
	await entitle(owner.orgId, { liveTranscription: false });

	const going = await captions.push(owner, meeting, said("It breaks."));
	const refusedNext = await captions.push(owner, next, said("Is it dark?"));
	await captions.end(owner, meeting);
	const [live] = (await transcripts.list(owner, meeting.id)).body.data;
	await until(async () => (await transcripts.get(owner, live.id)).body.data.state === "ready");

	expect(verdictOf(going)).toBe("allowed");
	expect(verdictOf(refusedNext)).toEqual([402, "entitlement_required", "liveTranscription", "team"]);
	const { data } = (await transcripts.segments(owner, live.id)).body;
	expect(data.map(({ text }: { text: string }) => text)).toEqual(["Light bends.", "It breaks."]);
});

test("An upload in flight is received whole whatever its organization loses meanwhile, and its recording can be read", async () => {
	const owner = await api.createOrganization();
	const client = uploading(api, owner);
	const file = wavOf(20_000);
	const { uploadId } = (await client.announce(file.length)).body.data;
	await client.patch(uploadId, 0, file.slice(0, 8_000));
	await entitle(owner.orgId, {
		...NOTHING,
		recording_storage_bytes: 0,
		meeting_minutes: 0,
		workspaces: 0,
		seats: 0,
		meetingRecording: false,
		liveTranscription: false,
	});

	const rest = await client.patch(uploadId, 8_000, file.slice(8_000));
	const { state, recordingId, meetingId } = (await client.get(uploadId)).body.data;
	const read = await api.request("GET", `/meetings/${meetingId}/recordings/${recordingId}`, { token: owner.token });

	expect([rest.status, state]).toEqual([204, "finished"]);
	expect([read.status, read.body.data.sizeBytes]).toEqual([200, file.length]);
	expect((await client.announce(1)).status).toBe(402);
});
