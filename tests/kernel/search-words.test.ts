import { describe, expect, test } from "bun:test";
import { searchedWords, wordsOf } from "#kernel/search-words";

describe("the words of a row", () => {
	test.each([
		["a name", ["Anna-Lena Schmidt"], ["anna", "lena", "schmidt"]],
		["a name and an address", ["Ada", "ada.byron@school.example"], ["ada", "byron", "school", "example"]],
		["a name and a slug, each word once", ["Acme School", "acme-school"], ["acme", "school"]],
		["accents and case", ["Élodie ÅNGSTRÖM"], ["elodie", "angstrom"]],
		["compatibility forms", ["ﬁne Ⅻ １２"], ["fine", "xii", "12"]],
		["digits and letters together", ["user42 4b"], ["user42", "4b"]],
		["an apostrophe", ["O'Brien"], ["o", "brien"]],
		["Cyrillic and Greek", ["Йод ΟΔΟΣ"], ["иод", "οδοσ"]],
		["Arabic", ["مدرسة"], ["مدرسة"]],
		["vowel signs, which are no boundary", ["विद्यालय"], ["विद्यालय"]],
		["Chinese: a word begins at every character", ["東京大学"], ["東京大学", "京大学", "大学", "学"]],
		["Latin within Chinese", ["日本IBM会社"], ["日本ibm会社", "本ibm会社", "ibm会社", "会社", "社"]],
		["a long vowel of Kana", ["スーパ"], ["スーハ", "ーハ", "ハ"]],
		["Thai vowels stay with their letter", ["ที่นา"], ["ที่นา", "นา", "า"]],
		["punctuation alone", ["--- @ 🙂", ""], []],
		["half a surrogate pair", ["a\ud83d b"], ["a", "b"]],
	])("%s", (_title, texts, words) => {
		expect(wordsOf(texts)).toEqual(words);
	});

	test("are cut after 64 code points, not within one", () => {
		expect(wordsOf(["a".repeat(100)])).toEqual(["a".repeat(64)]);
		expect(wordsOf(["𠮷a".repeat(50)])[0]).toBe("𠮷a".repeat(32));
	});

	test("are at most 32 of each text, so that a long name does not displace the address", () => {
		const name = Array.from({ length: 60 }, (_, n) => `n${n}`).join(" ");

		const words = wordsOf([name, "ada@school.example"]);

		expect(words).toHaveLength(35);
		expect(words.slice(-3)).toEqual(["ada", "school", "example"]);
	});
});

describe("the words of a search", () => {
	test.each([
		["one word", "Schmidt", ["schmidt"]],
		["several, in any order", "schmidt ANNA", ["anna", "schmidt"]],
		["an address", "anna.schmidt@school.example", ["anna", "example", "schmidt", "school"]],
		["an address being typed", "anna.schmidt@exa", ["anna", "exa", "schmidt"]],
		["a slug", "acme-school", ["acme", "school"]],
		["what begins another one is left out", "a anna ann", ["anna"]],
		["wildcards, which are none", "%_a*", ["a"]],
		["nothing to search for", "%", []],
		["Chinese: as it is written", "京大", ["京大"]],
	])("%s", (_title, text, words) => {
		expect(searchedWords(text)).toEqual(words);
	});
});

describe("a UUID", () => {
	const uuid = "3f2a1b2c-1d2e-4f50-8a6b-7c8d9e0f1a2b";
	const joined = "3f2a1b2c1d2e4f508a6b7c8d9e0f1a2b";

	test("is one word of a text, beside the words around it", () => {
		expect(wordsOf([`School ${uuid.toUpperCase()}`, `school-${uuid}`])).toEqual(["school", joined]);
	});

	test.each([8, 9, 13, 16, 24, 30, 36])("is found by its first %d characters", (length) => {
		const [word = ""] = searchedWords(uuid.slice(0, length));

		expect(word).not.toBe("");
		expect(joined.startsWith(word)).toBe(true);
	});

	test("is not what dates, numbers and words are", () => {
		const text = "20261121-1430 deadbeef-cafe 3f2a1b2cx-1d2e a1b2c3d4-east";

		expect(wordsOf([text])).toEqual(["20261121", "1430", "deadbeef", "cafe", "3f2a1b2cx", "1d2e", "a1b2c3d4", "east"]);
		expect(searchedWords("20261121-1430")).toEqual(["1430", "20261121"]);
	});

	test("does not hide what only begins like one, however much of it is typed", () => {
		const name = "a1b2c3d4-east-2";
		const words = wordsOf([name]);

		for (let length = 1; length <= name.length; length++)
			for (const searched of searchedWords(name.slice(0, length)))
				expect(words.some((word) => word.startsWith(searched))).toBe(true);
	});
});
