import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Harness, openHarness } from "../support/harness.ts";
import { insideTest } from "../support/target.ts";

let api: Harness;
let token: string;
beforeAll(async () => {
	api = await openHarness();
	token = await api.signInSystem();
});
afterAll(() => api.close());

describe("a request for another host", () => {
	test.each([
		"evil.example",
		"h",
		"localhost.evil.example",
		"localhost, evil.example",
		"localhost:99999999",
		"[::1",
		"",
		"localhost/x",
	])("Host %p is 400", async (host) => {
		const answer = await api.request("GET", "/auth/profile", { token, headers: { host } });

		expect(answer.status).toBe(400);
	});

	test.each(["localhost", "LOCALHOST:3000", "127.0.0.1:8080", "[::1]:3000"])("Host %s is ours", async (host) => {
		const answer = await api.request("GET", "/auth/profile", { token, headers: { host } });

		expect(answer.status).toBe(200);
	});
});

describe("X-Request-ID", () => {
	test("a UUID is echoed verbatim, on success and failure", async () => {
		const id = "3F2504E0-4F89-11D3-9A0C-0305E82C3301";
		const ok = await api.request("GET", "/auth/profile", { token, headers: { "x-request-id": id } });
		const missing = await api.request("GET", "/nowhere", { headers: { "x-request-id": id } });

		expect(ok.headers.get("x-request-id")).toBe(id);
		expect(missing.headers.get("x-request-id")).toBe(id);
		expect(missing.body.requestId).toBe(id);
	});

	test.each(["not-a-uuid", "<script>", "urn:uuid:3f2504e0-4f89-11d3-9a0c-0305e82c3301", "a".repeat(500)])(
		"%p is replaced, and neither reflected nor logged",
		async (bad) => {
			const answer = await api.request("GET", "/nowhere", { headers: { "x-request-id": bad } });
			api.parley.log.flush();

			expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
			expect(answer.text).not.toContain(bad);
			expect(api.logged.join("")).not.toContain(`"requestId":"${bad}"`);
		},
	);
});

describe("Authorization", () => {
	test.each(["Basic YTpi", "Bearer", "Bearer a b", "bearer", "Bearer x,Bearer y", `Bearer ${"a".repeat(5000)}`])(
		"%p is 401",
		async (authorization) => {
			const answer = await api.request("GET", "/auth/profile", { headers: { authorization } });

			expect(answer.status).toBe(401);
		},
	);
});

describe("Accept: application/problem+json", () => {
	test("gets the same failure as RFC 9457", async () => {
		const answer = await api.request("GET", "/auth/profile", { headers: { accept: "application/problem+json" } });

		expect(answer.headers.get("content-type")).toBe("application/problem+json");
		expect(answer.body).toMatchObject({ title: "Unauthorized", status: 401, code: "unauthenticated" });
		expect(answer.body.requestId).toBe(answer.headers.get("x-request-id"));
	});
});

describe("every answer", () => {
	test.each([
		["GET", "/auth/profile"],
		["GET", "/nowhere"],
		["DELETE", "/orgs"],
	])("%s %s carries the security headers", async (method, path) => {
		const answer = await api.request(method, path);

		expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
		expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
		expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
		expect(answer.headers.get("cache-control")).toBe("no-store");
	});

	insideTest("leaks nothing of a fault of ours", async () => {
		const broken = await openHarness();
		await broken.store.close();

		const answer = await broken.request("GET", "/auth/profile", { token });

		expect([401, 500, 503]).toContain(answer.status);
		expect(answer.text).not.toMatch(/sqlite|select|stack|\.ts:/i);
	});
});
