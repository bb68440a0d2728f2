import { describe, expect, test } from "bun:test";
import { segments as segmentsTable, speakers as speakersTable, transcripts as transcriptsTable } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { said, transcripts, VTT } from "#tests/support/transcripts";

const api = await useHarness();
const owner = await api.createOrganization();
const physics = await meetings.createWorkspace(owner);
const newMeeting = async () => (await meetings.made(owner, physics.id)).id as string;
const { db } = api.store.acrossTenants;

const SRT = "application/x-subrip";
const JSON_TYPE = "application/json";

describe("an import", () => {
	test("puts cues in order, overlapping or not, and knows hours beyond a day", async () => {
		const file =
			"\ufeffWEBVTT\r\n\r\n30:00:00.000 --> 30:00:01.000\r\nlate\r\n\r\n00:01.000 --> 00:09.000\r\nlong\r\n\r\n" +
			"00:01.000 --> 00:02.000\r\nshort\r\n\r\n00:00.000 --> 00:00.500\r\nfirst\r\n";

		const { id } = await transcripts.imported(owner, await newMeeting(), file);

		expect(said(await transcripts.segments(owner, id))).toEqual([
			[0, 500, null, "first"],
			[1_000, 9_000, null, "long"],
			[1_000, 2_000, null, "short"],
			[108_000_000, 108_001_000, null, "late"],
		]);
		expect((await transcripts.get(owner, id)).body.data.durationMs).toBe(108_001_000);
	});

	test("of SubRip is read in the character set that is named, or by its mark", async () => {
		const cue = "1\n00:00:01,000 --> 00:00:02,000\nÇa va, Zoë?\n";
		const latin = Uint8Array.from(cue, (character) => character.charCodeAt(0));
		const utf16 = new Uint8Array(
			new Uint16Array([0xfeff, ...Buffer.from(cue, "utf16le").swap16().swap16()]).length * 2,
		);
		utf16.set([0xff, 0xfe]);
		utf16.set(Buffer.from(cue, "utf16le"), 2);
		const meetingId = await newMeeting();

		const named = await transcripts.import(owner, meetingId, latin, `${SRT}; charset=windows-1252`);
		const [first] = said(await transcripts.segments(owner, named.body.data.id));
		const marked = await transcripts.import(owner, meetingId, utf16.slice(0, 2 + cue.length * 2), SRT);
		const [second] = said(await transcripts.segments(owner, marked.body.data.id));
		const unnamed = await transcripts.import(owner, meetingId, latin, SRT);
		const unknown = await transcripts.import(owner, meetingId, latin, `${SRT}; charset=klingon`);

		expect([first, second]).toEqual([
			[1_000, 2_000, null, "Ça va, Zoë?"],
			[1_000, 2_000, null, "Ça va, Zoë?"],
		]);
		expect(codeOf(unnamed)).toEqual([422, "validation_failed"]);
		expect(codeOf(unknown)).toEqual([415, "unsupported_media_type"]);
	});

	test("of what is hostile says it, as text", async () => {
		const name = "</v><script>alert(1)</script>\u202e\u0000";
		const text = "<script>alert(1)</script> -->\n\n'; DROP TABLE segments; --\u0000 {{7*7}} 🙂";
		const file = JSON.stringify({
			speakers: [{ id: "spk_01jd0z7v9gf2nbrexx3vqjhp41", label: name }],
			segments: [
				{
					startMs: 0,
					endMs: 1,
					text,
					speaker: { id: "spk_01jd0z7v9gf2nbrexx3vqjhp41", participantId: null, label: "Other" },
					words: [{ text: "a\u0000b\ud800", startMs: 0, endMs: 1, confidence: null }],
				},
			],
		});

		const { id } = await transcripts.imported(owner, await newMeeting(), file, JSON_TYPE);
		const vtt = await transcripts.get(owner, id, "?format=vtt");
		const again = await transcripts.imported(owner, await newMeeting(), vtt.text);

		const shown = "<script>alert(1)</script> -->\n'; DROP TABLE segments; -- {{7*7}} 🙂";
		const label = "</v><script>alert(1)</script>";
		expect(said(await transcripts.segments(owner, id))).toEqual([[0, 1, label, shown]]);
		expect(said(await transcripts.segments(owner, again.id))).toEqual([[0, 1, label, shown]]);
		const [segment] = (await transcripts.segments(owner, id, "?include=words")).body.data;
		expect(segment.words[0].text).toBe("ab\ufffd");
	});

	test("of nothing makes a transcript in which nothing was said", async () => {
		const { id, segmentCount } = await transcripts.imported(owner, await newMeeting(), "WEBVTT");

		expect(segmentCount).toBe(0);
		expect(said(await transcripts.segments(owner, id))).toEqual([]);
		expect((await transcripts.get(owner, id, "?format=txt")).text).toBe("");
		expect((await transcripts.get(owner, id, "?format=json")).body.data.segments).toEqual([]);
	});

	test("of thousands of cues is stored in portions and read page by page", async () => {
		const cues = Array.from({ length: 2_500 }, (_, n) => ({ startMs: n * 10, endMs: n * 10 + 9, text: `cue ${n}` }));

		const made = await transcripts.imported(owner, await newMeeting(), JSON.stringify({ segments: cues }), JSON_TYPE);
		const file = await transcripts.get(owner, made.id, "?format=json");

		expect(made).toMatchObject({ segmentCount: 2_500, durationMs: 24_999, state: "ready" });
		expect(file.body.data.segments.map(({ text }: { text: string }) => text)).toEqual(cues.map(({ text }) => text));
		expect(file.body.data.segments.at(-1).seq).toBe(2_500);
	});

	test("keeps the language of each segment, and that of the file before that of the meeting", async () => {
		const segments = [
			{ startMs: 0, endMs: 1, text: "Bonjour", language: "fr" },
			{ startMs: 1, endMs: 2, text: "Hallo", language: "de" },
		];
		const file = JSON.stringify({ language: "FR-ca", segments });

		const made = await transcripts.imported(owner, await newMeeting(), file, JSON_TYPE);
		const plain = await transcripts.imported(owner, await newMeeting(), "WEBVTT\n\n00:00.000 --> 00:01.000\nHi");

		expect(made).toMatchObject({ language: "fr-CA", languages: ["fr-CA", "fr", "de"] });
		expect(plain.language).toBe("en-US");
	});
});

