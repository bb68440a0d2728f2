import { beforeEach, describe, expect } from "bun:test";
import { and, eq, like } from "drizzle-orm";
import { events, usageRecords } from "#db/schema";
import { apertiumTest, hasApertium, sharedApertium } from "../support/apertium.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { useHarness } from "../support/harness.ts";
import { meetings } from "../support/meetings.ts";
import { transcripts } from "../support/transcripts.ts";
import { openTranslationProxy } from "../support/translation-proxy.ts";
import { MEETING_VTT, translationsOf } from "../support/translations.ts";

const proxy = await forThisFile(
	openTranslationProxy(hasApertium ? (await sharedApertium()).url : "http://127.0.0.1:1"),
);
const api = await useHarness({ env: { TRANSLATE_PROVIDER: "apertium", TRANSLATE_URL: proxy.url } });
const { jobs } = api.parley.services;
const { db } = api.store.acrossTenants;
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const translations = translationsOf(api);
const workspace = await meetings.createWorkspace(teacher, {});

beforeEach(() => {
	proxy.mode = "pass";
	proxy.sent.length = 0;
});

/** Imports the meeting of the tests and returns its transcript. */
async function transcribed(more: Readonly<Record<string, unknown>> = {}, vtt = MEETING_VTT) {
	const meeting = await meetings.made(teacher, workspace.id, more);
	const { id } = await transcripts.imported(teacher, meeting.id, vtt);
	return { meetingId: meeting.id as string, id: id as string };
}

const textsOf = async (id: string, query: string) => (await transcripts.segments(teacher, id, query)).body.data;
const eventsOf = async (subject: string) =>
	(
		await db
			.select()
			.from(events)
			.where(and(eq(events.orgId, owner.orgId), like(events.type, "translation.%")))
	)
		.filter(({ object }) => object.id === subject)
		.map(({ type }) => type);

describe("a translation", () => {
	apertiumTest("has a text for each segment, and says what made it and how good it is", async () => {
		const { id, meetingId } = await transcribed();

		const asked = await translations.request(teacher, id);
		const before = await translations.get(teacher, id, asked.body.data.translationId);
		await jobs.runDue();
		const made = await translations.get(teacher, id, asked.body.data.translationId);

		expect(asked.status).toBe(202);
		expect(before.body.data).toMatchObject({ state: "processing", progress: 0, segmentCount: 0, engine: null });
		expect(made.body.data).toMatchObject({
			id: asked.body.data.translationId,
			transcriptId: id,
			language: "es",
			state: "ready",
			stale: false,
			progress: 1,
			jobId: asked.body.data.jobId,
			engine: { engine: "apertium", model: "eng-spa", version: null },
			quality: "gist",
			segmentCount: 8,
			createdBy: teacher.userId,
		});
		const segments = await textsOf(id, "?include=translations&lang=es");
		expect(segments).toHaveLength(8);
		const spanish = segments.map((each: { translations: { text: string }[] }) => each.translations[0]?.text);
		expect(spanish[1]).toContain("presupuesto");
		expect(spanish[2]).toContain("proveedor");
		expect(spanish[4].split("\n")).toHaveLength(2);
		expect(spanish[7]).toContain("2 < 3 & 4 > 3");
		const meeting = (await meetings.get(teacher, meetingId)).body.data;
		expect(meeting.state).toBe("live");
		expect(meeting.artifacts.translations).toEqual([
			{ state: "ready", translationId: made.body.data.id, language: "es" },
		]);
		expect(await eventsOf(made.body.data.id)).toEqual(["translation.requested", "translation.ready"]);
		expect((await translations.request(teacher, id, "es")).status).toBe(200);
		expect(proxy.sent).toHaveLength(1);
	});

	apertiumTest("is stale after an edit, and then only what was edited is translated", async () => {
		const { id } = await transcribed();
		const made = await translations.made(teacher, id);
		const [segment] = await textsOf(id, "");
		proxy.sent.length = 0;

		await transcripts.edit(teacher, id, segment.id, { text: "The supplier is late." });
		const stale = (await translations.get(teacher, id, made.id)).body.data;
		const [old] = await textsOf(id, "?include=translations");
		const again = await translations.made(teacher, id);

		expect(stale).toMatchObject({ state: "ready", stale: true });
		expect(old.translations).toMatchObject([{ language: "es", stale: true }]);
		expect(again).toMatchObject({ id: made.id, state: "ready", stale: false, segmentCount: 8 });
		expect(proxy.sent).toEqual([["The supplier is late."]]);
		const [fresh] = await textsOf(id, "?lang=es-MX");
		expect(fresh.translations).toMatchObject([{ language: "es", stale: false }]);
		expect(fresh.translations[0].text).toContain("proveedor");
		// Once for each segment, however often it is translated.
		const used = await db
			.select()
			.from(usageRecords)
			.where(like(usageRecords.subject, `translation:${made.id}:%`));
		expect(used.map(({ meter, quantity }) => [meter, quantity])).toEqual([["translationMs", 8_000]]);
	});
});
