import { expect, test } from "bun:test";
import { clockOf } from "../../console/app/clock.ts";

test("a clock shows hours, minutes and seconds", () => {
	expect([0, 59_999, 245_000, 3_845_000].map(clockOf)).toEqual(["0:00", "0:59", "4:05", "1:04:05"]);
});

test("a clock shows something readable of any number", () => {
	const { NaN: none, POSITIVE_INFINITY: endless, NEGATIVE_INFINITY: never, MAX_VALUE: most } = Number;
	expect([none, endless, never].map(clockOf)).toEqual(["–:––", "–:––", "–:––"]);
	expect(clockOf(-1)).toBe("0:00");
	expect(clockOf(most)).not.toMatch(/NaN|Infinity/);
});