describe("an import is refused, and leaves nothing behind,", () => {
	test.each([
		["a file of another format", "1\n00:00:01,000 --> 00:00:02,000\nHi", "text/vtt", 422, { line: 1 }],
		["a broken time", "WEBVTT\n\n00:00:01.000 --> soon\nHi", "text/vtt", 422, { line: 3 }],
		["a broken time after good ones", `${VTT}\n\n00:99.000 --> 01:00.000\nHi`, "text/vtt", 422, { line: 17 }],
		["text without times", "1\n00:00:01,000 --> 00:00:02,000\nHi\n\nlost\n", SRT, 422, { line: 5 }],
		["half a JSON", '{"segments":[', JSON_TYPE, 400, undefined],
		["another JSON", '{"segments":{}}', JSON_TYPE, 422, undefined],
		["a list", "[]", JSON_TYPE, 422, undefined],
		["deep JSON", "[".repeat(100_000), JSON_TYPE, 400, undefined],
		["a prototype", '{"__proto__":{"segments":[]},"segments":[]}', JSON_TYPE, 422, undefined],
		["an end before the start", '{"segments":[{"startMs":2,"endMs":1,"text":""}]}', JSON_TYPE, 422, undefined],
		["a fraction", '{"segments":[{"startMs":0.5,"endMs":1,"text":""}]}', JSON_TYPE, 422, undefined],
		["an unknown member", '{"segments":[{"startMs":0,"endMs":1,"text":"","html":""}]}', JSON_TYPE, 422, undefined],
		["a huge time", '{"segments":[{"startMs":0,"endMs":1e300,"text":""}]}', JSON_TYPE, 422, undefined],
	])("of %s", async (_title, file, type, status, meta) => {
		const meetingId = await newMeeting();

		const refused = await transcripts.import(owner, meetingId, file, type);

		expect(refused.status).toBe(status);
		expect(refused.body.error.meta).toEqual(meta);
		expect((await transcripts.list(owner, meetingId)).body.data).toEqual([]);
		expect((await meetings.get(owner, meetingId)).body.data.artifacts.transcript.state).toBe("none");
	});

	test("naming the member of a JSON that is wrong", async () => {
		const file = '{"segments":[{"startMs":0,"endMs":1,"text":"a"},{"startMs":0,"endMs":"1","text":"b"}]}';

		const refused = await transcripts.import(owner, await newMeeting(), file, JSON_TYPE);

		expect(refused.body.error.errors[0]).toMatchObject({ path: "/segments/1/endMs", code: "invalid" });
	});

	// Over a socket, an answer before the end of the body may be lost to a reset.
	inProcessTest("of another media type, of a compressed file, and of more than 10 MiB", async () => {
		const meetingId = await newMeeting();
		const path = `/meetings/${meetingId}/transcripts`;
		const { token } = owner;
		const put = (raw: string | ReadableStream, headers: Record<string, string>) =>
			api.request("PUT", path, { token, raw, headers });
		const endless = new ReadableStream({
			pull: (controller) => controller.enqueue(new Uint8Array(1 << 20).fill(10)),
		});

		const answers = [
			await put(VTT, { "content-type": "text/plain" }),
			await put(VTT, {}),
			await put(VTT, { "content-type": "text/vtt", "content-encoding": "gzip" }),
			await put(`WEBVTT\n\n${"\n".repeat(10 << 20)}`, { "content-type": "text/vtt" }),
			await put(endless, { "content-type": "text/vtt" }),
		];

		expect(answers.map(({ status }) => status)).toEqual([415, 415, 415, 413, 413]);
		expect(answers[3]?.body.error.meta).toEqual({ maxBytes: 10 << 20 });
	});

	test("beyond 200,000 cues and 1,000 speakers", async () => {
		const meetingId = await newMeeting();
		const voices = Array.from({ length: 1_001 }, (_, n) => `00:00.000 --> 00:00.001\n<v Voice ${n}>x\n\n`).join("");

		const cues = await transcripts.import(
			owner,
			meetingId,
			`WEBVTT\n\n${"0:0:0,0 --> 0:0:0,1\nx\n\n".repeat(200_001)}`,
			SRT,
		);
		const speakers = await transcripts.import(owner, meetingId, `WEBVTT\n\n${voices}`);

		expect([codeOf(cues), codeOf(speakers)]).toEqual([
			[422, "validation_failed"],
			[422, "validation_failed"],
		]);
		expect((await transcripts.list(owner, meetingId)).body.data).toEqual([]);
	});

	test("in an unknown language", async () => {
		const refused = await transcripts.import(owner, await newMeeting(), VTT, "text/vtt", "?language=not_a_language");

		expect(codeOf(refused)).toEqual([400, "invalid_request"]);
	});
});

