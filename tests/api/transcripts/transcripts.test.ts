import { describe, expect, test } from "bun:test";
import webvtt from "node-webvtt";
import { parseSync } from "subtitle";
import { WebVTTParser } from "webvtt-parser";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { said, transcripts, VTT } from "#tests/support/transcripts";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const student = await api.addMember(owner, "student");
const outsider = await api.addMember(owner, "teacher");
const stranger = await api.createOrganization();
const physics = await meetings.createWorkspace(teacher, { visibility: "private" });
await meetings.join(teacher, physics.id, student.userId, "member");
const newMeeting = async () => (await meetings.made(teacher, physics.id)).id as string;

/** What is said in {@link VTT}. */
const SAID = [
	[1_000, 2_500, "Ada Lovelace", "Light bends."],
	[2_500, 4_000, "Bob", "Does it?"],
	[4_000, 5_000, "Ada Lovelace", "2 < 3 && yes"],
	[5_000, 6_000, null, "[laughter]"],
];

describe("an imported transcript", () => {
	test("is read by those who may enter the meeting", async () => {
		const meetingId = await newMeeting();

		const made = await transcripts.import(teacher, meetingId, VTT);

		const { id } = made.body.data;
		expect(made.status).toBe(201);
		expect(made.body.data).toMatchObject({
			meetingId,
			recordingId: null,
			state: "ready",
			source: "import",
			language: "en",
			languages: ["en"],
			engine: null,
			segmentCount: 4,
			durationMs: 6_000,
			createdBy: teacher.userId,
		});
		const { recognized, ...transcript } = made.body.data;
		expect(recognized.speakers).toMatchObject([{ label: "Ada Lovelace" }, { label: "Bob" }]);
		expect((await transcripts.get(student, id)).body.data).toEqual(transcript);
		expect((await transcripts.list(student, meetingId)).body.data).toEqual([transcript]);
		expect(said(await transcripts.segments(student, id))).toEqual(SAID);
		const labels = (await transcripts.speakers(student, id)).body.data.map(({ label }: { label: string }) => label);
		expect(labels).toEqual(["Ada Lovelace", "Bob"]);
		const { artifacts } = (await meetings.get(student, meetingId)).body.data;
		expect(artifacts.transcript).toEqual({ state: "ready", transcriptId: id, languages: ["en"], segmentCount: 4 });
	});

	test("does not exist for anybody else, and only those who run the meeting change it", async () => {
		const meetingId = await newMeeting();
		const { id } = await transcripts.imported(teacher, meetingId);
		const [segment] = (await transcripts.segments(teacher, id)).body.data;
		const missing = await transcripts.get(owner, "trn_01jd0z7v9gf2nbrexx3vqjhp41");

		for (const nobody of [stranger, outsider]) {
			const answers = [
				await transcripts.get(nobody, id),
				await transcripts.get(nobody, id, "?format=vtt"),
				await transcripts.segments(nobody, id),
				await transcripts.speakers(nobody, id),
				await transcripts.revisions(nobody, id, segment.id),
				await transcripts.edit(nobody, id, segment.id, { text: "Mine" }),
				await transcripts.editSpeaker(nobody, id, segment.speaker.id, { label: "Mine" }),
				await transcripts.remove(nobody, id),
				await transcripts.list(nobody, meetingId),
				await transcripts.import(nobody, meetingId, VTT),
			];
			expect(answers.map(codeOf)).toEqual(answers.map(() => [404, "not_found"]));
			expect(answers[0]?.body.error).toEqual(missing.body.error);
		}
		expect(codeOf(await transcripts.edit(student, id, segment.id, { text: "Mine" }))).toEqual([
			403,
			"insufficient_scope",
		]);
		expect(said(await transcripts.segments(owner, id))).toEqual(SAID);
	});

	test("is read by a guest of the organization who takes part in the meeting, and by no other", async () => {
		const meetingId = await newMeeting();
		const { id } = await transcripts.imported(teacher, meetingId);
		const guests = [await api.addMember(owner, "guest"), await api.addMember(owner, "guest")] as const;
		const body = { userId: guests[0].userId };
		await api.request("POST", `/meetings/${meetingId}/participants`, { token: teacher.token, body });

		const answers = await Promise.all(guests.map((guest) => transcripts.segments(guest, id)));
		const [invited] = guests;
		const edited = await transcripts.editSpeaker(invited, id, "spk_01jd0z7v9gf2nbrexx3vqjhp41", { label: "Me" });

		expect(answers.map(codeOf)).toEqual([
			[200, undefined],
			[404, "not_found"],
		]);
		expect(codeOf(edited)).toEqual([403, "insufficient_scope"]);
	});

	test("takes the place of one in the same language, and no other", async () => {
		const meetingId = await newMeeting();
		const { id: first } = await transcripts.imported(teacher, meetingId);
		const german = await transcripts.import(teacher, meetingId, VTT, "text/vtt", "?language=de-ch");

		const { id: second } = await transcripts.imported(teacher, meetingId);

		const listed = (await transcripts.list(teacher, meetingId)).body.data;
		expect(listed.map((row: { id: string; language: string }) => [row.id, row.language])).toEqual([
			[second, "en"],
			[german.body.data.id, "de-CH"],
		]);
		expect(codeOf(await transcripts.get(teacher, first))).toEqual([404, "not_found"]);
		const { transcript } = (await meetings.get(teacher, meetingId)).body.data.artifacts;
		expect(transcript.transcriptId).toBe(second);
	});

	test("can be removed, with all of its rows", async () => {
		const meetingId = await newMeeting();
		const { id } = await transcripts.imported(teacher, meetingId);

		const removed = await transcripts.remove(teacher, id);
		await api.parley.services.jobs.runDue();

		expect(removed.status).toBe(204);
		expect(codeOf(await transcripts.get(teacher, id))).toEqual([404, "not_found"]);
		expect((await transcripts.list(teacher, meetingId)).body.data).toEqual([]);
		const { transcript } = (await meetings.get(teacher, meetingId)).body.data.artifacts;
		expect(transcript).toMatchObject({ state: "deleted", transcriptId: null });
	});
});

