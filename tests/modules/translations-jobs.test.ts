import { beforeEach, describe, expect } from "bun:test";
import { and, eq } from "drizzle-orm";
import { artifacts, translatedSegments, translations as translationRows, usageRecords } from "#db/schema";
import { apertiumTest, hasApertium, sharedApertium } from "../support/apertium.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { guestsOf } from "../support/guests.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { codeOf } from "../support/responses.ts";
import { transcripts } from "../support/transcripts.ts";
import { openTranslationProxy } from "../support/translation-proxy.ts";
import { MEETING_VTT, translationsOf } from "../support/translations.ts";

const proxy = await forThisFile(
	openTranslationProxy(hasApertium ? (await sharedApertium()).url : "http://127.0.0.1:1"),
);
const api = await useHarness({ env: { TRANSLATE_PROVIDER: "apertium", TRANSLATE_URL: proxy.url } });
const { jobs } = api.parley.services;
const { db } = api.store.acrossTenants;
const translations = translationsOf(api);
const guests = guestsOf(api);

beforeEach(() => {
	proxy.mode = "pass";
	proxy.sent.length = 0;
});

const send = async (by: SignedIn, method: string, path: string, body?: unknown) =>
	(await api.request(method, path, { token: by.token, ...(body !== undefined && { body }) })).body?.data;

/** Imports a transcript of a new meeting of a new organization and asks for its translation. */
async function requested(vtt = MEETING_VTT, more: Readonly<Record<string, unknown>> = {}) {
	const owner = await api.createOrganization();
	const meeting = await guests.openMeeting(owner, more);
	const { id } = await transcripts.imported(owner, meeting.id, vtt);
	const { translationId, jobId } = (await translations.request(owner, id)).body.data;
	return {
		owner,
		meeting,
		id,
		translationId,
		jobId,
		job: () => send(owner, "GET", `/jobs/${jobId}`),
		translation: () => send(owner, "GET", `/transcripts/${id}/translations/${translationId}`),
	};
}

/** Subtitles of so many sentences. */
const long = (count: number): string =>
	`WEBVTT\n\n${Array.from({ length: count }, (_, at) => {
		const time = (ms: number) => new Date(ms).toISOString().slice(11, 23);
		return `${time(at * 1000)} --> ${time(at * 1000 + 900)}\nThe budget of project number ${at} is approved.\n`;
	}).join("\n")}`;

/** Lets the work begin and returns it once the engine has a request, which it keeps. */
async function holdFirst(): Promise<{ readonly work: Promise<number> }> {
	proxy.mode = "hold";
	const arrives = proxy.nextRequest();
	const work = jobs.runDue();
	await arrives;
	proxy.mode = "pass";
	return { work };
}

