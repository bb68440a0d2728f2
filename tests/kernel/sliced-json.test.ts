import { describe, expect, test } from "bun:test";
import { INSTALLATION } from "#kernel/fair-queue";
import { MAX_STEP_CHARS, StepTooLongError, sliceJson } from "#kernel/sliced-json";
import { Slices } from "#kernel/slices";

/** Parses JSON in slices, as `JSON.parse` does at once. */
async function parse(text: string): Promise<unknown> {
	const { rest, items } = await sliceJson(text, "list", new Slices(INSTALLATION));
	const document = JSON.parse(rest);
	const holder = document?.data ?? document;
	if (items.length > 0) holder.list = items.map((item) => JSON.parse(item));
	return document;
}

describe("JSON whose list is taken out", () => {
	test.each([
		'{"list":[]}',
		'{"list": [ \n ] }',
		'{"list":[1]}',
		'{"a":[1,[2,3]],"list":[{"a":[1,{"b":"]}"}]},[],"x,y","\\"[{,\\\\"],"z":{"list":[4]}}',
		'{"data":{"list":[{"list":[1,2]},null,true,-1.5e3],"more":"\\\\"}}',
		'{"list":"not [a] list","data":1}',
		'{"list":[1,2],"list":[3]}',
		'{"\\u006cist":[1,2]}',
		"[1,2]",
		"17",
	])("is the same as JSON that is parsed at once: %s", async (text) => {
		expect(await parse(text)).toEqual(JSON.parse(text));
	});

	test.each([
		'{"list":[1,]}',
		'{"list":[,1]}',
		'{"list":[1 2]}',
		'{"list":[1',
		'{"list":[1]]}',
		'{"list":["a]}',
		"",
		"[}",
		'{"list":[{]}',
	])("is refused where JSON is: %s", async (text) => {
		expect(() => JSON.parse(text)).toThrow();
		expect(await parse(text).catch((error: unknown) => error)).toBeInstanceOf(SyntaxError);
	});

	test("is refused where too much is beside the list, or in one of its items", async () => {
		const long = JSON.stringify("x".repeat(MAX_STEP_CHARS));

		for (const text of [`{"other":${long},"list":[1]}`, `{"list":[1,${long}]}`])
			expect(await parse(text).catch((error: unknown) => error)).toBeInstanceOf(StepTooLongError);
	});
});

test("items are sorted as `sort` does, equal ones in their order", async () => {
	const items = Array.from({ length: 23_456 }, (_, n) => ({ key: (n * 7919) % 997, n }));

	const sorted = await new Slices(INSTALLATION).sort(items, ({ key }) => key);

	expect(sorted).toEqual(items.toSorted((a, b) => a.key - b.key));
	expect(await new Slices(INSTALLATION).sort([], Number)).toEqual([]);
});