describe("the segments of a transcript", () => {
	test("are paged, by time and by speaker", async () => {
		const { id } = await transcripts.imported(teacher, await newMeeting());
		const [first] = (await transcripts.segments(student, id)).body.data;

		const page = await transcripts.segments(student, id, "?limit=2");
		const next = await transcripts.segments(student, id, `?limit=2&cursor=${page.body.page.nextCursor}`);
		const within = await transcripts.segments(student, id, "?fromMs=2600&toMs=5000");
		const spoken = await transcripts.segments(student, id, `?speakerId=${first.speaker.id}`);
		const nobody = await transcripts.segments(student, id, "?speakerId=spk_01jd0z7v9gf2nbrexx3vqjhp41");

		expect([...said(page), ...said(next)]).toEqual(SAID);
		expect(next.body.page.hasMore).toBe(false);
		expect(said(within)).toEqual(SAID.slice(1, 3));
		expect(said(spoken)).toEqual([SAID[0], SAID[2]]);
		expect(said(nobody)).toEqual([]);
		expect(codeOf(await transcripts.segments(student, id, "?fromMs=soon"))).toEqual([400, "invalid_request"]);
	});

	test("have words when they are asked for", async () => {
		const exported = {
			segments: [
				{ startMs: 0, endMs: 900, text: "Hi all", words: [{ text: "Hi", startMs: 0, endMs: 400, confidence: 0.5 }] },
			],
		};
		const meetingId = await newMeeting();
		const { id } = await transcripts.imported(teacher, meetingId, JSON.stringify(exported), "application/json");

		const [plain] = (await transcripts.segments(student, id)).body.data;
		const [full] = (await transcripts.segments(student, id, "?include=words")).body.data;

		expect("words" in plain).toBe(false);
		expect(full.words).toEqual([{ text: "Hi", startMs: 0, endMs: 400, confidence: 0.5 }]);
	});
});

