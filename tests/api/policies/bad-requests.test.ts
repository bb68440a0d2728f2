import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();
const token = await api.signInSystem();

const JSON_TYPE = { "content-type": "application/json" };
const postRaw = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
	api.request("POST", "/orgs", { token, raw, headers });

/** What is no acceptable JSON, and why. */
const UNREADABLE: [string, string | Uint8Array<ArrayBuffer>][] = [
	["half an object", '{"name":"x"'],
	["NaN", '{"name":NaN}'],
	["a comment", '{"name":"x"} // hi'],
	["a trailing comma", '{"name":"x",}'],
	["single quotes", "{'name':'x'}"],
	["a raw NUL", '{"name":"a\u0000b"}'],
	["an escaped NUL", '{"name":"a\\u0000b"}'],
	["a lone surrogate", '{"name":"a\\ud800b"}'],
	["a byte order mark", "\ufeff{}"],
	["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
	["overlong UTF-8", new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
	["__proto__", '{"name":"x","__proto__":{"admin":true}}'],
	["an escaped __proto__", '{"name":"x","\\u005f_proto__":{"admin":true}}'],
	["constructor", '{"name":"x","featureFlags":{"constructor":true}}'],
	["prototype", '{"settings":{"prototype":1}}'],
	["a duplicate key", '{"name":"x","name":"y"}'],
	["a number that overflows", '{"name":1e999}'],
	["a number no double holds", '{"name":12345678901234567890123}'],
	["depth 33", `${"[".repeat(33)}${"]".repeat(33)}`],
	["depth 100,000", "[".repeat(100_000)],
	["30,000 nodes", `[${"1,".repeat(30_000)}1]`],
];

describe("a body that is not acceptable JSON", () => {
	test.each(UNREADABLE)("%s is refused without being echoed", async (_what, raw) => {
		const response = await postRaw(raw);

		expect(response.status).toBe(400);
		expect(response.body.error.code).toBe("invalid_json");
		expect(response.text).not.toContain("admin");
		expect(({} as { admin?: boolean }).admin).toBeUndefined();
	});
});

describe("a body that is empty", () => {
	const post = (headers: Record<string, string>, raw: string | ReadableStream = "") =>
		api.request("POST", "/auth/refresh", { raw, headers });

	test("is no JSON, when JSON was announced", async () => {
		const answers = [
			await post(JSON_TYPE),
			await post({ "content-type": "application/json; charset=utf-8" }),
			await post(JSON_TYPE, new ReadableStream({ start: (controller) => controller.close() })),
			await api.request("PATCH", "/auth/update-profile", {
				token,
				raw: "",
				headers: { "content-type": "application/merge-patch+json" },
			}),
		];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [400, "invalid_json"]));
		expect(answers[0]?.body.error.detail).toContain("send {}, or no Content-Type");
	});

	test("is {} without a type, where every member is optional, and for a DELETE with any", async () => {
		const { token: session } = await api.createOrganization();

		const untyped = await post({});
		const deleted = await api.request("DELETE", "/auth/sessions", { token: session, raw: "", headers: JSON_TYPE });
		const none = await api.request("POST", "/auth/logout", { token: session });

		// Without a refresh token: the body was read.
		expect(codeOf(untyped)).toEqual([401, "unauthenticated"]);
		expect([deleted.status, none.status]).toEqual([204, 204]);
	});
});

describe("a body of another media type", () => {
	test.each([
		"text/plain",
		"application/x-www-form-urlencoded",
		"multipart/form-data; boundary=x",
		"application/jsonxyz",
		"application/json; charset=utf-16",
		"application/xml",
		"application/merge-patch+json",
	])("%s is 415 on POST", async (type) => {
		const response = await postRaw("{}", { "content-type": type });

		expect(response.status).toBe(415);
		expect(response.body.error.code).toBe("unsupported_media_type");
	});

	test("a compressed body is 415", async () => {
		const response = await postRaw("{}", { ...JSON_TYPE, "content-encoding": "gzip" });

		expect(response.status).toBe(415);
	});

	test("JSON is recognized whatever its case and with a UTF-8 charset", async () => {
		const response = await postRaw("{}", { "content-type": 'APPLICATION/JSON; charset="UTF-8"' });

		expect(response.status).toBe(422);
	});
});

describe("a body that is too large", () => {
	test("an announced length over 1 MiB is 413, even to a stranger, with its request id", async () => {
		const headers = {
			...JSON_TYPE,
			"content-length": "1048577",
			"x-request-id": "0199b7a0-1111-7111-8111-111111111111",
		};

		const response = await api.request("POST", "/orgs", { raw: "{}", headers });

		expect(response.status).toBe(413);
		expect(response.body.error).toMatchObject({ code: "payload_too_large", meta: { maxBytes: 1_048_576 } });
		expect(response.headers.get("x-request-id")).toBe(headers["x-request-id"]);
	});

	inProcessTest("a body without a length is counted as it comes", async () => {
		let sent = 0;
		const raw = new ReadableStream({
			pull(controller) {
				sent += 65_536;
				controller.enqueue(new Uint8Array(65_536).fill(0x20));
				if (sent >= 16 << 20) controller.close(); // never endless: a client that is not stopped must stop by itself
			},
		});

		const response = await api.request("POST", "/orgs", { token, raw, headers: JSON_TYPE });

		expect(response.status).toBe(413);
		expect(sent).toBeLessThan(16 << 20);
	});
});

