import { describe, expect, test } from "bun:test";
import { createBrowserClient } from "#tests/support/browser-client";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { startSignInProvider } from "#tests/support/sign-in-provider";
import { returnFromProvider, withParameter } from "#tests/support/sso";

const PUBLIC_URL = "http://localhost:3999/api/dev";

const provider = await forThisFile(startSignInProvider(PUBLIC_URL));
const api = await useHarness({ env: { ...provider.env, CORS_ORIGINS: "https://app.school.example" } });

describe("start of a sign-in at the provider", () => {
	test("redirects the browser with PKCE, state and nonce", async () => {
		const response = await api.request("GET", "/auth/authorize");

		const url = new URL(response.headers.get("location") ?? "");
		expect(response.status).toBe(302);
		expect(url.origin).toBe(provider.issuer);
		expect(Object.fromEntries(url.searchParams)).toEqual({
			client_id: "parley",
			response_type: "code",
			redirect_uri: `${PUBLIC_URL}/auth/callback`,
			scope: "openid profile email",
			state: expect.stringMatching(/^[0-9a-f]{64}$/),
			nonce: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: "S256",
		});
	});

	test("sets an HttpOnly cookie for ten minutes", async () => {
		const response = await api.request("GET", "/auth/authorize");

		expect(response.headers.getSetCookie()).toEqual([
			expect.stringMatching(
				/^parley_flow_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/api\/dev\/auth\/callback; HttpOnly; SameSite=Lax$/,
			),
		]);
	});

	// An open redirect on our own host would help phishers.
	test.each([
		"https://evil.example/",
		"//evil.example",
		"/\\evil.example",
		"https:evil.example",
		"javascript:alert(1)",
		"data:text/html,hi",
		"blob:https://app.school.example/6f0c1b1e-0000-4000-8000-000000000000",
		"blob:/console",
		"filesystem:https://app.school.example/temporary/x",
		"https://app.school.example.evil.example/",
		"https://app.school.example@evil.example/",
		"https://user@app.school.example/",
		"http://app.school.example/",
		"https://app.school.example:444/",
		`https://app.school.example/${"x".repeat(2100)}`,
	])("refuses to come back to %p", async (redirect) => {
		const response = await api.request("GET", `/auth/authorize?redirect=${encodeURIComponent(redirect)}`);

		expect(response.status).toBe(400);
		expect(response.body.error.code).toBe("invalid_request");
	});

	test("rejects an unknown provider", async () => {
		const response = await api.request("GET", "/auth/authorize?provider=facebook");

		expect(response.status).toBe(400);
	});
});

describe("callback", () => {
	test("returns exactly the token result of the specification", async () => {
		const { browser, url } = await returnFromProvider(api, "ada");

		const response = await browser.callback(url);

		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toStartWith("application/json");
		expect(response.headers.get("cache-control")).toBe("no-store");
		expect(response.body).toEqual({
			access_token: expect.stringMatching(/^ey/),
			token_type: "Bearer",
			expires_in: 900,
			user: { id: expect.stringMatching(/^usr_/), email: "ada@school.example", name: "Person ada", role: "none" },
		});
	});

	test("issues a valid token to a new user", async () => {
		const { browser, url } = await returnFromProvider(api, "grace");
		const { body } = await browser.callback(url);

		const profile = await api.request("GET", "/auth/profile", { token: body.access_token });

		expect(profile.status).toBe(200);
		expect(profile.body.data).toMatchObject({ email: "grace@school.example", emailVerified: true, memberships: [] });
	});

	test("puts the refresh token in an HttpOnly cookie, and deletes the cookie of the sign-in", async () => {
		const { browser, url } = await returnFromProvider(api, "ada");

		const response = await browser.callback(url);

		const set = response.headers.getSetCookie();
		expect(set).toContainEqual(
			expect.stringMatching(/^parley_refresh=[\w-]{43,}; Max-Age=\d+; Path=\/api\/dev\/auth; HttpOnly; SameSite=Lax$/),
		);
		expect(set).toContainEqual(expect.stringMatching(/^parley_flow_[0-9a-f]{16}=; Max-Age=0;/));
		expect(response.text).not.toContain("refresh");
	});

	test("recognizes a returning user", async () => {
		const first = await returnFromProvider(api, "ada");
		const one = await first.browser.callback(first.url);
		const second = await returnFromProvider(api, "ada");

		const two = await second.browser.callback(second.url);

		expect(two.body.user.id).toBe(one.body.user.id);
	});

	test("works in two tabs of one browser, in any order", async () => {
		const browser = createBrowserClient(api);
		const [left, right] = [await browser.start(), await browser.start()];
		const leftUrl = await browser.signInAt(left, "ada");
		const rightUrl = await browser.signInAt(right, "ada");

		const answers = [await browser.callback(rightUrl), await browser.callback(leftUrl)];

		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});

	test("creates one account for a new user who signs in twice concurrently", async () => {
		const [one, two] = await Promise.all([returnFromProvider(api, "twin"), returnFromProvider(api, "twin")]);

		const answers = await Promise.all([one.browser.callback(one.url), two.browser.callback(two.url)]);

		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect(answers[0]?.body.user.id).toBe(answers[1]?.body.user.id);
	});

	test("finds the sign-in by the cookie when the state is missing", async () => {
		const { browser, url } = await returnFromProvider(api, "ada");

		const response = await browser.callback(withParameter(url, "state", null));

		expect(response.status).toBe(200);
	});

	test("uses the newest sign-in of the browser when the state is missing", async () => {
		const browser = createBrowserClient(api);
		await browser.start();
		const url = await browser.signInAt(await browser.start(), "ada");

		const response = await browser.callback(withParameter(url, "state", null));

		expect(response.status).toBe(200);
	});
});

describe("callback of a sign-in with a return page", () => {
	test("redirects there with the refresh token in a cookie", async () => {
		const { browser, url } = await returnFromProvider(
			api,
			"ada",
			"?redirect=https%3A%2F%2Fapp.school.example%2Fhome%3Ftab%3D1",
		);

		const response = await browser.callback(url);

		expect(response.status).toBe(302);
		expect(response.headers.get("location")).toBe("https://app.school.example/home?tab=1");
		expect(response.headers.getSetCookie().join()).toContain("parley_refresh=");
	});

	test("adds the reason of a failure to the URL of the page", async () => {
		const browser = createBrowserClient(api);
		const url = await browser.declineAt(await browser.start("?redirect=%2Fconsole"));

		const response = await browser.callback(url);

		expect(response.status).toBe(302);
		expect(response.headers.get("location")).toBe("http://localhost:3999/console?error=oauth_denied");
	});
});
