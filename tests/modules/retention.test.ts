import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { refusalOf } from "#tests/kernel/refusals";
import { parseRetentionDays } from "../../modules/governance/retention/parse.ts";

describe("parseRetentionDays", () => {
	test("reads every number of days from 0 to 36500", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 36_500 }), (days) => {
				expect(parseRetentionDays(`${days}d`, "/transcripts")).toBe(days);
			}),
		);
		expect([parseRetentionDays("0d", ""), parseRetentionDays("36500d", "")]).toEqual([0, 36_500]);
	});

	test.each(["", "d", "365", "365D", "01d", "00d", "-1d", "+1d", "1.5d", "1 d", " 1d", "1d\n", "999999d", "1w", "٣d"])(
		"refuses the form of %j",
		(raw) => {
			const refusal = refusalOf(() => parseRetentionDays(raw, "/retentionPolicy/transcripts"));

			expect(refusal).toMatchObject({
				code: "validation_failed",
				fieldErrors: ["/retentionPolicy/transcripts invalid_format"],
			});
		},
	);

	test.each(["36501d", "99999d"])("refuses %s as out of range", (raw) => {
		expect(refusalOf(() => parseRetentionDays(raw, "/transcripts")).fieldErrors).toEqual(["/transcripts out_of_range"]);
	});
});
