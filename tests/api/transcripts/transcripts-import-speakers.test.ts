import { describe, expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const owner = await api.createOrganization();
const physics = await meetings.createWorkspace(owner);
const newMeeting = async () => (await meetings.made(owner, physics.id)).id as string;

const SRT = "application/x-subrip";

describe("an import recognizes speakers before the text,", () => {
	const zoom = (...texts: readonly string[]) =>
		`WEBVTT\n\n${texts.map((text, at) => `${at + 1}\n00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${text}`).join("\n\n")}\n`;
	const subRip = (...texts: readonly string[]) =>
		texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`).join("\n");
	const spoken = async (file: string, type = "text/vtt", meetingId?: string) => {
		const made = await transcripts.imported(owner, meetingId ?? (await newMeeting()), file, type);
		const { body } = await transcripts.segments(owner, made.id);
		type Said = { readonly speaker: { readonly label: string } | null; readonly text: string };
		return { made, said: (body.data as Said[]).map(({ speaker, text }) => [speaker?.label ?? null, text]) };
	};

	test("as Zoom, Otter and Fireflies write them, when they recur", async () => {
		const texts = ["Ada Lovelace: Light bends.", "Dr. Ludwig van Beethoven: Does it?", "Ada Lovelace: Yes: it does."];
		const more = ["Dr. Ludwig van Beethoven: So\nit does.", "王小明：是的", "王小明：好", "[laughter]"];
		const expected = [
			["Ada Lovelace", "Light bends."],
			["Dr. Ludwig van Beethoven", "Does it?"],
			["Ada Lovelace", "Yes: it does."],
			["Dr. Ludwig van Beethoven", "So\nit does."],
			["王小明", "是的"],
			["王小明", "好"],
			[null, "[laughter]"],
		];

		const [vtt, srt] = [await spoken(zoom(...texts, ...more)), await spoken(subRip(...texts, ...more), SRT)];

		expect(vtt.said).toEqual(expected);
		expect(srt.said).toEqual(expected);
		const recognized = [
			{ label: "Ada Lovelace", participantId: null, segmentCount: 2 },
			{ label: "Dr. Ludwig van Beethoven", participantId: null, segmentCount: 2 },
			{ label: "王小明", participantId: null, segmentCount: 2 },
		];
		expect(srt.made.recognized).toMatchObject({ speakers: recognized, unattributedCount: 1 });
	});

	test.each([
		["times", ["10:30 Meeting: room 4", "10:30 Meeting: room 5"]],
		["addresses", ["https://example.org: look", "https://example.org: again"]],
		["sentences", ["He said: no", "He said: yes", "The question is: why", "The question is: how"]],
		["words said once", ["Remember: books", "Note: pens"]],
		["names without words", ["Ada:", "Ada:"]],
		["words that recur now and then", ["Remember: a", "b", "c", "d", "e", "f", "g", "h", "Remember: i"]],
	])("but not in %s", async (_what, texts) => {
		expect((await spoken(zoom(...texts))).said).toEqual(texts.map((text) => [null, text]));
	});

	test("and those who are in the meeting, also once and in small letters; two of a name fit nobody", async () => {
		const meetingId = await newMeeting();
		for (const name of ["Grace Hopper", "Ada", "ada"])
			await api.request("POST", `/meetings/${meetingId}/participants`, {
				token: owner.token,
				body: { email: newAddress(), name },
			});
		const { body } = await api.request("GET", `/meetings/${meetingId}/participants`, { token: owner.token });
		const grace = body.data.find(({ name }: { name: string }) => name === "Grace Hopper").id;

		const { made, said } = await spoken(
			zoom("grace hopper: Nano.", "ADA: Second.", "Bob: Third."),
			"text/vtt",
			meetingId,
		);

		expect(said).toEqual([
			["grace hopper", "Nano."],
			["ADA", "Second."],
			[null, "Bob: Third."],
		]);
		expect(made.recognized.speakers).toMatchObject([
			{ label: "grace hopper", participantId: grace },
			{ label: "ADA", participantId: null },
		]);
	});

	test("beside voices, which count as they are", async () => {
		const { said } = await spoken(zoom("<v Ada>Note: one", "<v Ada>Note: two"));

		expect(said).toEqual([
			["Ada", "Note: one"],
			["Ada", "Note: two"],
		]);
	});
});
