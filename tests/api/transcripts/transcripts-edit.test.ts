import { describe, expect, test } from "bun:test";
import { runPortions } from "#tests/support/database";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { said, transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const assistant = await api.addMember(owner, "teacher");
const physics = await meetings.createWorkspace(teacher);
await meetings.join(teacher, physics.id, assistant.userId, "host");

/** Imports a transcript into a new meeting, and returns it with its segments and speakers. */
async function newTranscript() {
	const { id: meetingId } = await meetings.made(teacher, physics.id);
	const { id } = await transcripts.imported(teacher, meetingId);
	const segments = (await transcripts.segments(teacher, id)).body.data;
	const [ada, bob] = (await transcripts.speakers(teacher, id)).body.data;
	return { id, meetingId, segments, ada, bob };
}

const textsOf = async (id: string) => said(await transcripts.segments(teacher, id)).map((row) => (row as unknown[])[3]);

describe("a segment", () => {
	inProcessTest("keeps what it said before, by whom it was replaced and when, and can be restored", async () => {
		const { id, segments } = await newTranscript();
		const [segment] = segments;

		const first = await transcripts.edit(teacher, id, segment.id, { text: "Light breaks." }, '"1"');
		const second = await transcripts.edit(assistant, id, segment.id, { text: "Light  breaks,\r\n\r\nalways." });
		const { body } = await transcripts.revisions(teacher, id, segment.id);
		const restored = await transcripts.edit(teacher, id, segment.id, { text: body.data[1].text }, '"3"');

		expect(first.body.data).toMatchObject({ text: "Light breaks.", revision: 2, edited: true, source: "import" });
		expect(first.headers.get("etag")).toBe('"2"');
		expect(second.body.data.text).toBe("Light  breaks,\nalways.");
		const at = new Date(api.nowMs()).toISOString();
		const { speaker } = segment;
		expect(body.data).toEqual([
			{ revision: 2, text: "Light breaks.", speaker, replacedBy: assistant.userId, replacedAt: at },
			{ revision: 1, text: "Light bends.", speaker, replacedBy: teacher.userId, replacedAt: at },
		]);
		expect(restored.body.data).toMatchObject({ text: "Light bends.", revision: 4, edited: true });
		expect((await transcripts.get(teacher, id)).body.data).toMatchObject({ revision: 4, version: 5 });
	});

	test("is not changed by who has an older one, nor by a request that changes nothing", async () => {
		const { id, segments } = await newTranscript();
		const [segment] = segments;
		await transcripts.edit(teacher, id, segment.id, { text: "Light breaks." });

		const late = await transcripts.edit(assistant, id, segment.id, { text: "Mine." }, '"1"');
		const same = await transcripts.edit(assistant, id, segment.id, { text: " Light breaks. " });

		expect(codeOf(late)).toEqual([412, "precondition_failed"]);
		expect(same.body.data.revision).toBe(2);
		expect((await transcripts.get(teacher, id)).body.data.revision).toBe(2);
		expect((await textsOf(id))[0]).toBe("Light breaks.");
	});

	test("of two corrections at once from the same text takes one", async () => {
		const { id, segments } = await newTranscript();
		const [segment] = segments;

		const answers = await Promise.all(
			["Here.", "There."].map((text) => transcripts.edit(teacher, id, segment.id, { text }, '"1"')),
		);

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
		expect((await transcripts.revisions(teacher, id, segment.id)).body.data).toHaveLength(1);
	});

	test("loses its words with its text, and has them again with it", async () => {
		const { id: meetingId } = await meetings.made(teacher, physics.id);
		const words = [{ text: " Hi", startMs: 0, endMs: 400, confidence: null }];
		const file = JSON.stringify({ segments: [{ startMs: 0, endMs: 900, text: "Hi", words }] });
		const { id } = await transcripts.imported(teacher, meetingId, file, "application/json");
		const [segment] = (await transcripts.segments(teacher, id)).body.data;

		const changed = await transcripts.edit(teacher, id, segment.id, { text: "Ho" });
		const restored = await transcripts.edit(teacher, id, segment.id, { text: "Hi" });

		expect(changed.body.data.words).toBeNull();
		expect(restored.body.data.words).toEqual(words);
	});

	test("that is emptied is in no subtitles, and keeps its text as a revision", async () => {
		const { id, segments } = await newTranscript();
		const laugh = segments[3];

		await transcripts.edit(teacher, id, laugh.id, { text: "" });
		const vtt = await transcripts.get(teacher, id, "?format=vtt");

		expect(vtt.text).not.toContain(laugh.id);
		expect(vtt.text.match(/-->/g)).toHaveLength(3);
		expect((await transcripts.revisions(teacher, id, laugh.id)).body.data[0].text).toBe("[laughter]");
	});

	test.each([
		["nothing", {}, [422, "validation_failed"]],
		["an unknown member", { startMs: 0 }, [422, "validation_failed"]],
		["a text that is too long", { text: "x".repeat(20_001) }, [422, "validation_failed"]],
		["a speaker of no transcript", { speakerId: "spk_01jd0z7v9gf2nbrexx3vqjhp41" }, [422, "validation_failed"]],
	])("is not corrected by %s", async (_title, body, expected) => {
		const { id, segments } = await newTranscript();

		const answer = await transcripts.edit(teacher, id, segments[0].id, body);

		expect(codeOf(answer)).toEqual(expected);
		expect((await textsOf(id))[0]).toBe("Light bends.");
	});

	test("of another transcript is not found", async () => {
		const { id } = await newTranscript();
		const { segments, ada } = await newTranscript();

		const answers = [
			await transcripts.edit(teacher, id, segments[0].id, { text: "Mine" }),
			await transcripts.segment(teacher, id, segments[0].id),
			await transcripts.revisions(teacher, id, segments[0].id),
			await transcripts.editSpeaker(teacher, id, ada.id, { label: "Mine" }),
		];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [404, "not_found"]));
	});
});