describe("a transcript as a file", () => {
	inProcessTest("is WebVTT with voices, as another program reads it", async () => {
		const { id } = await transcripts.imported(teacher, await newMeeting());

		const file = await transcripts.get(student, id, "?format=vtt");

		expect(file.headers.get("content-type")).toBe("text/vtt;charset=utf-8");
		expect(file.headers.get("content-disposition")).toStartWith('attachment; filename="Optics 2030-01-01.vtt"');
		expect(new WebVTTParser().parse(file.text, "subtitles/captions/descriptions").errors).toEqual([]);
		expect(webvtt.parse(file.text, { meta: true, strict: true }).cues.map(({ text }) => text)).toEqual([
			"<v Ada Lovelace>Light bends.",
			"<v Bob>Does it?",
			"<v Ada Lovelace>2 &lt; 3 &amp;&amp; yes",
			"[laughter]",
		]);
		expect(said({ ...file, ...(await importedAgain(file.text, "text/vtt")) })).toEqual(SAID);
	});

	test("is SRT with names, as another program reads it", async () => {
		const { id } = await transcripts.imported(teacher, await newMeeting());

		const file = await transcripts.get(student, id, "", { accept: "application/x-subrip" });

		expect(file.headers.get("content-type")).toBe("application/x-subrip;charset=utf-8");
		expect(file.headers.get("vary")).toContain("Accept");
		expect(parseSync(file.text).map(({ data }) => data)).toMatchObject([
			{ start: 1_000, end: 2_500, text: "Ada Lovelace: Light bends." },
			{ start: 2_500, end: 4_000, text: "Bob: Does it?" },
			{ start: 4_000, end: 5_000, text: "Ada Lovelace: 2 < 3 && yes" },
			{ start: 5_000, end: 6_000, text: "[laughter]" },
		]);
	});

	test("is text to read", async () => {
		const { id } = await transcripts.imported(teacher, await newMeeting());

		const file = await transcripts.get(student, id, "", { accept: "text/plain, */*;q=0.1" });

		expect(file.text).toBe(
			"[00:00:01] Ada Lovelace\nLight bends.\n\n[00:00:02] Bob\nDoes it?\n\n" +
				"[00:00:04] Ada Lovelace\n2 < 3 && yes\n\n[00:00:05]\n[laughter]\n",
		);
	});

	test("is JSON that can be imported again", async () => {
		const { id } = await transcripts.imported(teacher, await newMeeting());

		const file = await transcripts.get(student, id, "?format=json");

		expect(file.body.data.segments).toEqual((await transcripts.segments(student, id, "?include=words")).body.data);
		expect(file.body.data.speakers).toEqual((await transcripts.speakers(student, id)).body.data);
		expect(said({ ...file, ...(await importedAgain(file.text, "application/json")) })).toEqual(SAID);
		const bare = JSON.stringify(file.body.data);
		expect(said({ ...file, ...(await importedAgain(bare, "application/json")) })).toEqual(SAID);
	});

	test("is not sent to a client that has it, and has no body for HEAD", async () => {
		const { id } = await transcripts.imported(teacher, await newMeeting());
		const vtt = await transcripts.get(student, id, "?format=vtt");
		const tag = vtt.headers.get("etag") ?? "";

		const again = await transcripts.get(student, id, "?format=vtt", { "if-none-match": tag });
		const other = await transcripts.get(student, id, "?format=srt", { "if-none-match": tag });
		const head = await api.request("HEAD", `/transcripts/${id}?format=vtt`, { token: student.token });

		expect([again.status, again.text]).toEqual([304, ""]);
		expect(other.status).toBe(200);
		expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", tag]);
	});

	test("is the resource to a client that accepts anything, and refused in an unknown format", async () => {
		const { id } = await transcripts.imported(teacher, await newMeeting());

		const anything = await transcripts.get(student, id, "", { accept: "text/html, */*" });
		const unknown = await transcripts.get(student, id, "?format=docx");

		expect(anything.body.data.id).toBe(id);
		expect(codeOf(unknown)).toEqual([400, "invalid_request"]);
	});

	async function importedAgain(raw: string, type: string) {
		const { id } = await transcripts.imported(teacher, await newMeeting(), raw, type);
		return transcripts.segments(student, id);
	}
});
