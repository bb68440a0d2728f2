import { beforeEach, describe, expect, test } from "bun:test";
import { type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const NOWHERE = "org_01jd0z7v9gf2nbrexx3vqjhp41";

const api = await useHarness();
const system = await api.signInSystem();

let owner: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}`;
});

const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
	api.request(method, url, { token: owner.token, headers });
const put = (name: string, headers: Record<string, string> = {}) =>
	api.request("PUT", path, { token: owner.token, body: { name }, headers });
const tagOf = ({ headers }: TestResponse) => headers.get("etag") ?? "";

describe("the ETag of a resource", () => {
	test("is strong, the same for the same content, another after a change", async () => {
		const before = await get(path);
		const again = await get(path);

		const written = await put("Renamed");
		const after = await get(path);

		expect(tagOf(before)).toMatch(/^"[^"]+"$/);
		expect(tagOf(again)).toBe(tagOf(before));
		expect(tagOf(written)).not.toBe(tagOf(before));
		expect(tagOf(after)).toBe(tagOf(written));
	});

	test("stays when a write changes nothing", async () => {
		const first = await put("Same");

		const second = await put("Same");

		expect(tagOf(second)).toBe(tagOf(first));
	});

	test("differs between selections of fields: their bytes do", async () => {
		const tags = await Promise.all(["", "?fields=name", "?fields=slug", "?fields=*"].map((query) => get(path + query)));

		expect(new Set(tags.map(tagOf)).size).toBe(4);
	});

	test("moves with every kind of change: settings, suspension, resumption", async () => {
		const tags = [tagOf(await get(path))];
		const change = (method: string, suffix: string, body: unknown) =>
			api.request(method, path + suffix, { token: owner.token, body });

		for (const step of [
			() => change("PATCH", "/settings", { timezone: "Europe/Paris" }),
			() => change("POST", "/suspend", {}),
			() => change("POST", "/resume", {}),
		]) {
			await step();
			tags.push(tagOf(await get(path)));
		}

		expect(new Set(tags).size).toBe(4);
	});
});

describe("If-None-Match", () => {
	test.each([
		["the tag", (tag: string) => tag],
		["its weak form", (tag: string) => `W/${tag}`],
		["*", () => "*"],
		["a list with it", (tag: string) => `"x", W/"y" ,${tag}`],
	])("%s is 304, without a body but with the tag", async (_what, header) => {
		const current = tagOf(await get(path));

		const response = await get(path, { "if-none-match": header(current) });

		expect([response.status, response.text]).toEqual([304, ""]);
		expect(tagOf(response)).toBe(current);
		expect(response.headers.get("x-request-id")).not.toBeNull();
		expect(response.headers.get("cache-control")).toBe("no-store");
		expect(response.headers.get("content-type")).toBeNull();
	});

	test.each([
		["another tag", () => '"999"'],
		["an older one", () => '"0"'],
		["an unquoted one", (tag: string) => tag.replaceAll('"', "")],
		["half a list", (tag: string) => `${tag}, "`],
		["the tag of a selection", (tag: string) => tag.replace(/"$/, '-AAAAAAAAAAA"')],
		["nothing", () => ""],
	])("%s is 200 with everything", async (_what, header) => {
		const current = tagOf(await get(path));

		const response = await get(path, { "if-none-match": header(current) });

		expect([response.status, response.body.data.name]).toEqual([200, expect.any(String)]);
	});

	test("is answered by HEAD as by GET", async () => {
		const current = tagOf(await get(path));

		const known = await get(path, { "if-none-match": current }, "HEAD");
		const unknown = await get(path, {}, "HEAD");

		expect([known.status, known.text, tagOf(known)]).toEqual([304, "", current]);
		expect([unknown.status, unknown.text, tagOf(unknown)]).toEqual([200, "", current]);
	});

	test("is no longer 304 with the first request after a change", async () => {
		const old = tagOf(await get(path));
		await put("Changed");

		const response = await get(path, { "if-none-match": old });

		expect([response.status, response.body.data.name]).toEqual([200, "Changed"]);
	});

	test("does not spare a stranger the 401, nor a foreigner the 403", async () => {
		const foreigner = await api.createOrganization();
		const headers = { "if-none-match": "*" };

		const stranger = await api.request("GET", path, { headers });
		const foreign = await api.request("GET", path, { token: foreigner.token, headers });

		expect([stranger.status, foreign.status]).toEqual([401, 403]);
	});
});

describe("If-Match", () => {
	test.each([
		["the current tag", (tag: string) => tag],
		["*", () => "*"],
		["a list with it", (tag: string) => `"0", ${tag}`],
		["the tag of a selection of fields", (tag: string) => tag.replace(/"$/, '-AAAAAAAAAAA"')],
	])("%s lets a write pass", async (_what, header) => {
		const current = tagOf(await get(path));

		const response = await put("New name", { "if-match": header(current) });

		expect(response.status).toBe(200);
	});

	test.each([
		["an older tag", () => '"0"'],
		["a weak one", (tag: string) => `W/${tag}`],
		["an unquoted one", (tag: string) => tag.replaceAll('"', "")],
		["nothing", () => ""],
		["text", () => '"abc"'],
	])("%s is 412 with the current tag, and nothing happens", async (_what, header) => {
		const before = await get(path);

		const response = await put("Overwritten", { "if-match": header(tagOf(before)) });
		const after = await get(path);

		expect(codeOf(response)).toEqual([412, "precondition_failed"]);
		expect(response.body.error.meta.etag).toBe(tagOf(before));
		expect(after.text).toBe(before.text);
	});

	test("lets one of many writers pass who all read the same version", async () => {
		const tag = tagOf(await get(path));

		const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put(`Writer ${n}`, { "if-match": tag })));

		const won = answers.filter(({ status }) => status === 200);
		expect(won).toHaveLength(1);
		expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
		expect((await get(path)).body.data.name).toBe(won[0]?.body.data.name);
	});
});

describe("a request with everything wrong", () => {
	const WRONG = { "content-type": "text/plain", "if-match": '"0"' };
	const JSON_TYPE = { ...WRONG, "content-type": "application/json" };

	test("hears of one thing after the other: 401, 403, 415, 400, 422, 404, 409, 412", async () => {
		const member = await api.addMember(owner, "member");
		const send = (url: string, token: string | undefined, raw: string, headers: Record<string, string>) =>
			api.request("PUT", url, { token, raw, headers });
		const shape = '{"nonsense":1}';
		const good = '{"name":"Good"}';

		const answers = [
			await send(path, undefined, "{", WRONG),
			await send(path, member.token, "{", WRONG),
			await send(`/orgs/${NOWHERE}`, system, "{", WRONG),
			await send(`/orgs/${NOWHERE}`, system, "{", JSON_TYPE),
			await send(`/orgs/${NOWHERE}`, system, shape, JSON_TYPE),
			await send(`/orgs/${NOWHERE}`, system, good, JSON_TYPE),
		];
		await api.request("DELETE", path, { token: system });
		answers.push(await send(path, system, good, JSON_TYPE));
		await api.request("POST", `${path}/restore`, { token: system });
		answers.push(await send(path, system, good, JSON_TYPE));

		expect(answers.map(codeOf)).toEqual([
			[401, "unauthenticated"],
			[403, "insufficient_scope"],
			[415, "unsupported_media_type"],
			[400, "invalid_json"],
			[422, "validation_failed"],
			[404, "not_found"],
			[409, "state_conflict"],
			[412, "precondition_failed"],
		]);
	});
});