describe("a speaker", () => {
	test("has one name in all that it said, at once", async () => {
		const { id, ada } = await newTranscript();
		const before = await transcripts.get(teacher, id, "?format=vtt");

		const renamed = await transcripts.editSpeaker(teacher, id, ada.id, { label: " Countess of Lovelace " }, '"1"');

		expect(renamed.body.data).toEqual({ ...ada, label: "Countess of Lovelace", version: 2 });
		const vtt = await transcripts.get(teacher, id, "?format=vtt", {
			"if-none-match": before.headers.get("etag") ?? "",
		});
		expect(vtt.text.match(/<v Countess of Lovelace>/g)).toHaveLength(2);
		expect(codeOf(await transcripts.editSpeaker(teacher, id, ada.id, { label: "Ada" }, '"1"'))).toEqual([
			412,
			"precondition_failed",
		]);
	});

	test("that is merged into another is shown as that one, until they are separated again", async () => {
		const { id, ada, bob } = await newTranscript();

		const merged = await transcripts.editSpeaker(teacher, id, bob.id, { mergeInto: ada.id });
		const ofAda = await transcripts.segments(teacher, id, `?speakerId=${ada.id}`);
		const paged = await transcripts.segments(teacher, id, `?speakerId=${ada.id}&limit=2`);
		const rest = await transcripts.segments(
			teacher,
			id,
			`?speakerId=${ada.id}&limit=2&cursor=${paged.body.page.nextCursor}`,
		);
		const separated = await transcripts.editSpeaker(teacher, id, bob.id, { mergeInto: null });

		expect(merged.body.data.mergedInto).toBe(ada.id);
		expect(said(ofAda)).toEqual([
			[1_000, 2_500, "Ada Lovelace", "Light bends."],
			[2_500, 4_000, "Ada Lovelace", "Does it?"],
			[4_000, 5_000, "Ada Lovelace", "2 < 3 && yes"],
		]);
		expect([...said(paged), ...said(rest)]).toEqual(said(ofAda));
		expect(separated.body.data.mergedInto).toBeNull();
		expect(said(await transcripts.segments(teacher, id, `?speakerId=${bob.id}`))).toHaveLength(1);
	});

	test("takes those who were merged into it along, and is not merged in a circle", async () => {
		const { id, segments, ada, bob } = await newTranscript();
		const file = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>a</v><v B>b</v><v C>c</v>";
		const other = await transcripts.imported(teacher, (await meetings.made(teacher, physics.id)).id, file);
		const [a, b, c] = (await transcripts.speakers(teacher, other.id)).body.data;

		await transcripts.editSpeaker(teacher, other.id, a.id, { mergeInto: b.id });
		await transcripts.editSpeaker(teacher, other.id, b.id, { mergeInto: c.id });
		const circle = await transcripts.editSpeaker(teacher, other.id, c.id, { mergeInto: a.id });
		const itself = await transcripts.editSpeaker(teacher, other.id, c.id, { mergeInto: c.id });
		const foreign = await transcripts.editSpeaker(teacher, id, ada.id, { mergeInto: c.id });

		expect(said(await transcripts.segments(teacher, other.id)).map((row) => (row as unknown[])[2])).toEqual([
			"C",
			"C",
			"C",
		]);
		expect([circle, itself, foreign].map(codeOf)).toEqual([
			[422, "validation_failed"],
			[422, "validation_failed"],
			[422, "validation_failed"],
		]);
		const moved = await transcripts.edit(teacher, id, segments[0].id, { speakerId: bob.id });
		const none = await transcripts.edit(teacher, id, segments[0].id, { speakerId: null });
		expect([moved.body.data.speaker.label, none.body.data.speaker]).toEqual(["Bob", null]);
	});

	test("known to be a participant has their name, until the account is erased", async () => {
		const { id, meetingId, ada, bob } = await newTranscript();
		const pupil = await api.addMember(owner, "student");
		const body = { userId: pupil.userId };
		const added = await api.request("POST", `/meetings/${meetingId}/participants`, { token: teacher.token, body });
		const participantId = added.body.data.id;

		const linked = await transcripts.editSpeaker(teacher, id, ada.id, { participantId });
		await transcripts.editSpeaker(teacher, id, bob.id, { participantId, label: "Bobby" });
		await api.parley.services.closedAccounts.eraseAtOnce(runPortions(api.store), {
			userId: pupil.userId,
			emailKey: pupil.email,
		});
		const speakers = (await transcripts.speakers(teacher, id)).body.data;

		expect(linked.body.data).toMatchObject({ label: added.body.data.name, participantId, version: 2 });
		expect(speakers.map(({ label }: { label: string }) => label)).toEqual(["Somebody", "Somebody"]);
		const [segment] = (await transcripts.segments(teacher, id)).body.data;
		expect(segment.speaker).toEqual({ id: ada.id, participantId, label: "Somebody" });
	});

	test("is linked to participants of its meeting alone", async () => {
		const { id, ada } = await newTranscript();

		const stranger = await transcripts.editSpeaker(teacher, id, ada.id, {
			participantId: "par_01jd0z7v9gf2nbrexx3vqjhp41",
		});
		const nameless = await transcripts.editSpeaker(teacher, id, ada.id, { label: "\u202e" });

		expect([stranger, nameless].map(codeOf)).toEqual([
			[422, "validation_failed"],
			[422, "validation_failed"],
		]);
	});
});
