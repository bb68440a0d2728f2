import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { selectable } from "#http/fields";
import { listQuery, pageResponse, respondWithPage } from "#http/list";
import { closed, Nullable } from "#http/schemas";
import type { RequestContext } from "#kernel/request-context";

const Label = closed({
	id: Type.String(),
	colour: Nullable(Type.String()),
	uses: Type.Array(closed({ count: Type.Integer(), at: Type.String() })),
});
const labelFields = selectable(Label);
const label = { id: "lbl_1", colour: null, uses: [{ count: 2, at: "now" }] };

describe("a page", () => {
	const response = (query: Record<string, string>, nextCursor: string | null) => {
		const set = { headers: {} as Record<string, string | number> };
		const page = { limit: 1, nextCursor, hasMore: nextCursor !== null };
		const url = new URL(`https://api.example.edu/v1/labels?${new URLSearchParams(query)}`);
		const context = { url } as unknown as RequestContext; // as far as the function looks at it
		const body = respondWithPage(context, set, "Labels retrieved", { items: [1], page });
		return { body, link: set.headers.link };
	};

	test("links to the next one, with the same parameters", () => {
		const { body, link } = response({ limit: "1", q: "é & co", cursor: "before" }, "next");

		expect(link).toBe('<https://api.example.edu/v1/labels?limit=1&q=%C3%A9+%26+co&cursor=next>; rel="next"');
		expect(body).toEqual({
			status: "ok",
			message: "Labels retrieved",
			data: [1],
			page: { limit: 1, nextCursor: "next", hasMore: true },
		});
	});

	test("that is the last one links nowhere", () => {
		expect(response({ cursor: "before" }, null).link).toBeUndefined();
	});

	test("is documented with an example that its schema admits", () => {
		const { schema, example } = pageResponse("A page of labels", labelFields.schema, "Labels retrieved", label);

		expect(Value.Check(schema, example)).toBe(true);
		expect(Value.Check(schema, { ...example, data: [{ uses: [{ at: "now" }] }, {}] })).toBe(true);
		expect(Value.Check(schema, { ...example, data: [{ name: "x" }] })).toBe(false);
	});
});

describe("the query of a list", () => {
	test("has its own filters and what every list takes, and nothing else", () => {
		const query = listQuery({ colour: Type.Optional(Type.String()) });

		expect(Object.keys(query.properties)).toEqual(["colour", "limit", "cursor", "fields"]);
		expect(Value.Check(query, { colour: "red", limit: "5", cursor: "x", fields: "id" })).toBe(true);
		expect(Value.Check(query, { color: "red" })).toBe(false);
	});
});

describe("a selectable resource", () => {
	test("shows what fields names, down to members of the objects in a list", () => {
		expect(labelFields.parse(undefined)(label)).toEqual(label);
		expect(labelFields.parse("colour,uses.count")(label)).toEqual({ colour: null, uses: [{ count: 2 }] });
	});
});
