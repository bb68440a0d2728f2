import { describe, expect, test } from "bun:test";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import type { RequestContext } from "#kernel/request-context";

const settings = () => ({ headers: {} as Record<string, string | number> });
/** A context as far as these functions look at it. */
const asking = (headers: Record<string, string>) =>
	({ request: new Request("https://api.example.edu/labels/1", { headers }) }) as unknown as RequestContext;

describe("a resource that is read", () => {
	const read = (ifNoneMatch: string | null, variant?: string) => {
		const set = settings();
		const context = asking(ifNoneMatch === null ? {} : { "if-none-match": ifNoneMatch });
		return { set, result: respondToGet(context, set, "Label retrieved", { data: { id: 1 }, version: 3, variant }) };
	};

	test("comes with its ETag", () => {
		const { set, result } = read(null);

		expect(set.headers).toEqual({ etag: '"3"' });
		expect(result).toEqual({ status: "ok", message: "Label retrieved", data: { id: 1 } });
	});

	test("is 304 to a client that has it, of the same variant only", () => {
		const tag = String(read(null, "id").set.headers.etag);

		expect(read(tag, "id").result).toMatchObject({ code: 304, response: undefined });
		expect(read(tag, "name").result).toMatchObject({ status: "ok" });
		expect(read('"3"').result).toMatchObject({ code: 304 });
	});
});

describe("a resource that was written", () => {
	test("comes with its ETag, and where it is when it is new", () => {
		const changed = settings();
		const made = settings();

		const body = respondToChange(changed, "Label updated", { data: 1, version: 4 });
		const context = { url: new URL("https://api.example.edu/labels") } as unknown as RequestContext;
		const created = respondToCreate(context, made, "1", "Label created", { data: 1, version: 1 });

		expect([changed.headers, body.message]).toEqual([{ etag: '"4"' }, "Label updated"]);
		expect(made.headers).toEqual({ etag: '"1"', location: "https://api.example.edu/labels/1" });
		expect(created).toMatchObject({ code: 201, response: { message: "Label created", data: 1 } });
	});
});
