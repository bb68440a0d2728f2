import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createCursors, MAX_CURSOR_LENGTH } from "#kernel/cursor";
import { sortKey } from "#kernel/text";
import { refusalOf } from "./refusals.ts";

const key = new Uint8Array(32).fill(7);
const cursors = createCursors([key]);
const positions = fc.array(
	fc.oneof(
		fc.string({ maxLength: 20, unit: "binary" }),
		fc.maxSafeInteger(),
		fc.double({ noNaN: true, noDefaultInfinity: true }),
	),
	{ maxLength: 3 },
);
const bindings = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 });

describe("seal and open", () => {
	test("give back the position they were given, for the same binding in any order", () => {
		fc.assert(
			fc.property(positions, bindings, (position, binding) => {
				const cursor = cursors.seal(position, binding);

				const opened = cursors.open(cursor, Object.fromEntries(Object.entries(binding).reverse()));

				expect(JSON.stringify(opened)).toBe(JSON.stringify(position));
				expect(cursor).toMatch(/^[\w-]{1,512}$/);
			}),
		);
	});

	test("refuse a cursor with any one character changed, added or dropped", () => {
		const cursor = cursors.seal([1_700_000_000_000, "org_01"], { sort: "createdAt" });
		const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ";

		for (let at = 0; at < cursor.length; at += 1) {
			for (const char of alphabet) {
				const changed = cursor.slice(0, at) + char + cursor.slice(at + 1);
				if (changed !== cursor)
					expect(refusalOf(() => cursors.open(changed, { sort: "createdAt" })).code).toBe("invalid_cursor");
			}
		}
		for (const other of [`${cursor}A`, `${cursor}=`, ` ${cursor}`, cursor.slice(1), cursor.slice(0, -1)]) {
			expect(refusalOf(() => cursors.open(other, { sort: "createdAt" })).fieldErrors).toEqual(["/cursor invalid"]);
		}
	});

	test("refuse another binding, another key, and what never was a cursor", () => {
		const cursor = cursors.seal(["a"], { q: "x", sort: "name" });
		const others = createCursors([new Uint8Array(32).fill(8)]);

		expect(refusalOf(() => cursors.open(cursor, { q: "y", sort: "name" })).code).toBe("invalid_cursor");
		expect(refusalOf(() => others.open(cursor, { q: "x", sort: "name" })).code).toBe("invalid_cursor");
		for (const text of ["", "null", "eyJ9", "A".repeat(24), "A".repeat(100_000), "../../etc", "😀".repeat(30)]) {
			expect(refusalOf(() => cursors.open(text, {})).code).toBe("invalid_cursor");
		}
	});

	test("have room for the sort key of every name and an id", () => {
		const names = fc.string({ unit: "binary", maxLength: 128 });

		fc.assert(
			fc.property(names, (name) => {
				const position = [sortKey(name.replace(/\p{Cc}/gu, "")), "org_01jd3zv4m8e9wbr7k2t5x6y1ha"];

				expect(cursors.seal(position, {}).length).toBeLessThanOrEqual(MAX_CURSOR_LENGTH);
			}),
		);
		expect(cursors.seal([sortKey("😀".repeat(128)), "org_01jd3zv4m8e9wbr7k2t5x6y1ha"], {})).toBeString();
		expect(() => cursors.seal(["x".repeat(400)], {})).toThrow(RangeError);
	});
});
