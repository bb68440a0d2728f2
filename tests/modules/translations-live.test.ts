import { beforeEach, describe, expect } from "bun:test";
import { like } from "drizzle-orm";
import { usageRecords } from "#db/schema";
import { apertiumTest, hasApertium, sharedApertium } from "../support/apertium.ts";
import { captionsOf, type ReadFrame } from "../support/captions.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { transcripts } from "../support/transcripts.ts";
import { openTranslationProxy } from "../support/translation-proxy.ts";
import { translationsOf } from "../support/translations.ts";

const proxy = await forThisFile(
	openTranslationProxy(hasApertium ? (await sharedApertium()).url : "http://127.0.0.1:1"),
);
const api = await useHarness({ env: { TRANSLATE_PROVIDER: "apertium", TRANSLATE_URL: proxy.url } });
const { jobs } = api.parley.services;
const captions = captionsOf(api);
const translations = translationsOf(api);

beforeEach(() => {
	proxy.mode = "pass";
	proxy.sent.length = 0;
});

/** Opens a live meeting that is translated to Spanish, in an organization with or without live translation. */
async function opened(isOn = true) {
	const owner = await api.createOrganization({ featureFlags: { realTimeTranslation: isOn } });
	const meeting = await captions.openLive(owner, { transcription: { live: true, translateTo: ["es"] } });
	return { owner, meeting };
}

const spoken = (at: number, text: string) => ({ startMs: at * 1_000, endMs: at * 1_000 + 900, text, language: "en" });

/** Returns the session and transcript that captions went to. */
async function sessionOf(owner: SignedIn, meeting: { readonly id: string }) {
	const [transcript] = (await transcripts.list(owner, meeting.id)).body.data;
	const row = await api.parley.services.captions.session({ orgId: owner.orgId, id: meeting.id } as never);
	return { transcriptId: transcript.id as string, sessionId: row.id };
}

/** Waits until so many translations are in the log of a session, and returns its frames. */
async function framesWith(owner: SignedIn, sessionId: string, count: number): Promise<ReadFrame[]> {
	for (let tries = 0; ; tries++) {
		const frames = await captions.framesOf(owner, sessionId);
		if (frames.filter(({ type }) => type === "translation").length >= count || tries > 200) return frames;
		await Bun.sleep(25);
	}
}

describe("a live meeting", () => {
	apertiumTest("is translated while people speak, and a job makes what is missing", async () => {
		const { owner, meeting } = await opened();
		await captions.push(owner, meeting, [spoken(0, "The budget is approved."), spoken(1, "Who calls the supplier?")]);
		const { transcriptId, sessionId } = await sessionOf(owner, meeting);

		const frames = await framesWith(owner, sessionId, 2);

		const translated = frames.filter(({ type }) => type === "translation");
		expect(frames.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
		expect(translated.map(({ language }) => language)).toEqual(["es", "es"]);
		expect(translated[0]?.text).toContain("presupuesto");
		expect(translated[1]?.text).toContain("proveedor");
		expect(proxy.sent).toHaveLength(1);
		const [live] = (await translations.list(owner, transcriptId)).body.data;
		expect(live).toMatchObject({ language: "es", state: "processing", jobId: null, segmentCount: 2, quality: "gist" });
		const [first] = (await transcripts.segments(owner, transcriptId, "?lang=es")).body.data;
		expect(first.translations[0].text).toContain("presupuesto");
		// The engine is away for the last sentence.
		proxy.mode = "html";
		await captions.push(owner, meeting, [spoken(2, "Maria sends the invoice.")]);
		await proxy.nextRequest();
		await captions.end(owner, meeting);
		proxy.mode = "pass";
		proxy.sent.length = 0;
		await jobs.runDue();

		const [made] = (await translations.list(owner, transcriptId)).body.data;
		expect(made).toMatchObject({ id: live.id, state: "ready", segmentCount: 3, stale: false });
		expect(proxy.sent.flat()).toContain("Maria sends the invoice.");
		expect(proxy.sent.flat()).not.toContain("The budget is approved.");
		const { db } = api.store.acrossTenants;
		const used = await db
			.select()
			.from(usageRecords)
			.where(like(usageRecords.subject, `translation:${live.id}:%`));
		expect(used.map(({ quantity }) => quantity)).toEqual([2_700]);
	});

	apertiumTest("sends in one request what is said while the engine is busy", async () => {
		const { owner, meeting } = await opened();
		await captions.push(owner, meeting, [spoken(0, "Good morning.")]);
		const { sessionId } = await sessionOf(owner, meeting);
		proxy.mode = "hold";
		await proxy.nextRequest();

		for (let at = 1; at <= 5; at++) await captions.push(owner, meeting, [spoken(at, `The budget of project ${at}.`)]);
		proxy.mode = "pass";
		proxy.release();
		const frames = await framesWith(owner, sessionId, 6);

		expect(frames.filter(({ type }) => type === "translation")).toHaveLength(6);
		expect(proxy.sent.map((texts) => texts.length)).toEqual([1, 5]);
	});

	apertiumTest("is not translated where the organization has not turned it on, until it is over", async () => {
		const { owner, meeting } = await opened(false);
		await captions.push(owner, meeting, [spoken(0, "The budget is approved.")]);
		const { transcriptId, sessionId } = await sessionOf(owner, meeting);
		await Bun.sleep(300);

		const during = await captions.framesOf(owner, sessionId);
		await captions.end(owner, meeting);
		await jobs.runDue();

		expect(during.map(({ type }) => type)).toEqual(["final"]);
		expect((await translations.list(owner, transcriptId)).body.data).toMatchObject([
			{ language: "es", state: "ready" },
		]);
	});
});
