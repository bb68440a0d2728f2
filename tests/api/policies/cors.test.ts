import { describe, expect, test } from "bun:test";
import { openHarness, type TestRequest, useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";

const APP = "https://app.example.edu";

const api = await useHarness({
	env: { CORS_ORIGINS: `${APP},https://other.example.edu:8443`, RATE_LIMITS: "read=50/60" },
});

const from = (origin: string, method: string, path: string, options: TestRequest = {}) =>
	api.request(method, path, { ...options, headers: { origin, ...options.headers } });
const ask = (origin: string, method = "PUT") =>
	from(origin, "OPTIONS", "/orgs/org_01jd0z7v9gf2nbrexx3vqjhp41", {
		headers: { "access-control-request-method": method, "access-control-request-headers": "authorization,if-match" },
	});

describe("a page of an allowed origin", () => {
	test("may read answers, and the headers that matter", async () => {
		const token = await api.signInSystem();

		const { status, headers } = await from(APP, "GET", "/auth/profile", { token });

		expect(status).toBe(200);
		expect(headers.get("access-control-allow-origin")).toBe(APP);
		expect(headers.get("vary")).toContain("Origin");
		for (const name of ["ETag", "Link", "Location", "RateLimit", "Retry-After", "X-Request-ID", "Idempotency-Replayed"])
			expect(headers.get("access-control-expose-headers")).toContain(name);
	});

	test("never sends cookies", async () => {
		const { headers } = await from(APP, "GET", "/auth/profile");

		expect(headers.get("access-control-allow-credentials")).toBeNull();
	});

	test.each([
		["401", "GET", "/auth/profile", {}],
		["404", "GET", "/nowhere", {}],
		["405", "PATCH", "/orgs", {}],
		["413", "POST", "/auth/login", { raw: "{}", headers: { "content-length": "2000000" } }],
		["415", "POST", "/auth/login", { raw: "x", headers: { "content-type": "text/plain" } }],
		["422", "POST", "/auth/login", { body: {} }],
		["400", "GET", "/auth/profile", { headers: { host: "evil.example" } }],
	] as [string, string, string, TestRequest][])("may read a %s too", async (status, method, path, options) => {
		const response = await from(APP, method, path, options);

		expect(String(response.status)).toBe(status);
		expect(response.headers.get("access-control-allow-origin")).toBe(APP);
	});

	inProcessTest("may read a 429 too, and ask beforehand even then", async () => {
		const peer = "203.0.113.1";
		for (let n = 0; n < 50; n++) await api.request("GET", "/nowhere", { peer });

		const refused = await from(APP, "GET", "/nowhere", { peer });
		const preflight = await from(APP, "OPTIONS", "/orgs", {
			peer,
			headers: { "access-control-request-method": "POST" },
		});

		expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([429, APP]);
		expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, APP]);
	});

	test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])("is told beforehand that it may %s", async (method) => {
		const { status, text, headers } = await ask(APP, method);

		expect([status, text]).toEqual([204, ""]);
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("access-control-allow-origin")).toBe(APP);
		expect(headers.get("access-control-allow-methods")).toContain(method);
		for (const name of [
			"Authorization",
			"Content-Type",
			"Idempotency-Key",
			"If-Match",
			"If-None-Match",
			"X-Request-ID",
		])
			expect(headers.get("access-control-allow-headers")).toContain(name);
		expect(headers.get("access-control-max-age")).toBe("600");
		expect(headers.get("x-request-id")).not.toBeNull();
	});

	test("may have a port, which counts", async () => {
		const right = await ask("https://other.example.edu:8443");
		const wrong = await ask("https://other.example.edu");

		expect(right.headers.get("access-control-allow-origin")).toBe("https://other.example.edu:8443");
		expect(wrong.headers.get("access-control-allow-origin")).toBeNull();
	});
});

describe("a page of another origin", () => {
	test.each([
		"https://evil.example",
		"null",
		"",
		"*",
		"http://app.example.edu",
		"https://app.example.edu.evil.example",
		"https://evil-app.example.edu",
		"https://app.example.edu:444",
		"https://app.example.edu/",
		"HTTPS://APP.EXAMPLE.EDU",
		"app.example.edu",
		"constructor",
		"__proto__",
		`${APP}, https://evil.example`,
	])("%p is never allowed, before or after", async (origin) => {
		const preflight = await ask(origin);
		const response = await from(origin, "GET", "/auth/profile");

		for (const { headers } of [preflight, response]) {
			expect(headers.get("access-control-allow-origin")).toBeNull();
			expect(headers.get("vary")).toContain("Origin");
		}
	});
});

describe("where no origin is configured", () => {
	test("nothing is said of origins, and OPTIONS is no method", async () => {
		const closed = await openHarness();

		const response = await closed.request("GET", "/auth/profile", { headers: { origin: APP } });
		const preflight = await closed.request("OPTIONS", "/orgs", {
			headers: { origin: APP, "access-control-request-method": "POST" },
		});
		await closed.close();

		expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
		expect([preflight.status, preflight.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
	});
});
