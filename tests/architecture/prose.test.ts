import { describe, expect, test } from "bun:test";
import { hitsIn, hitsInApi, hitsInSource } from "../../scripts/prose-check.ts";

const phrases = (hits: ReturnType<typeof hitsIn>): string[] => hits.map(({ line, phrase }) => `${line}: ${phrase}`);

describe("the check of prose", () => {
	test("finds planted phrases in a document, across lines, with their line and what to write", () => {
		const text = "Administrators are notified.\nThose\nwho run it are told; whoever asks, by and by.\n";

		expect(phrases(hitsIn(text))).toEqual(["2: Those who", "3: told", "3: whoever", "3: by and by"]);
		expect(hitsIn("Nobody knows.")[0]?.instead).toContain("no one");
	});

	test.each(["somebody", "Anybody", "EVERYBODY", "whomever", "what became of", "What comes of", "begins anew"])(
		"finds %s",
		(phrase) => {
			expect(phrases(hitsIn(`It says ${phrase} here.`))).toEqual([`1: ${phrase}`]);
		},
	);

	test("does not find words that only contain a phrase", () => {
		expect(hitsIn("NoBodyAtAll, stolde, those members who, anyone, someone, comes of age")).toEqual([]);
	});

	test("finds phrases in strings and templates of a source, not in its names and comments", () => {
		const source = [
			"// nobody reads this",
			'const told = "everybody";',
			'const text = "What becomes of it";',
			"const line = `for $" + "{told} and nobody`;",
			'const body = "somebody " + "else";',
		].join("\n");

		expect(phrases(hitsInSource("modules/x.ts", source))).toEqual(["3: What becomes of", "4: nobody", "5: somebody"]);
	});

	test("finds phrases in the prose of the API document, not in its examples", () => {
		const document = { summary: "Told", description: "Whoever may", title: "Nobody", example: "nobody" };

		expect(phrases(hitsInApi(JSON.stringify(document, null, "\t")))).toEqual(["2: Told", "3: Whoever", "4: Nobody"]);
	});
});
