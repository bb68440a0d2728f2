import { describe, expect, test } from "bun:test";
import webvtt from "node-webvtt";
import { parseSync } from "subtitle";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { openLibreServer } from "#tests/support/libretranslate";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { transcripts } from "#tests/support/transcripts";
import { MEETING_VTT, translationsOf } from "#tests/support/translations";

// A stand-in: what it answers is in capitals, so that the order and the number of texts can be told.
const libre = await forThisFile(openLibreServer());
const api = await useHarness({ env: { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url } });
const teacher = await api.createOrganization();
const translations = translationsOf(api);
const workspace = await meetings.createWorkspace(teacher);

async function transcribed(vtt = MEETING_VTT): Promise<string> {
	const meeting = await meetings.made(teacher, workspace.id);
	return (await transcripts.imported(teacher, meeting.id, vtt)).id;
}

const translated = (id: string, language = "es") => translations.finished(teacher, id, language);

const SAID = [
	"GOOD MORNING EVERYBODY.",
	"THE BUDGET FOR THE PROJECT IS APPROVED.",
	"WHO CALLS THE SUPPLIER?",
	"I CALL THE SUPPLIER ON MONDAY.",
	"WE NEED THE REPORT\nBEFORE THE MEETING.",
	"THE PRICE IS 2,500 EUROS.",
	"MARIA SENDS THE INVOICE.",
	"2 < 3 & 4 > 3",
];

describe("a transcript in another language", () => {
	test("is exported as WebVTT, SubRip, text and JSON with the times of what was said", async () => {
		const id = await transcribed();
		const { id: translationId } = await translated(id);
		const file = async (format: string, lang = "es") =>
			(await transcripts.get(teacher, id, `?format=${format}&lang=${lang}`)).text;

		const vtt = webvtt.parse(await file("vtt"), { meta: true, strict: true });
		const srt = parseSync(await file("srt"));
		const json = JSON.parse(await file("json")).data;
		const txt = await file("txt");

		expect(await file("vtt")).toStartWith("WEBVTT\n\nNOTE Language: es\n\n");
		expect(vtt.cues.map(({ start, end }) => [start, end])).toEqual(SAID.map((_, at) => [at * 2, at * 2 + 1]));
		expect(vtt.cues[7]?.text).toBe("<v Bob>2 &lt; 3 &amp; 4 &gt; 3");
		expect(srt.map(({ data }) => (typeof data === "string" ? "" : data.text.replace(/^(Ada|Bob): /, "")))).toEqual(
			SAID,
		);
		expect(json).toMatchObject({
			id,
			language: "es",
			translation: { id: translationId, quality: "basic", stale: false },
		});
		expect(json.segments.map(({ text }: { text: string }) => text)).toEqual(SAID);
		const original = (await transcripts.segments(teacher, id)).body.data;
		const placed = (each: { id: string; startMs: number; endMs: number }) => [each.id, each.startMs, each.endMs];
		expect(json.segments.map(placed)).toEqual(original.map(placed));
		expect(json.segments.some((each: object) => "words" in each)).toBe(false);
		for (const text of SAID) expect(txt).toContain(text.replace("\n", " "));
		expect(await file("vtt", "es-AR")).toBe(await file("vtt"));
		expect(webvtt.parse(await file("vtt", "en"), { meta: true, strict: true }).cues[0]?.text).toContain("Good morning");
	});

	test("is imported again as a transcript in that language", async () => {
		const id = await transcribed();
		await translated(id);
		const file = await transcripts.get(teacher, id, "?format=json&lang=es");

		const meeting = await meetings.made(teacher, workspace.id);
		const again = await transcripts.imported(teacher, meeting.id, file.text, "application/json");

		expect(again).toMatchObject({ language: "es", segmentCount: 8 });
	});

	test("is missing where nobody translated it, and unknown where it is no language", async () => {
		const id = await transcribed();

		expect(codeOf(await transcripts.get(teacher, id, "?format=vtt&lang=es"))).toEqual([404, "not_found"]);
		expect(codeOf(await transcripts.get(teacher, id, "?format=vtt&lang=e%20s"))).toEqual([400, "invalid_request"]);
		expect(codeOf(await transcripts.segments(teacher, id, "?include=translations,nothing"))).toEqual([
			400,
			"invalid_request",
		]);
	});

	test("has another entity tag when it is translated again", async () => {
		const id = await transcribed();
		await translated(id);
		const tag = async () => (await transcripts.get(teacher, id, "?format=txt&lang=es")).headers.get("etag");
		const before = await tag();
		const [segment] = (await transcripts.segments(teacher, id)).body.data;
		await transcripts.edit(teacher, id, segment.id, { text: "Good evening." });
		const edited = await tag();

		await translated(id);

		expect(new Set([before, edited, await tag()]).size).toBe(3);
	});

	test("is read segment by segment beside what was said, in every language or in one", async () => {
		const id = await transcribed();
		await translated(id);
		await translated(id, "pt-BR");

		const both = (await transcripts.segments(teacher, id, "?include=words,translations&limit=2")).body.data;
		const one = (await transcripts.segments(teacher, id, "?lang=pt&limit=1")).body.data;
		const none = (await transcripts.segments(teacher, id, "?limit=1")).body.data;
		const selected = (await transcripts.segments(teacher, id, "?include=translations&fields=id&limit=1")).body.data;

		expect(both[0].translations).toEqual([
			{ language: "es", text: SAID[0], stale: false },
			{ language: "pt-BR", text: SAID[0], stale: false },
		]);
		expect(both[0]).toMatchObject({ text: "Good morning everybody.", words: null });
		expect(one[0].translations).toEqual([{ language: "pt-BR", text: SAID[0], stale: false }]);
		expect("translations" in none[0]).toBe(false);
		expect(Object.keys(selected[0])).toEqual(["id"]);
	});

	test("keeps text from right to left, markup and what looks like cues as they are", async () => {
		const texts = ["مرحبا \u202bعالم\u202c", "<script>alert(1)</script>", "a --> b", "ONE\nTWO", "😀👩‍👩‍👧 ẞ"];
		const cues = texts
			.map(
				(text, at) =>
					`00:0${at}.000 --> 00:0${at}.900\n${text.replace(/[<>]/g, (c) => (c === "<" ? "&lt;" : "&gt;"))}\n`,
			)
			.join("\n");
		const id = await transcribed(`WEBVTT\nLanguage: en\n\n${cues}`);
		await translated(id);

		const vtt = webvtt.parse((await transcripts.get(teacher, id, "?format=vtt&lang=es")).text, {
			meta: true,
			strict: true,
		});
		const json = JSON.parse((await transcripts.get(teacher, id, "?format=json&lang=es")).text).data;

		expect(vtt.cues).toHaveLength(texts.length);
		expect(json.segments.map(({ text }: { text: string }) => text)).toEqual(texts.map((text) => text.toUpperCase()));
	});
});
