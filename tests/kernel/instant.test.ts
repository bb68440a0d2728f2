import { describe, expect, test } from "bun:test";
import { parseInstant } from "#kernel/instant";

describe("parseInstant", () => {
	test.each([
		["2030-01-01T00:00:00Z", 1_893_456_000_000],
		["2030-01-01T00:00:00.5Z", 1_893_456_000_500],
		["2030-01-01T02:00:00.000+02:00", 1_893_456_000_000],
		["2032-02-29T00:00:00.123456789Z", 1_961_625_600_123],
		["1969-12-31T23:59:59.999Z", -1],
	])("reads %s", (text, ms) => {
		expect(parseInstant(text, "/at")).toBe(ms);
	});

	test.each([
		"",
		"2030-01-01",
		"2030-01-01T00:00:00",
		"2030-01-01 00:00:00Z",
		"2030-02-30T00:00:00Z",
		"2031-02-29T00:00:00Z",
		"2030-13-01T00:00:00Z",
		"2030-01-01T24:00:00Z",
		"2030-01-01T00:00:60Z",
		"2030-01-01T00:00:00+24:00",
		"1893456000000",
	])("refuses %j", (text) => {
		expect(() => parseInstant(text, "/at")).toThrow(expect.objectContaining({ code: "validation_failed" }));
	});
});