describe("a body of the wrong shape", () => {
	test("names every member, what was expected, and nothing that was sent", async () => {
		const response = await api.request("POST", "/orgs", {
			token,
			body: { name: 7, orgType: "secret-kind", settings: { timezone: "Mars/Base", hidden: "s3cret" }, admin: true },
		});

		expect(response.status).toBe(422);
		expect(response.body.error.code).toBe("validation_failed");
		const paths = response.body.error.errors.map((fault: { path: string }) => fault.path);
		expect(paths).toContain("/name");
		expect(paths).toContain("/orgType");
		expect(paths).toContain("/admin");
		expect(paths).toContain("/settings/hidden");
		expect(response.text).not.toContain("s3cret");
		expect(response.text).not.toContain("secret-kind");
	});

	test("a missing body says what is required", async () => {
		const response = await api.request("POST", "/orgs", { token });

		expect(response.status).toBe(422);
		expect(response.body.error.errors).toContainEqual({ path: "/name", code: "required", message: "is required" });
	});

	test("an object with a member toString in place of a text is 422", async () => {
		const body = { name: { toString: 1 }, orgType: [{ toString: {} }], settings: { timezone: { toString: "x" } } };
		const response = await api.request("POST", "/orgs", { token, body });

		expect(codeOf(response)).toEqual([422, "validation_failed"]);
		expect(response.body.error.errors).toHaveLength(3);
	});

	test.each([["[]"], ["null"], ["true"], ['"text"'], ["1"]])("%s instead of an object is 422", async (raw) => {
		const response = await postRaw(raw);

		expect(response.status).toBe(422);
	});

	test("a hundred thousand faults answer with a few", async () => {
		const body = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`unknown${n}`, n]));

		const response = await api.request("POST", "/orgs", { token, body });

		expect(response.status).toBe(422);
		expect(response.body.error.errors.length).toBeLessThanOrEqual(20);
	});
});

describe("a URL that is ambiguous or ill-formed", () => {
	test.each([
		["a repeated parameter", "/orgs?limit=1&limit=2"],
		["a broken escape", "/orgs?q=%zz"],
		["a NUL", "/orgs?q=a%00b"],
		["an unknown parameter", "/orgs?nonsense=1"],
		["limit 0", "/orgs?limit=0"],
		["a negative limit", "/orgs?limit=-1"],
		["a hexadecimal limit", "/orgs?limit=0x10"],
		["limit with spaces", "/orgs?limit=%2010"],
		["an infinite limit", "/orgs?limit=1e999"],
		["an unknown sort", "/orgs?sort=password"],
		["an unknown state", "/orgs?state=haunted"],
		["a date that is none", "/orgs?createdAfter=yesterday"],
	])("%s is 400", async (_what, path) => {
		const response = await api.request("GET", path, { token });

		expect(response.status).toBe(400);
		expect(response.body.error.code).toBe("invalid_request");
	});

	test("a parameter that may be repeated is named when one of its values is wrong", async () => {
		const owner = await api.createOrganization();
		const remove = (query: string) =>
			api.request("DELETE", `/orgs/${owner.orgId}/domains?${query}`, { token: owner.token });

		const answers = await Promise.all([
			remove(`domain=${"a".repeat(5_000)}`),
			remove(`domain=${"a.example,".repeat(51)}b.example`),
			remove(`domain=a.example&domain=${"a".repeat(5_000)}`),
		]);

		expect(answers.map(codeOf)).toEqual(answers.map(() => [400, "invalid_request"]));
		expect(answers.map(({ body }) => body.error.errors[0].path)).toEqual(
			answers.map(() => expect.stringMatching(/^\/domain/)),
		);
	});

	test("an altered cursor is 400 invalid_cursor", async () => {
		const response = await api.request("GET", "/orgs?cursor=AAAA", { token });

		expect(response.status).toBe(400);
		expect(response.body.error.code).toBe("invalid_cursor");
	});

	test.each([
		"org_1",
		"x",
		"org_01jd0z7v9gf2nbrexx3vqjhp4%2Fsettings",
		"org_01jd0z7v9gf2nbrexx3vqjhp4%0d%0a",
		"ORG_01JD0Z7V9GF2NBREXX3VQJHP41",
	])("the id %s is no id", async (id) => {
		const response = await api.request("GET", `/orgs/${id}`, { token });

		expect(response.status).toBe(400);
		expect(response.body.error.errors[0].path).toBe("/orgId");
	});

	test.each(["/orgs/", "//orgs", "/Orgs", "/orgs/%2e%2e/orgs/x/y"])("%s is no route", async (path) => {
		const response = await api.request("GET", path, { token });

		expect(response.status).toBe(404);
		expect(response.body.error.code).toBe("route_not_found");
	});
});

describe("a method a path does not have", () => {
	test("is 405 with Allow, also to a stranger", async () => {
		const response = await api.request("PATCH", "/orgs", { raw: "x" });

		expect(response.status).toBe(405);
		expect(response.headers.get("allow")).toBe("GET, HEAD, POST");
		expect(response.body.error.code).toBe("method_not_allowed");
	});

	inProcessTest("is logged with its path, as no route is, and never with its query", async () => {
		await api.request("PATCH", "/orgs?token=s3cret", { token, raw: "x" });
		await api.request("GET", "/orgz/1?token=s3cret", { token });
		await api.request("GET", "/orgs/org_01jd0z7v9gf2nbrexx3vqjhp41", { token });

		const lines = api.logged.slice(-3).map((line) => JSON.parse(line));
		expect(lines.map(({ status, path }) => [status, path])).toEqual([
			[405, "/orgs"],
			[404, "/orgz/1"],
			[404, undefined],
		]);
		expect(api.logged.join("")).not.toContain("s3cret");
	});
});