describe("what is left of a transcript", () => {
	const rowsOf = async (meetingId: string) => {
		const own = (await db.select().from(transcriptsTable)).filter((row) => row.meetingId === meetingId);
		const ids = own.map(({ id }) => id);
		const left = async (table: typeof segmentsTable | typeof speakersTable) =>
			(await db.select().from(table)).filter((row) => ids.includes(row.transcriptId)).length;
		return { transcripts: ids.length, segments: await left(segmentsTable), speakers: await left(speakersTable) };
	};

	inProcessTest("that was replaced is deleted by a job", async () => {
		const meetingId = await newMeeting();
		await transcripts.imported(owner, meetingId);
		await transcripts.imported(owner, meetingId);

		await api.parley.services.jobs.runDue();

		expect(await rowsOf(meetingId)).toEqual({ transcripts: 1, segments: 4, speakers: 2 });
	});

	inProcessTest("of a meeting that is deleted goes with it", async () => {
		const meetingId = await newMeeting();
		const { id } = await transcripts.imported(owner, meetingId);
		const [segment] = (await transcripts.segments(owner, id)).body.data;
		await transcripts.edit(owner, id, segment.id, { text: "Light breaks." });
		await meetings.move(owner, meetingId, "end");

		const deleted = await meetings.remove(owner, meetingId);
		const hidden = await transcripts.get(owner, id);
		await api.parley.services.jobs.runDue();

		expect(deleted.status).toBe(202);
		expect(codeOf(hidden)).toEqual([404, "not_found"]);
		expect(await rowsOf(meetingId)).toEqual({ transcripts: 0, segments: 0, speakers: 0 });
	});

	inProcessTest("whose import never ended is removed after an hour", async () => {
		const meetingId = await newMeeting();
		const { unitOfWork, transcripts: writer, jobs } = api.parley.services;
		const { systemContext } = await import("#modules/tenancy/permissions");
		const begun = await unitOfWork.run(systemContext("job:test"), async (change) => {
			const made = { recordingId: null, source: "import", language: "en", engine: null } as const;
			const key = await writer.createTranscript(change, { orgId: owner.orgId, id: meetingId }, made);
			await jobs.enqueue(change.tx, {
				queue: "transcripts.abandon",
				orgId: null,
				payload: { orgId: owner.orgId, transcriptId: key.id },
			});
			return key;
		});
		expect((await transcripts.get(owner, begun.id)).body.data.state).toBe("processing");
		expect(codeOf(await transcripts.segments(owner, begun.id))).toEqual([409, "state_conflict"]);

		api.advanceMs(DAY_MS);
		await jobs.runDue();

		expect(await rowsOf(meetingId)).toEqual({ transcripts: 0, segments: 0, speakers: 0 });
	});
});
