import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { joinSpokenWords, locateWords, spokenWords } from "#kernel/spoken-words";

/** Ranges of code points of every kind that is folded in its own way. */
const RANGES = [
	[0x00, 0x250],
	[0x300, 0x36f],
	[0x370, 0x3ff],
	[0x600, 0x6ff],
	[0x900, 0x97f],
	[0xe00, 0xe7f],
	[0x1100, 0x11ff],
	[0x3000, 0x30ff],
	[0x4e00, 0x4eff],
	[0xac00, 0xacff],
	[0x1e00, 0x1fff],
	[0xfb00, 0xfb06],
	[0xff00, 0xffef],
	[0xd800, 0xdfff],
	[0x1f600, 0x1f64f],
] as const;

/** Texts of such characters. */
const texts = fc
	.array(fc.oneof(...RANGES.map(([min, max]) => fc.integer({ min, max }))), { maxLength: 13, size: "max" })
	.map((points) => String.fromCodePoint(...points));

describe("the words of a text", () => {
	test.each([
		["Élodie's ﬁnd", ["Élodie", "s", "ﬁnd"], ["elodie", "s", "find"]],
		["don't e-mail", ["don", "t", "e", "mail"], ["don", "t", "e", "mail"]],
		["東京大学、へ", ["東", "京", "大", "学", "へ"], ["東", "京", "大", "学", "へ"]],
		["iPhone手机", ["iPhone", "手", "机"], ["iphone", "手", "机"]],
		["สวัสดี", ["ส", "วั", "ส", "ดี"], ["ส", "วั", "ส", "ดี"]],
		["مَرْحَبًا", ["مَرْحَبًا"], ["مرحبا"]],
		["ΣΟΦΟΣ σοφος", ["ΣΟΦΟΣ", "σοφος"], ["σοφοσ", "σοφοσ"]],
		["a 😀 b", ["a", "b"], ["a", "b"]],
		["\ud800x\udc00", ["x"], ["x"]],
		["\ud835\u0335\u032a\ude7e", [], []],
		["x\u0659\uff9f\u0e39", ["x\u0659\uff9f\u0e39", "x\u0659\uff9f\u0e39"], ["x", "\u0e39\u0659"]],
		["\0", [], []],
	])("of %j are found where they are", (text, written, folded) => {
		const words = locateWords(text);

		expect(words.map(({ from, to }) => text.slice(from, to))).toEqual(written);
		expect(spokenWords(text)).toEqual(folded);
	});

	test("are the same with and without their places, whatever the text", () => {
		for (const text of fc.sample(texts, { numRuns: 20_000, seed: 1 })) {
			const words = locateWords(text);
			expect(words.map(({ word }) => word)).toEqual([...spokenWords(text)]);
			expect(joinSpokenWords(text, " a_")).toBe(words.map(({ word }) => ` a_${word}`).join(""));
			for (const { from, to } of words) expect(from < to && to <= text.length).toBe(true);
		}
	});

	test("are joined alike from plain text, whatever its length", () => {
		const texts = [
			"",
			" .,",
			"One, TWO-three 4!",
			"-a-",
			`${"Y".repeat(65)} z`,
			"Wait. ".repeat(10_000),
			"plain, then é",
		];

		const joined = texts.map((text) => joinSpokenWords(text, " 0000a_"));

		expect(joined).toEqual(
			texts.map((text) =>
				spokenWords(text)
					.map((word) => ` 0000a_${word}`)
					.join(""),
			),
		);
	});

	test("are cut at 64 characters", () => {
		const [word] = spokenWords("x".repeat(100));

		expect(word).toBe("x".repeat(64));
		expect(locateWords("é".repeat(100))).toEqual([{ word: "e".repeat(64), from: 0, to: 100 }]);
	});
});
