import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { searchesOf } from "#tests/support/searches";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const { search, found, texts, settle } = searchesOf(api);

/** Creates a meeting in a workspace of its own, in which these lines are said by Ada, one every ten seconds. */
async function say(by: typeof teacher, ...lines: readonly string[]) {
	const workspace = await meetings.createWorkspace(by, { visibility: "private" });
	const meeting = await meetings.made(by, workspace.id);
	const at = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
	const cues = lines.map((line, index) => `${at(index * 10)} --> ${at(index * 10 + 5)}\n<v Ada Lovelace>${line}\n`);
	const transcript = await transcripts.imported(by, meeting.id, `WEBVTT\n\n${cues.join("\n")}`);
	await settle();
	return { workspace, meeting, transcript };
}

const physicist = await api.createOrganization();
await say(physicist, "gamma delta", "gamma", "delta gamma", "gamma ray");

describe("a search of what was said", () => {
	test("finds a segment by its words, with where and when they were said", async () => {
		const { meeting, transcript, workspace } = await say(teacher, "Nothing.", "Élodie saw the <b>prism</b> & left");

		const hits = await found(teacher, 'elodie "the prism"');

		const [segment] = (await transcripts.segments(teacher, transcript.id, "?fromMs=10000")).body.data;
		expect(hits).toEqual([
			{
				transcriptId: transcript.id,
				segmentId: segment.id,
				meetingId: meeting.id,
				meetingTitle: "Optics",
				workspaceId: workspace.id,
				speaker: segment.speaker,
				startMs: 10_000,
				endMs: 15_000,
				startedAt: new Date(Date.parse(meeting.startedAt) + 10_000).toISOString(),
				language: segment.language,
				text: "Élodie saw the prism & left",
				matches: [
					[0, 6],
					[11, 20],
				],
				snippet: "<mark>Élodie</mark> saw <mark>the prism</mark> &amp; left",
			},
		]);
	});

	test.each([
		["gamma delta", ["delta gamma", "gamma delta"]],
		['"gamma delta"', ["gamma delta"]],
		["gamma -delta", ["gamma ray", "gamma"]],
		["gam*", ["gamma ray", "delta gamma", "gamma", "gamma delta"]],
		['"gamma ra"*', ["gamma ray"]],
		["GAMMA", ["gamma ray", "delta gamma", "gamma", "gamma delta"]],
		["gamma speaker:ada", ["gamma ray", "delta gamma", "gamma", "gamma delta"]],
		['gamma speaker:"ada lovelace"', ["gamma ray", "delta gamma", "gamma", "gamma delta"]],
		["gamma speaker:bob", []],
		["gamma -speaker:ada", []],
		["gamma to:1999-12-31", []],
		["gamma from:9999-12-31", []],
		["gamma from:9000-01-01 to:9999-12-31T23:59:59.999Z", []],
		["gamma from:1999-12-31", ["gamma ray", "delta gamma", "gamma", "gamma delta"]],
		["gamma-delta", ["gamma delta"]],
		["gamm", []],
	])("understands %s", async (q, expected) => {
		expect(await texts(physicist, q)).toEqual(expected);
	});

	test("finds what is written without spaces, with marks and as ligatures", async () => {
		const asker = await api.createOrganization();
		await say(asker, "東京大学に行く", "the ﬁnal naïve café", "สวัสดีครับ");

		const [[tokyo], [final], [thai]] = await Promise.all(["大学", "final cafe", "ดีค"].map((q) => found(asker, q)));

		expect(tokyo.matches.map(([from, to]: number[]) => tokyo.text.slice(from, to))).toEqual(["大学"]);
		expect(final.matches.map(([from, to]: number[]) => final.text.slice(from, to))).toEqual(["ﬁnal", "café"]);
		expect(thai.matches.map(([from, to]: number[]) => thai.text.slice(from, to))).toEqual(["ดีค"]);
	});

	test("goes through all pages without loss or repetition, newest first", async () => {
		const asker = await api.createOrganization();
		const lines = Array.from({ length: 23 }, (_, index) => `lens number${index}`);
		await say(asker, ...lines);
		const all: string[] = [];

		for (let cursor = ""; ; ) {
			const { body } = await search(asker, "lens", `&limit=5${cursor}`);
			all.push(...body.data.map(({ text }: { text: string }) => text));
			if (!body.page.hasMore) break;
			cursor = `&cursor=${body.page.nextCursor}`;
		}

		expect(all).toEqual(lines.toReversed());
	});

	test.each([
		["-light", "needs a term to find besides the excluded ones"],
		["!!! ...", "needs a word to find"],
		["light from:yesterday", "at character 7: from: must be a day"],
		["light speaker:", "at character 7: speaker: needs a name"],
		["l*", "at character 1: the beginning of a word needs at least 2 letters"],
		["a ".repeat(17), "there may be at most 16 terms"],
	])("refuses %s and says why", async (q, message) => {
		const response = await search(teacher, q);

		expect(codeOf(response)).toEqual([400, "invalid_request"]);
		expect(response.text).toContain(message);
	});

	test("takes any text for words", async () => {
		const asker = await api.createOrganization();
		await say(asker, "light bends");
		const odd = [
			'"light',
			"light AND NOT",
			"light)",
			"NEAR(light bends)",
			"light:bends^2",
			"light' --",
			"{light}",
			"l\u0301ight bends😀",
		];

		for (const q of odd) expect((await search(asker, q)).status, q).toBe(200);
		expect(await texts(asker, '"light bends')).toEqual(["light bends"]);
		expect(await texts(asker, "l\u0301ight bends😀")).toEqual(["light bends"]);
	});

	test("finds a corrected text at once by none of its old words, and soon by its new ones", async () => {
		const asker = await api.createOrganization();
		const { transcript } = await say(asker, "the lite bends");
		const [segment] = (await transcripts.segments(asker, transcript.id)).body.data;

		await transcripts.edit(asker, transcript.id, segment.id, { text: "the light bends" });

		expect(await texts(asker, "lite")).toEqual([]);
		await settle();
		expect(await texts(asker, "lite")).toEqual([]);
		expect(await texts(asker, "light")).toEqual(["the light bends"]);
	});

	test("knows a speaker by the new name", async () => {
		const asker = await api.createOrganization();
		const { transcript } = await say(asker, "the light bends");
		const [speaker] = (await transcripts.speakers(asker, transcript.id)).body.data;

		await transcripts.editSpeaker(asker, transcript.id, speaker.id, { label: "Grace Hopper" });
		await settle();

		expect(await texts(asker, "speaker:grace")).toEqual(["the light bends"]);
		expect(await texts(asker, "light speaker:ada")).toEqual([]);
	});

	test("finds nothing of a transcript or meeting that was deleted", async () => {
		const asker = await api.createOrganization();
		const first = await say(asker, "light bends");
		const second = await say(asker, "light breaks");

		await transcripts.remove(asker, first.transcript.id);
		expect(await texts(asker, "light")).toEqual(["light breaks"]);
		await meetings.move(asker, second.meeting.id, "end");
		expect((await meetings.remove(asker, second.meeting.id)).status).toBe(202);
		expect(await texts(asker, "light")).toEqual([]);
		await settle();
		expect(await texts(asker, "light")).toEqual([]);
	});

	test("is forbidden where the organization has switched it off", async () => {
		const asker = await api.createOrganization({ featureFlags: { transcriptSearch: false } });

		const response = await search(asker, "light");

		expect(codeOf(response)).toEqual([403, "forbidden"]);
	});
});
