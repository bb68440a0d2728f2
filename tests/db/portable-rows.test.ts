/** Rows in a form that does not depend on the engine. */
import { describe, expect, test } from "bun:test";
import { decodeRow, encodeRow, type PortableRow, RowDigest, toStorable, unstorableColumns } from "#db/portable";
import { rowOf, tableOf } from "#tests/support/portable";

const state = tableOf("service_state");
const stateRow = (key: string, value: string, updatedAtMs = 1): PortableRow =>
	rowOf(state, { key, value, updatedAtMs });

describe("characters that Postgres cannot store", () => {
	const table = tableOf("jobs");
	const job = (lastError: string, payload: unknown): PortableRow =>
		rowOf(table, { id: "1", queue: "test", payload: JSON.stringify(payload), lastError });

	test.each([
		["NUL in a text", job("a\0b", 1), job("a\u{FFFD}b", 1), ["last_error"]],
		[
			"NUL in JSON",
			job("", { "k\0": ["\0", "\\u0000", "\\\0"] }),
			job("", { "k\u{FFFD}": ["\u{FFFD}", "\\u0000", "\\\u{FFFD}"] }),
			["payload"],
		],
		["half a surrogate pair", job("", "\ud83d \udc00 \u{1F600}"), job("", "\u{FFFD} \u{FFFD} \u{1F600}"), ["payload"]],
		["none", job("\u{FFFD}\\0", "\\ud83d \\u0000"), job("\u{FFFD}\\0", "\\ud83d \\u0000"), []],
	])("are found and replaced: %s", (_title, row, replaced, columns) => {
		expect(unstorableColumns(table, row)).toEqual(columns);
		expect(toStorable(table, row)).toEqual(replaced);
		expect(unstorableColumns(table, replaced)).toEqual([]);
	});
});

describe("a line", () => {
	test("is a row again, and of no other table", () => {
		const row = stateRow('a\n"', "null");

		expect(encodeRow(row)).not.toContain("\n");
		expect(decodeRow(state, encodeRow(row))).toEqual(row);
		expect(() => decodeRow(tableOf("jobs"), encodeRow(row))).toThrow(/a row of jobs/);
	});
});

describe("a digest", () => {
	const of = (...rows: PortableRow[]) => {
		const digest = new RowDigest();
		for (const row of rows) digest.add(encodeRow(row));
		return digest.hex;
	};

	test("does not depend on the order of rows, but on each value", () => {
		const [a, b] = [stateRow("a", "1"), stateRow("b", "1")];

		expect(of(a, b)).toBe(of(b, a));
		expect(
			new Set([of(), of(a), of(b), of(a, b), of(a, a), of(stateRow("a", "1", 2)), of(stateRow("a", "null"))]).size,
		).toBe(7);
	});
});
