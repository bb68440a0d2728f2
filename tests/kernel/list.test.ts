import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createCursors } from "#kernel/cursor";
import { selector } from "#kernel/field-mask";
import { type ListQuery, pageRequest, type Slice, singlePage } from "#kernel/list";
import { refusalOf } from "./refusals.ts";

interface Label {
	readonly id: string;
	readonly name: string;
}

const cursors = createCursors([new Uint8Array(32).fill(7)]);
const binding = { list: "labels", orgId: "org_1" };
const labelFields = selector<Label>({ id: true, name: true });
const ask = (query: ListQuery, to = binding) => pageRequest(cursors, query, labelFields, to);

const byRank = { positionOf: (rank: number) => [rank] };
const toLabel = (rank: number): Label => ({ id: `lbl_${rank}`, name: `Label ${rank}` });

/** As a repository reads it: ranks of 1 to `count`, in ascending order. */
const read = (count: number, { after, take }: Slice): number[] =>
	Array.from({ length: count }, (_, at) => at + 1)
		.filter((rank) => after === null || rank > Number(after[0]))
		.slice(0, take);

const pageOf = (count: number, query: ListQuery) => {
	const request = ask(query);
	return request.page(read(count, request), byRank, toLabel);
};

describe("a list", () => {
	test("shows every row once, in order, whatever the size of its pages", () => {
		fc.assert(
			fc.property(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 12 }), (count, limit) => {
				const ids: string[] = [];
				let cursor: string | undefined;
				let pages = 0;

				do {
					const { items, page } = pageOf(count, { limit: String(limit), cursor });
					ids.push(...items.map(({ id = "" }) => id));
					cursor = page.nextCursor ?? undefined;
					pages += 1;
					expect(page).toEqual({ limit, nextCursor: cursor ?? null, hasMore: cursor !== undefined });
				} while (cursor !== undefined);

				expect(ids).toEqual(read(count, { after: null, take: count }).map((rank) => `lbl_${rank}`));
				expect(pages).toBe(Math.max(1, Math.ceil(count / limit)));
			}),
		);
	});

	test("reads one row more than it shows", () => {
		expect(ask({ limit: "7" })).toMatchObject({ after: null, take: 8 });
	});

	test("shows all of an item, or what fields names of it", () => {
		expect(pageOf(1, {}).items).toEqual([{ id: "lbl_1", name: "Label 1" }]);
		expect(pageOf(1, { fields: "name" }).items).toEqual([{ name: "Label 1" }]);
	});

	test("takes its cursor for no other list, tenant or filter", () => {
		const cursor = pageOf(2, { limit: "1" }).page.nextCursor ?? "";

		expect(ask({ cursor }).after).toEqual([1]);
		for (const other of [
			{ ...binding, list: "tags" },
			{ ...binding, orgId: "org_2" },
			{ ...binding, name: "x" },
		])
			expect(refusalOf(() => ask({ cursor }, other)).code).toBe("invalid_cursor");
	});

	test("judges limit, then fields, then the cursor", () => {
		const codeOf = (query: ListQuery) => refusalOf(() => ask(query)).code;

		expect(codeOf({ limit: "0", fields: "colour", cursor: "x" })).toBe("invalid_request");
		expect(codeOf({ fields: "colour", cursor: "x" })).toBe("invalid_fields");
		expect(codeOf({ cursor: "x" })).toBe("invalid_cursor");
	});

	test("that comes on one page says so", () => {
		expect(singlePage([1, 2])).toEqual({ items: [1, 2], page: { limit: 50, nextCursor: null, hasMore: false } });
	});
});

describe("limit", () => {
	test.each([
		[undefined, 50],
		["1", 1],
		["200", 200],
		["201", 200],
		["9".repeat(400), 200],
	])("%s is read as %i", (limit, read) => {
		expect(ask({ limit }).take).toBe(read + 1);
	});

	test.each(["", "0", "-1", "+1", "01", "1.0", "1e2", "0x10", " 10", "10 ", "10\n", "ten", "NaN", "١"])(
		"%j is refused",
		(limit) => {
			expect(refusalOf(() => ask({ limit }))).toMatchObject({
				code: "invalid_request",
				fieldErrors: ["/limit invalid_format"],
			});
		},
	);
});
