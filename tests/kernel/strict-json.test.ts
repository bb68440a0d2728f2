import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_JSON_DEPTH, MAX_JSON_NODES, parseStrictJson } from "#kernel/strict-json";
import { MEASURED } from "#tests/support/measured-limit";
import { refusalOf } from "./refusals.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string): unknown => parseStrictJson(bytes(text));
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

describe("parseStrictJson", () => {
	test("gives what JSON.parse gives for every document both accept", () => {
		const documents = fc.json({ maxDepth: 8, noUnicodeString: false }).map((text) => JSON.parse(text) as unknown);

		fc.assert(
			fc.property(documents, fc.constantFrom(undefined, "\t", "\r\n "), (value, space) => {
				const text = JSON.stringify(value, null, space);
				// What only the strict parser refuses is told by the tables below.
				if (/"(?:__proto__|constructor|prototype)"|\\u0000|\d{16}|e\+/.test(text)) return;
				expect(parse(text)).toEqual(JSON.parse(text));
			}),
			{ numRuns: 300 },
		);
	});

	test("accepts or refuses damaged documents without any other error, and never more than JSON.parse does", () => {
		const damaged = fc.tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom(...'{}[]",:\\0-e. nu'));

		fc.assert(
			fc.property(damaged, ([text, at, char]) => {
				const broken = text.slice(0, at % (text.length + 1)) + char + text.slice((at % (text.length + 1)) + 1);
				let value: unknown;
				try {
					value = parse(broken);
				} catch {
					expect(refusalOf(() => parse(broken)).code).toBe("invalid_json");
					return;
				}
				expect(value).toEqual(JSON.parse(broken));
			}),
			{ numRuns: 500 },
		);
	});

	test("reads objects that can be written in a text, whatever their members", () => {
		const [value] = parse('[{"toString":1,"valueOf":{}}]') as [object];

		expect([`${value}`, `${[value]}`]).toEqual(["[object Object]", "[object Object]"]);
		expect(JSON.stringify(value)).toBe('{"toString":1,"valueOf":{}}');
	});

	test.each([
		['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é😀"', '"\\/\b\f\n\r\té😀é😀'],
		[" \t\r\n[ ] ", []],
		["-0.5e-3", -0.0005],
		["9007199254740991", Number.MAX_SAFE_INTEGER],
		["1e-400", 0],
		['{"":{"toString":null}}', { "": { toString: null } }],
	] as const)("reads %s", (text, value) => {
		expect(parse(text)).toEqual(value);
	});

	test.each([
		["", "syntax", ""],
		["  ", "syntax", ""],
		['{"a":1,}', "syntax", ""],
		["[1,]", "syntax", "/1"],
		["[1 2]", "syntax", ""],
		['{"a" 1}', "syntax", "/a"],
		["{a:1}", "syntax", ""],
		["'a'", "syntax", ""],
		["1 2", "syntax", ""],
		["// x\n1", "syntax", ""],
		["NaN", "syntax", ""],
		["Infinity", "syntax", ""],
		["01", "syntax", ""],
		["+1", "syntax", ""],
		["1.", "syntax", ""],
		[".5", "syntax", ""],
		["0x10", "syntax", ""],
		["True", "syntax", ""],
		['"a\nb"', "syntax", ""],
		['"\\x41"', "syntax", ""],
		['"\\u12g4"', "syntax", ""],
		['"abc', "syntax", ""],
		['"\\', "syntax", ""],
		['["a\0b"]', "syntax", "/0"],
		["\u00a01", "syntax", ""],
		['{"a":1,"b":{"c":1,"c":2}}', "duplicate_name", "/b/c"],
		['{"a":1,"\\u0061":2}', "duplicate_name", "/a"],
		['{"s":[{"__proto__":{}}]}', "forbidden_name", "/s/0/__proto__"],
		['{"\\u005f_proto__":{}}', "forbidden_name", "/__proto__"],
		['{"constructor":1}', "forbidden_name", "/constructor"],
		['{"prototype":1}', "forbidden_name", "/prototype"],
		['{"a":"\\u0000"}', "nul", "/a"],
		['{"\\u0000":1}', "nul", ""],
		['["\\ud83d"]', "lone_surrogate", "/0"],
		['["\\ude00\\ud83d"]', "lone_surrogate", "/0"],
		['{"a/b~c":1e400}', "number_too_large", "/a~1b~0c"],
		["-1e400", "number_too_large", ""],
		["9007199254740992", "number_too_large", ""],
		["-9007199254740993", "number_too_large", ""],
		["12345678901234567890123", "number_too_large", ""],
	])("refuses %j as %s", (text, code, path) => {
		expect(refusalOf(() => parse(text))).toMatchObject({ code: "invalid_json", fieldErrors: [`${path} ${code}`] });
	});

	test.each([
		["a byte order mark", [0xef, 0xbb, 0xbf, 0x31]],
		["an overlong NUL", [0x22, 0xc0, 0x80, 0x22]],
		["an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
		["a truncated character", [0x22, 0xe2, 0x82, 0x22]],
		["Latin-1", [0x22, 0xe9, 0x22]],
		["UTF-16", [0x31, 0x00]],
	])("refuses %s", (_, octets) => {
		expect(refusalOf(() => parseStrictJson(Uint8Array.from(octets))).code).toBe("invalid_json");
	});

	test("draws the lines at the documented depth and number of values", () => {
		const atLimit = `[${Array(MAX_JSON_NODES - 1).fill(0)}]`;

		expect(parse(nested(MAX_JSON_DEPTH))).toBeArray();
		expect(parse(atLimit)).toHaveLength(MAX_JSON_NODES - 1);
		expect(refusalOf(() => parse(nested(MAX_JSON_DEPTH + 1))).fieldErrors).toEqual([
			expect.stringContaining(" too_deep"),
		]);
		expect(refusalOf(() => parse(atLimit.replace("[", "[0,"))).fieldErrors).toEqual(["/19999 too_many_values"]);
	});

	test("says where the fault is and does not repeat what was sent", () => {
		const { message, meta } = refusalOf(() => parse('{"password":"hunter2","x":hunter3}'));

		expect(message).toBe("The body must have a value here (at character 26).");
		expect(meta).toEqual({ offset: 26 });
	});

	test("shortens a hostile name in the path", () => {
		const { fieldErrors } = refusalOf(() => parse(`{"${"k".repeat(10_000)}":1e999}`));

		expect(fieldErrors.join("").length).toBeLessThan(100);
	});

	// One MiB each: linear time and a bounded stack, or the server could be stopped with one request.
	test.each([
		["opening brackets", "[".repeat(1 << 20)],
		["opening objects", '{"a":'.repeat(200_000)],
		["a million keys", `{${Array.from({ length: 1_000_000 }, (_, i) => `"${i}":0`).join()}}`],
		["quotes", '"'.repeat(1 << 20)],
		["escapes without an end", `"${'\\"'.repeat(1 << 19)}`],
		["digits", "1".repeat(1 << 20)],
		["minus signs", "-".repeat(1 << 20)],
		["white space", " ".repeat(1 << 20)],
	])(
		"refuses a body of %s quickly",
		(_, text) => {
			const body = bytes(text);
			const start = performance.now();

			const refusal = refusalOf(() => parseStrictJson(body));

			expect(refusal.code).toBe("invalid_json");
			expect(performance.now() - start).toBeLessThan(500);
		},
		MEASURED,
	);
});
