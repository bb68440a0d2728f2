import { describe, expect, test } from "bun:test";
import { type Cue, normalizeCueText } from "#kernel/subtitles/cue";
import { readSrt, writeSrtCue } from "#kernel/subtitles/srt";
import { createTextWriter } from "#kernel/subtitles/text";
import { readVtt, vttHeader, writeVttCue } from "#kernel/subtitles/vtt";
import { MEASURED } from "#tests/support/measured-limit";

const cue = (startMs: number, endMs: number, text: string, speaker: string | null = null): Cue => ({
	startMs,
	endMs,
	text,
	speaker,
});
const cuesOf = (text: string): Cue[] => [...readVtt(text).cues];
const detailOf = (read: () => unknown): unknown => {
	try {
		read();
	} catch (error) {
		return (error as Error).message;
	}
	return null;
};

describe("a file of WebVTT", () => {
	test("has its language in a comment, and for each cue an identifier, times and escaped text", () => {
		const text = vttHeader("en") + writeVttCue("seg_1", cue(1_000, 2_500, "1 < 2 && 3 --> 4\nnext", "Ada <& Co>"));

		expect(text).toBe(
			"WEBVTT\n\nNOTE Language: en\n\nseg_1\n00:00:01.000 --> 00:00:02.500\n" +
				"<v Ada &lt;&amp; Co&gt;>1 &lt; 2 &amp;&amp; 3 --&gt; 4\nnext\n\n",
		);
	});

	test("is read as it is written in the wild", () => {
		const file = [
			"\ufeffWEBVTT - made by hand",
			"Kind: captions",
			"language: de-CH",
			"",
			"STYLE",
			"::cue { color: red }",
			"",
			"REGION",
			"id:fred",
			"",
			"NOTE",
			"a comment",
			"of two lines",
			"",
			"intro",
			"00:01.000 --> 00:02.500 align:start position:10%",
			"<v.loud Ada Lovelace>Hello <c.green>you</c> &amp; <i>all</i></v>",
			"",
			"",
			"25:00:00.000-->125:00:00.001",
			"- &#72;i&nbsp;there",
			"- &lt;v Bob&gt; &unknown;",
			"00:00:00.500 --> 00:00:00.900",
			"no blank line before",
		].join("\r\n");

		const { language, cues } = readVtt(file);

		expect(language).toBe("de-CH");
		expect([...cues]).toEqual([
			cue(1_000, 2_500, "Hello you & all", "Ada Lovelace"),
			cue(90_000_000, 450_000_001, "- Hi\u00a0there\n- <v Bob> &unknown;"),
			cue(500, 900, "no blank line before"),
		]);
	});

	test("gives one cue for each voice of a cue", () => {
		const cues = cuesOf("WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ada>Hi.</v> <v Bob>Hi Ada.\n</v>\nThey laugh.");

		expect(cues).toEqual([cue(0, 2_000, "Hi.", "Ada"), cue(0, 2_000, "Hi Ada.", "Bob"), cue(0, 2_000, "They laugh.")]);
	});

	test("may have no cues, and cues without text", () => {
		expect(cuesOf("WEBVTT")).toEqual([]);
		expect(cuesOf("WEBVTT\n\n00:00.000 --> 00:01.000\n\n00:01.000 --> 00:02.000\n<v Ada></v>\n")).toEqual([]);
	});

	test.each([
		["another file", "1\n00:00:01,000 --> 00:00:02,000\nHi", "Line 1 is not WEBVTT."],
		["nothing", "", "Line 1 is not WEBVTT."],
		["a longer word", "WEBVTTX", "Line 1 is not WEBVTT."],
		["times of SRT", "WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nHi", "Line 3 has no times of the form"],
		["a time of 60 seconds", "WEBVTT\n\n00:60.000 --> 01:02.000\nHi", "Line 3 has more than 59 minutes or seconds."],
		["an end before the start", "WEBVTT\n\na\n00:02.000 --> 00:01.000\nHi", "Line 4 ends before it starts."],
		[
			"text without times",
			"WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n\nlost words\nhere",
			"Line 6 is not followed by times of the form",
		],
		["a name at the end", "WEBVTT\n\nlost", "Line 3 is not followed by times of the form"],
		["a century", "WEBVTT\n\n999999:00:00.000 --> 999999:00:01.000\nHi", "Line 3 has more than 9999 hours."],
		["a cue without end", `WEBVTT\n\n00:00.000 --> 00:01.000\n${"x".repeat(20_001)}`, "Line 4 is beyond the 20000"],
	])("is refused when it is %s, with the line", (_title, text, message) => {
		expect(detailOf(() => cuesOf(text))).toStartWith(message);
	});

	test("is refused beyond 200,000 cues", () => {
		const many = `WEBVTT\n\n${"00:00.000 --> 00:00.001\nx\n\n".repeat(200_001)}`;

		expect(detailOf(() => cuesOf(many))).toBe("Line 600003 is beyond the 200000 cues of a file.");
	});

	test.each([
		["tags that nothing closes", `00:00.000 --> 00:01.000\n${"<".repeat(19_000)}`],
		["a line of blanks", `00:00.000 --> 00:01.000\n${" ".repeat(19_000)}x`],
		["references that are none", `00:00.000 --> 00:01.000\n${"&#".repeat(9_000)}`],
		["digits", `${"9".repeat(1_000_000)}`],
		["carriage returns", "\r".repeat(1_000_000)],
	])(
		"takes no longer for %s than for text",
		(_title, body) => {
			const start = process.cpuUsage();

			for (let round = 0; round < 5; round++) detailOf(() => cuesOf(`WEBVTT\n\n${body}`));

			expect(process.cpuUsage(start).user / 1000).toBeLessThan(1_000);
		},
		MEASURED,
	);
});

