import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "#kernel/canonical-json";

describe("canonicalJson", () => {
	// RFC 8785 §3.2.2 and §3.2.3, Appendix B.
	test("writes the example of the RFC as the RFC does", () => {
		const value: unknown = JSON.parse(String.raw`{
			"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
			"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
			"literals": [null, true, false]
		}`);

		const text = canonicalJson(value);

		expect(text).toBe(
			'{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
				'"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
		);
	});

	test("sorts names by UTF-16 code units", () => {
		const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u{1f600}": 5, "\u0080": 6, "\u00f6": 7 };

		const text = canonicalJson(value);

		expect(Object.values(JSON.parse(text.replace('"1":4,', "")))).toEqual([2, 6, 7, 1, 5, 3]);
	});

	test("writes numbers as ECMAScript does, minus zero as zero", () => {
		expect([0, -0, 1e21, 1e-7, 5e-324, 9007199254740991].map(canonicalJson)).toEqual([
			"0",
			"0",
			"1e+21",
			"1e-7",
			"5e-324",
			"9007199254740991",
		]);
	});

	test("gives one text for one value, whatever the order of its members, and loses nothing", () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ noUnicodeString: false })), (value) => {
				const reversed = Object.fromEntries(Object.entries(value).reverse());

				expect(canonicalJson(reversed)).toBe(canonicalJson(value));
				expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
		);
	});

	test("leaves out members that are undefined", () => {
		expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
	});

	test.each([
		["NaN", Number.NaN],
		["Infinity", [Number.POSITIVE_INFINITY]],
		["undefined", undefined],
		["a hole", new Array(1)],
		["a bigint", { a: 1n }],
		["a date", new Date(0)],
		["a map", new Map()],
		["a function", () => 1],
		["a lone surrogate", "\ud800"],
		["a lone surrogate as name", { "\ud800": 1 }],
	])("refuses %s as a bug of the caller", (_, value) => {
		expect(() => canonicalJson(value)).toThrow(TypeError);
	});
});