describe("the job of a translation", () => {
	apertiumTest("is among the jobs of the organization, with its progress", async () => {
		const { owner, jobId, id, job } = await requested();

		const queued = await job();
		await jobs.runDue();

		expect(queued).toMatchObject({
			type: "translation",
			state: "queued",
			step: "translate",
			transcriptId: id,
			language: "es",
		});
		expect(await job()).toMatchObject({
			state: "succeeded",
			progress: 1,
			engine: { engine: "apertium", model: "eng-spa" },
		});
		const listed = await send(owner, "GET", `/orgs/${owner.orgId}/jobs?type=translation`);
		expect(listed.map((each: { id: string }) => each.id)).toEqual([jobId]);
	});

	apertiumTest(
		"keeps what was translated when it is cancelled, and goes on from there when it is retried",
		async () => {
			const { owner, id, jobId, job, translation } = await requested(long(450));
			const first = proxy.nextRequest();
			const work = jobs.runDue();
			await first;
			while ((await job()).progress === 0) await Bun.sleep(5);
			proxy.mode = "hold";
			await proxy.nextRequest();

			const cancelled = await owner.post(`/jobs/${jobId}/cancel`, {});
			proxy.mode = "pass";
			proxy.release();
			await work;
			const given = await translation();
			const sent = new Set(proxy.sent.flat());
			const counted = given.segmentCount;
			const exported = await transcripts.get(owner, id, "?format=vtt&lang=es");
			await owner.post(`/jobs/${jobId}/retry`, {});
			const again = await translation();
			proxy.sent.length = 0;
			await jobs.runDue();

			expect(cancelled.body.data).toMatchObject({ state: "cancelled" });
			expect(given).toMatchObject({ state: "failed", failure: "cancelled" });
			expect(counted).toBeGreaterThan(0);
			expect(counted).toBeLessThan(450);
			expect(codeOf(exported)).toEqual([409, "state_conflict"]);
			expect(again).toMatchObject({ state: "processing", failure: null, segmentCount: counted });
			expect(await translation()).toMatchObject({ state: "ready", segmentCount: 450 });
			expect(proxy.sent.flat()).toHaveLength(450 - counted);
			expect(sent.size).toBeGreaterThanOrEqual(counted);
			const used = await db.select().from(usageRecords).where(eq(usageRecords.orgId, owner.orgId));
			const ms = used.filter(({ meter }) => meter === "translationMs").reduce((sum, { quantity }) => sum + quantity, 0);
			expect(ms).toBe(450 * 900);
		},
	);

	apertiumTest("pauses while the organization is suspended", async () => {
		const { owner, translation } = await requested();
		const system = api.as(await api.signInSystem());
		await system.post(`/orgs/${owner.orgId}/suspend`, { reasonCode: "other", reason: "Test" });

		await jobs.runDue();

		const [paused] = (await system.get("/jobs?state=queued")).body.data;
		expect(paused).toMatchObject({ orgId: owner.orgId, type: "translation" });
		expect(proxy.sent).toEqual([]);
		await system.post(`/orgs/${owner.orgId}/resume`, {});
		api.advanceMs(31_000);
		await jobs.runDue();
		expect(await translation()).toMatchObject({ state: "ready" });
	});

	apertiumTest("is tried again while the engine is away, and fails when it stays away", async () => {
		const { owner, meeting, job, translation } = await requested();
		proxy.mode = "fail";

		for (let n = 0; n < 12; n++) {
			await jobs.runDue();
			api.advanceMs(30_000);
		}

		expect(await job()).toMatchObject({ state: "failed", failure: { code: "engine_busy" } });
		expect(await translation()).toMatchObject({ state: "failed", failure: "engine_busy" });
		const { artifacts: shown } = await send(owner, "GET", `/meetings/${meeting.id}`);
		expect(shown.translations).toMatchObject([{ state: "failed" }]);
	});

	apertiumTest("translates once more what is edited while it works", async () => {
		const { owner, id, translation } = await requested();
		const { work } = await holdFirst();
		const [segment] = (await transcripts.segments(owner, id)).body.data;

		await transcripts.edit(owner, id, segment.id, { text: "The supplier is late." });
		proxy.release();
		await work;

		expect(await translation()).toMatchObject({ state: "ready", stale: false });
		expect(proxy.sent.slice(1)).toEqual([["The supplier is late."]]);
		const [shown] = (await transcripts.segments(owner, id, "?lang=es")).body.data;
		expect(shown.translations[0].text).toContain("proveedor");
	});

	apertiumTest("ends with its transcript, and with its translation", async () => {
		const removed = await requested();
		const { work } = await holdFirst();
		await transcripts.remove(removed.owner, removed.id);
		proxy.release();
		await work;
		const deleted = await requested();
		await translations.remove(deleted.owner, deleted.id, deleted.translationId);
		await jobs.runDue();

		for (const { job, owner } of [removed, deleted]) {
			expect(await job()).toMatchObject({ state: "cancelled" });
			const left = await db.select().from(translationRows).where(eq(translationRows.orgId, owner.orgId));
			const texts = await db.select().from(translatedSegments).where(eq(translatedSegments.orgId, owner.orgId));
			expect([left, texts]).toEqual([[], []]);
			const ledger = and(eq(artifacts.orgId, owner.orgId), eq(artifacts.ownerType, "translation"));
			const entries = await db.select().from(artifacts).where(ledger);
			expect(entries.map(({ deletedAtMs }) => deletedAtMs !== null)).toEqual([true]);
		}
		expect(codeOf(await deleted.owner.post(`/jobs/${deleted.jobId}/retry`, {}))).toEqual([409, "state_conflict"]);
	});

	apertiumTest("ends when somebody in the meeting takes their consent back", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const meeting = await guests.openMeeting(owner);
		const guest = await guests.guestIn(meeting);
		const { id } = await transcripts.imported(owner, meeting.id, MEETING_VTT);
		const { jobId } = (await translations.request(owner, id)).body.data;
		const { work } = await holdFirst();

		await guests.decide(guest, meeting, guest.id, { kind: "transcription", decision: "denied" });
		proxy.release();
		await work;

		const job = await send(owner, "GET", `/jobs/${jobId}`);
		expect(job).toMatchObject({ state: "cancelled", failure: { code: "consent_required" } });
		expect(codeOf(await translations.request(owner, id))).toEqual([403, "consent_required"]);
		expect((await translations.list(owner, id)).body.data).toMatchObject([
			{ state: "failed", failure: "consent_required", segmentCount: 0 },
		]);
	});
});

describe("the translations that a meeting asks for", () => {
	apertiumTest("are made when its transcript is there, each to a language it is not held in", async () => {
		const owner = await api.createOrganization();
		const meeting = await guests.openMeeting(owner, { transcription: { translateTo: ["es", "en-GB", "fr"] } });

		const { id } = await transcripts.imported(owner, meeting.id, MEETING_VTT);
		await owner.post(`/meetings/${meeting.id}/end`);
		const before = await send(owner, "GET", `/meetings/${meeting.id}`);
		await jobs.runDue();

		expect(before.state).toBe("processing");
		expect(before.artifacts.translations).toMatchObject([{ state: "processing" }, { state: "processing" }]);
		const made = await send(owner, "GET", `/transcripts/${id}/translations`);
		expect(made.map((each: { language: string; state: string }) => [each.language, each.state])).toEqual([
			["es", "ready"],
			["fr", "ready"],
		]);
		expect(made[1].engine.model).toBe("eng-spa-fra");
		expect((await send(owner, "GET", `/meetings/${meeting.id}`)).state).toBe("ready");
	});
});
