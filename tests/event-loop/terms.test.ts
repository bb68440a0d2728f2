/** The attendance of a large term leaves turns for others. */
import { expect, test } from "bun:test";
import type { AttendanceRow } from "../support/attendance.ts";
import { useHarness } from "../support/harness.ts";
import { largeTerm } from "../support/large-term.ts";
import { longestStall, machineFactor } from "../support/longest-stall.ts";
import { MEASURED } from "../support/measured-limit.ts";
import { codeOf } from "../support/responses.ts";
import { inProcessDescribe } from "../support/target.ts";

/** Longest time without a turn for others, in ms. */
const LIMIT_MS = 100;

const api = await useHarness();
const owner = await api.createOrganization();

inProcessDescribe("the attendance of a large term", () => {
	test(
		"others have their turn while 200 people in 200 lessons are added up, which is the most that JSON has",
		async () => {
			const { seriesId, occurrences } = await largeTerm(api, owner, { meetings: 201, people: 200 });
			const factor = machineFactor();
			const path = `/series/${seriesId}/attendance`;
			const from = `from=${occurrences[1]}`;
			for (const format of ["json", "csv"]) {
				const { made, longestMs } = await longestStall(() => owner.get(`${path}?format=${format}&${from}`));
				expect(made.status).toBe(200);
				expect(longestMs).toBeLessThan(LIMIT_MS * factor);
				if (format === "csv") expect(made.text.split("\r\n")).toHaveLength(40_002);
				else expect(made.body.data.rows.map(({ cells }: AttendanceRow) => cells.length)).toEqual(Array(200).fill(200));
			}

			const refused = await owner.get(path);
			const file = await owner.get(`${path}?format=csv`);

			expect([...codeOf(refused), refused.body.error.errors[0].path]).toEqual([400, "invalid_request", "/from"]);
			expect(file.text.split("\r\n")).toHaveLength(40_202);
		},
		{ ...MEASURED, timeout: 120_000 },
	);
});
