import { beforeAll, describe, expect, test } from "bun:test";
import { createOidcIssuer } from "#adapters/oidc-issuer";
import { HOUR_MS } from "#kernel/clock";
import { forThisFile } from "#tests/support/for-this-file";
import { openHarness, type TestRequest, useHarness } from "#tests/support/harness";
import { startKeyServer } from "#tests/support/key-server";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { createTestClock } from "#tests/support/test-clock";
import { makeKey, signWith } from "#tests/support/tokens";

const AUDIENCE = "https://api.parley.example/";

const api = await useHarness();
const token = await api.signInSystem();

const key = await makeKey("ES256", "op-1");
const provider = await forThisFile(startKeyServer(key.publicJwk));
const other = await useHarness({
	externalIssuer: createOidcIssuer({
		issuer: provider.issuer,
		audience: AUDIENCE,
		claimNames: { orgId: "org_id", role: "role", scope: "scope" },
		clock: createTestClock(),
		log: { info() {}, warn() {} },
	}),
	env: { RATE_LIMITS: "read=3/60" },
});

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
		const response = await api.request("GET", "/auth/profile", { token, headers: { host } });

		expect(response.status).toBe(400);
	});

	test.each(["localhost", "LOCALHOST:3000", "127.0.0.1:8080", "[::1]:3000"])("Host %s is ours", async (host) => {
		const response = await api.request("GET", "/auth/profile", { token, headers: { host } });

		expect(response.status).toBe(200);
	});
});

describe("a request for another host with a token", () => {
	let bearer: string;
	beforeAll(async () => {
		const iat = Math.floor(other.nowMs() / 1000);
		bearer = await signWith(key, { iss: provider.issuer, aud: AUDIENCE, sub: "ada", iat, exp: iat + 600, scope: "" });
	});

	inProcessTest(
		"is refused before the token is looked at: no key is fetched, nothing counted for its owner",
		async () => {
			const ask = (host: string, peer: string, token: string) =>
				other.request("GET", "/auth/profile", { token, peer, headers: { host } });

			const foreign = [
				await ask("evil.example", "192.0.2.1", bearer),
				await ask("evil.example", "198.51.100.1", bearer),
				await ask("evil.example", "203.0.113.1", "x.y.z"),
			];
			const asked = [...provider.requestedPaths];
			const ours = await ask("localhost", "192.0.2.1", bearer);

			expect(foreign.map(codeOf)).toEqual(foreign.map(() => [400, "invalid_request"]));
			for (const { headers, body } of foreign) {
				expect(headers.get("x-request-id")).toBe(body.requestId);
				expect(headers.get("www-authenticate")).toBeNull();
				expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
			}
			expect([asked, provider.requestedPaths.length]).toEqual([[], 2]);
			// Of the three requests its owner has, this is the first.
			expect([ours.status, ours.headers.get("ratelimit")]).toEqual([200, expect.stringContaining("r=2;")]);
		},
	);
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
			const response = await api.request("GET", "/nowhere", { headers: { "x-request-id": bad } });

			expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
			expect(response.text).not.toContain(bad);
			expect(api.logged.join("")).not.toContain(`"requestId":"${bad}"`);
		},
	);
});

describe("Authorization", () => {
	const KEY = `mpk_01jd0z7v9gf2nbrexx3vqjhp41_${"a".repeat(43)}`;
	test.each([
		"Basic YTpi",
		"Bearer",
		"Bearer a b",
		"bearer",
		"Bearer x,Bearer y",
		`Bearer ${"a".repeat(5000)}`,
		"Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSIsInN5cyI6dHJ1ZX0.",
		`Bearer ${KEY}`,
	])("%p is 401, and the challenge says that it is the token", async (authorization) => {
		const response = await api.request("GET", "/auth/profile", { headers: { authorization } });

		expect(codeOf(response)).toEqual([401, "unauthenticated"]);
		expect(response.headers.get("www-authenticate")).toStartWith('Bearer error="invalid_token"');
	});

	inProcessTest("of a token that has expired, or whose session has ended, is challenged alike", async () => {
		const [ended, old] = [await api.signInSystem(), await api.signInSystem()];
		const challengeOf = async (bearer: string) => {
			const { status, body, headers } = await api.request("GET", "/auth/profile", { token: bearer });
			return [status, body.error.code, headers.get("www-authenticate")];
		};
		await api.request("POST", "/auth/logout", { token: ended });

		const challenges = [await challengeOf(ended)];
		api.advanceMs(HOUR_MS);
		challenges.push(await challengeOf(old));
		api.advanceMs(-HOUR_MS);

		expect(challenges).toEqual([
			[401, "session_revoked", 'Bearer error="invalid_token", error_description="session_revoked"'],
			[401, "token_expired", 'Bearer error="invalid_token", error_description="token_expired"'],
		]);
	});

	test("that is absent, or beside the point, leads to a challenge without an error", async () => {
		const body = { email: "nobody@school.example", password: "wrong" };

		const absent = await api.request("GET", "/auth/profile");
		const signIn = await api.request("POST", "/auth/login", { token, body });
		const refresh = await api.request("POST", "/auth/refresh", { body: {} });
		const scope = await api.request("GET", "/auth/profile", { token });

		expect([absent, signIn, refresh].map(({ status, headers }) => [status, headers.get("www-authenticate")])).toEqual([
			[401, "Bearer"],
			[401, "Bearer"],
			[401, "Bearer"],
		]);
		expect([scope.status, scope.headers.get("www-authenticate")]).toEqual([200, null]);
	});

	test("is bad wherever it came from: a refresh token in the body too", async () => {
		const response = await api.request("POST", "/auth/refresh", { body: { refresh_token: "unknown" } });

		expect(response.headers.get("www-authenticate")).toStartWith('Bearer error="invalid_token"');
	});
});