describe("a file of SRT", () => {
	test("numbers its cues and puts the name before the text, in which nothing is markup", () => {
		const text = writeSrtCue(1, cue(3_599_999, 360_000_000, "a < b, <i>c</i> --> {\\an8} &amp; d", "Ada"));

		expect(text).toBe(
			"1\n00:59:59,999 --> 100:00:00,000\nAda: a < b, <\u2060i>c<\u2060/i> --\u2060> {\u2060\\an8} &\u2060amp; d\n\n",
		);
	});

	test("is read as it is written in the wild", () => {
		const file =
			'\ufeff1\r\n00:00:01,000 --> 00:00:02,500 X1:40 X2:600\r\n<font color="red">Hello</font> {\\an8}<b>you</b>\r\n2 < 3\r\n\r\n' +
			"\r\n0:00:03.5 --> 0:00:04.25\r\n<v Ada>No number &amp; a point</v>\r\n";

		const cues = [...readSrt(file)];

		expect(cues).toEqual([cue(1_000, 2_500, "Hello you\n2 < 3"), cue(3_500, 4_250, "No number & a point", "Ada")]);
	});

	test("is refused with the line that has no times", () => {
		expect(detailOf(() => [...readSrt("1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\nlost\n")])).toStartWith(
			"Line 5 is not followed by times of the form 00:00:01,000",
		);
	});
});

describe("a text to read", () => {
	test("has a paragraph for each turn, with its time and speaker", () => {
		const { write, end } = createTextWriter();
		const cues = [
			cue(0, 1_000, "Good morning.", "Ada"),
			cue(1_200, 3_000, "Shall we\nbegin?", "Ada"),
			cue(3_000, 4_000, "Yes.", "Bob"),
			cue(9_000, 9_500, "After a pause.", "Bob"),
			cue(90_061_000, 90_062_000, "Late."),
		];

		const text = cues.map(write).join("") + end();

		expect(text).toBe(
			"[00:00:00] Ada\nGood morning. Shall we begin?\n\n[00:00:03] Bob\nYes.\n\n[00:00:09] Bob\nAfter a pause.\n\n" +
				"[25:01:01]\nLate.\n",
		);
	});

	test("is empty without cues", () => {
		expect(createTextWriter().end()).toBe("");
	});
});

test("text of cues has no blank lines, control characters and half surrogate pairs", () => {
	expect(normalizeCueText(" a\0b \r\n \t\r\r\n c\ud800 ")).toBe("ab\nc\ufffd");
});
