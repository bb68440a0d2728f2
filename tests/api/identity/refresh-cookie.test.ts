import { beforeEach, describe, expect, test } from "bun:test";
import { openHarness, PASSWORD, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const login = (who: SignedIn = owner, extra: object = {}) =>
	api.request("POST", "/auth/login", { body: { email: who.email, password: PASSWORD, ...extra } });
const profile = (token: string) => api.request("GET", "/auth/profile", { token });

/** Returns the value of a cookie set by a response; undefined when it sets none. */
const cookieIn = (response: TestResponse, name: string): string | undefined =>
	response.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
const pairOf = (line = ""): string => line.split(";")[0] ?? "";

describe("a refresh token in a cookie", () => {
	const ORIGIN = "http://localhost:3000";

	test("is delivered HttpOnly, and not in the body", async () => {
		const response = await login(owner, { tokenDelivery: "cookie" });

		expect(response.body.refresh_token).toBeUndefined();
		expect(cookieIn(response, "parley_refresh")).toMatch(
			/^parley_refresh=[\w-]{43}; Max-Age=604800; Path=\/auth; HttpOnly; SameSite=Lax$/,
		);
		expect(cookieIn(response, "parley_device")).toContain("HttpOnly");
	});

	test("refreshes from our own pages, and is replaced", async () => {
		const cookie = pairOf(cookieIn(await login(owner, { tokenDelivery: "cookie" }), "parley_refresh"));

		const response = await api.request("POST", "/auth/refresh", { headers: { cookie, origin: ORIGIN }, body: {} });
		const sameSite = await api.request("POST", "/auth/refresh", {
			headers: { cookie, "sec-fetch-site": "same-origin" },
			body: {},
		});

		expect(response.status).toBe(200);
		expect(response.body.refresh_token).toBeUndefined();
		expect(pairOf(cookieIn(response, "parley_refresh"))).not.toBe(cookie);
		expect(sameSite.status).toBe(200);
	});

	test.each([{}, { origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "same-site" }])(
		"has no effect from pages of other sites (%p)",
		async (headers) => {
			const signedIn = await login(owner, { tokenDelivery: "cookie" });
			const cookie = pairOf(cookieIn(signedIn, "parley_refresh"));

			const refreshed = await api.request("POST", "/auth/refresh", { headers: { cookie, ...headers }, body: {} });
			const loggedOut = await api.request("POST", "/auth/logout", { headers: { cookie, ...headers }, body: {} });

			expect([refreshed.status, loggedOut.status]).toEqual([403, 403]);
			expect(cookieIn(refreshed, "parley_refresh")).toBeUndefined();
			expect((await profile(signedIn.body.access_token)).status).toBe(200);
		},
	);

	// Another host of the same site can add a cookie of that name, but cannot remove ours.
	test("is ignored when sent twice", async () => {
		const mine = pairOf(cookieIn(await login(owner, { tokenDelivery: "cookie" }), "parley_refresh"));
		const cookie = `parley_refresh=planted; ${mine}`;

		const response = await api.request("POST", "/auth/refresh", { headers: { cookie, origin: ORIGIN }, body: {} });

		expect(response.body.error.code).toBe("unauthenticated");
	});

	test("ends its session at sign-out, and is removed", async () => {
		const signedIn = await login(owner, { tokenDelivery: "cookie" });
		const cookie = pairOf(cookieIn(signedIn, "parley_refresh"));

		const response = await api.request("POST", "/auth/logout", { headers: { cookie, origin: ORIGIN }, body: {} });

		expect(response.status).toBe(204);
		expect(cookieIn(response, "parley_refresh")).toStartWith("parley_refresh=; Max-Age=0;");
		expect((await profile(signedIn.body.access_token)).body.error.code).toBe("session_revoked");
	});

	inProcessTest("is bound to the host where PUBLIC_URL is https without a path", async () => {
		const secure = await openHarness({ env: { PUBLIC_URL: "https://localhost" } });
		const person = await secure.createOrganization();

		const response = await secure.request("POST", "/auth/login", {
			body: { email: person.email, password: PASSWORD, tokenDelivery: "cookie" },
		});

		expect(cookieIn(response, "__Host-parley_refresh")).toEndWith("; Path=/; HttpOnly; SameSite=Lax; Secure");
		await secure.close();
	});

	inProcessTest("is restricted to the prefix of PUBLIC_URL, and accepted from allowed origins", async () => {
		const env = { PUBLIC_URL: "https://localhost/api/dev", CORS_ORIGINS: "https://app.example.edu" };
		const prefixed = await openHarness({ env });
		const person = await prefixed.createOrganization();
		const signedIn = await prefixed.request("POST", "/auth/login", {
			body: { email: person.email, password: PASSWORD, tokenDelivery: "cookie" },
		});
		const line = cookieIn(signedIn, "parley_refresh");

		const response = await prefixed.request("POST", "/auth/refresh", {
			headers: { cookie: pairOf(line), origin: "https://app.example.edu" },
			body: {},
		});

		expect(line).toEndWith("; Path=/api/dev/auth; HttpOnly; SameSite=Lax; Secure");
		expect(response.status).toBe(200);
		await prefixed.close();
	});
});