describe("Accept: application/problem+json", () => {
	test("gets the same failure as RFC 9457", async () => {
		const response = await api.request("GET", "/auth/profile", { headers: { accept: "application/problem+json" } });

		expect(response.headers.get("content-type")).toBe("application/problem+json");
		expect(response.body).toMatchObject({ title: "Unauthorized", status: 401, code: "unauthenticated" });
		expect(response.body.requestId).toBe(response.headers.get("x-request-id"));
	});
});

describe("every answer", () => {
	const body = { name: "Headers", orgType: "business" };
	test.each([
		["200", "GET", "/auth/profile", { token }],
		["200 of a HEAD", "HEAD", "/auth/profile", { token }],
		["200 of a text", "GET", "/metrics", {}],
		["201", "POST", "/orgs", { token, body }],
		["204 of a change", "POST", "/auth/logout", { body: {}, headers: { cookie: "" } }],
		["400", "POST", "/orgs", { token, raw: "{", headers: { "content-type": "application/json" } }],
		["400 of the host", "GET", "/auth/profile", { headers: { host: "evil.example" } }],
		["401", "GET", "/auth/profile", {}],
		["404 of no route", "GET", "/nowhere", {}],
		["405", "DELETE", "/orgs", {}],
		["413", "POST", "/orgs", { raw: "{}", headers: { "content-length": "2000000" } }],
		["415", "POST", "/orgs", { token, raw: "x", headers: { "content-type": "text/plain" } }],
		["422", "POST", "/orgs", { token, body: {} }],
	] as [string, string, string, TestRequest][])(
		"%s carries the security headers",
		async (status, method, path, options) => {
			const response = await api.request(method, path, options);

			expect(status).toStartWith(String(response.status));
			expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
			expect(response.headers.get("x-content-type-options")).toBe("nosniff");
			expect(response.headers.get("referrer-policy")).toBe("no-referrer");
			expect(response.headers.get("cache-control")).toBe("no-store");
		},
	);

	test("carries its own headers, and none of the answer before it", async () => {
		const created = await api.request("POST", "/orgs", { token, body: { ...body, name: "Before" } });
		const path = `/orgs/${created.body.data.id}`;
		const read = await api.request("GET", path, { token });
		await api.request("GET", "/auth/profile", { headers: { accept: "application/problem+json" } });
		const listed = await api.request("GET", "/orgs?limit=1", { token });

		const unchanged = await api.request("GET", path, {
			token,
			headers: { "if-none-match": read.headers.get("etag") ?? "" },
		});
		const profile = await api.request("GET", "/auth/profile", { token });

		expect([created, read, listed].map(({ headers }) => headers.has("etag"))).toEqual([true, true, false]);
		expect([created, read, listed].map(({ headers }) => headers.has("location"))).toEqual([true, false, false]);
		expect([unchanged.status, unchanged.headers.get("etag")]).toEqual([304, read.headers.get("etag")]);
		for (const name of ["location", "link", "www-authenticate", "retry-after", "allow"])
			expect(profile.headers.get(name)).toBeNull();
		expect(profile.headers.get("content-type")).toBe("application/json;charset=utf-8");
	});

	inProcessTest("has its own headers when many are answered at once", async () => {
		const ids = Array.from({ length: 50 }, () => crypto.randomUUID());

		const answers = await Promise.all(
			ids.map((id, n) =>
				api.request("GET", n % 2 ? "/auth/profile" : "/nowhere", { token, headers: { "x-request-id": id } }),
			),
		);

		expect(answers.map(({ headers }) => headers.get("x-request-id"))).toEqual(ids);
		expect(answers.map(({ status }) => status)).toEqual(ids.map((_id, n) => (n % 2 ? 200 : 404)));
	});

	inProcessTest("leaks nothing of a fault of ours", async () => {
		const broken = await openHarness();
		await broken.store.close();

		const response = await broken.request("GET", "/auth/profile", { token });

		expect([401, 500, 503]).toContain(response.status);
		expect(response.text).not.toMatch(/sqlite|select|stack|\.ts:/i);
	});
});
