import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mergePatch } from "#kernel/merge-patch";

describe("mergePatch", () => {
	// RFC 7396, Appendix A, complete: target, patch, result.
	test.each([
		['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
		['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
		['{"a":"b"}', '{"a":null}', "{}"],
		['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
		['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
		['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
		['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
		['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
		['["a","b"]', '["c","d"]', '["c","d"]'],
		['{"a":"b"}', '["c"]', '["c"]'],
		['{"a":"foo"}', "null", "null"],
		['{"a":"foo"}', '"bar"', '"bar"'],
		['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
		["[1,2]", '{"a":"b","c":null}', '{"a":"b"}'],
		["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
	])("merges %s with %s", (target, patch, result) => {
		expect(mergePatch(JSON.parse(target), JSON.parse(patch))).toEqual(JSON.parse(result));
	});

	// RFC 7396 §3, the worked example.
	test("merges the document of section 3", () => {
		const target = {
			title: "Goodbye!",
			author: { givenName: "John", familyName: "Doe" },
			tags: ["a", "b"],
			content: "x",
		};
		const patch = { title: "Hello!", phoneNumber: "+01", author: { familyName: null }, tags: ["a"] };

		const merged = mergePatch(target, patch);

		expect(merged).toEqual({
			title: "Hello!",
			author: { givenName: "John" },
			tags: ["a"],
			content: "x",
			phoneNumber: "+01",
		});
	});

	test("changes neither argument, and the same patch twice is the same as once", () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
				const before = JSON.stringify([target, patch]);

				const once = mergePatch(target, patch);

				expect(mergePatch(once, patch)).toEqual(once);
				expect(JSON.stringify([target, patch])).toBe(before);
			}),
		);
	});

	test("reaches no prototype through a hostile patch", () => {
		const patch: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');

		const merged = mergePatch({}, patch);

		expect(Object.hasOwn(merged as object, "__proto__")).toBeTrue();
		expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
		expect("polluted" in {}).toBeFalse();
	});
});
