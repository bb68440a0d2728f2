import { expect, test } from "bun:test";
import { nameOf } from "../../bench/growth/case.ts";
import { CASES, findGaps } from "../../bench/growth/cases.ts";
import document from "../../docs/openapi.json" with { type: "json" };

const operationIds = Object.values(document.paths as Record<string, Record<string, { operationId?: string }>>).flatMap(
	(methods) => Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
);

test("bench growth measures every operation of the API document", () => {
	expect(operationIds.length).toBeGreaterThan(60);
	expect(findGaps(operationIds)).toEqual([]);
});

test("bench growth names what no case measures, and cases of nothing", () => {
	const gaps = findGaps([...operationIds.slice(1), "levitate"]);

	expect(gaps).toEqual([
		"levitate is not measured: add it to bench/growth/cases",
		`${operationIds[0]} is no operation of the API`,
	]);
});

test("the cases of bench growth have different names", () => {
	const names = CASES.map(nameOf);

	expect(names).toEqual([...new Set(names)]);
});
