import { describe, expect, test } from "bun:test";
import { assertIfMatch, entityTag, matchesIfNoneMatch, parseIfMatch } from "#kernel/etag";
import { MEASURED } from "#tests/support/measured-limit";
import { refusalOf } from "./refusals.ts";

describe("entityTag", () => {
	test("is strong and quoted, and tells variants of one version apart", () => {
		expect(entityTag(7)).toBe('"7"');
		expect(entityTag(7, "name,settings")).toMatch(/^"7-[\w-]{11}"$/);
		expect(entityTag(7, "name")).not.toBe(entityTag(7, "settings"));
		expect(entityTag(7, 'a"b\r\n')).toBe(entityTag(7, 'a"b\r\n'));
	});
});

describe("matches (If-None-Match)", () => {
	test.each(['"7"', 'W/"7"', "*", " * ", '"1", "7"', '"1" ,W/"7"', ',, "7",', '"1","7"', '"a,b", "7"', '\t"7"\t'])(
		"finds the tag in %j",
		(header) => {
			expect(matchesIfNoneMatch(header, '"7"')).toBeTrue();
		},
	);

	test.each(["", "7", '"8"', '"7', '7"', '"7" "8"', 'w/"7"', '"8", 7', '"7", x', '*, "7"', '"7-abc"', '"a b"'])(
		"does not find it in %j",
		(header) => {
			expect(matchesIfNoneMatch(header, '"7"')).toBeFalse();
		},
	);

	test(
		"is not slowed down by a hostile header",
		() => {
			const header = `${" ,".repeat(100_000)}x`;
			const start = performance.now();

			expect(matchesIfNoneMatch(header, '"7"')).toBeFalse();
			expect(performance.now() - start).toBeLessThan(200);
		},
		MEASURED,
	);
});

describe("parseIfMatch", () => {
	test.each([
		['"7"', [7]],
		['"0"', [0]],
		['"7", "8"', [7, 8]],
		[entityTag(7, "name"), [7]],
		['W/"7"', []],
		['"07"', []],
		['"abc", "8"', [8]],
		["7", []],
		["", []],
		['"7', []],
	] as const)("reads the versions of %j", (header, versions) => {
		expect(parseIfMatch(header)).toEqual([...versions]);
	});

	test("reads the asterisk as any", () => {
		expect(parseIfMatch("*")).toBe("*");
	});
});

describe("assertIfMatch", () => {
	test.each([[null], ["*"], ['"7"'], ['"6", "7"'], [entityTag(7, "name")]])("lets version 7 pass with %j", (header) => {
		expect(() => assertIfMatch(header, 7)).not.toThrow();
	});

	test.each(['"6"', 'W/"7"', "7", "", '"seven"'])("refuses %j with the current tag", (header) => {
		const refusal = refusalOf(() => assertIfMatch(header, 7));

		expect(refusal).toMatchObject({ code: "precondition_failed", meta: { etag: '"7"' } });
	});
});
