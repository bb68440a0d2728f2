import { describe, expect, test } from "bun:test";
import { createBrowserClient } from "#tests/support/browser-client";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { startSignInProvider } from "#tests/support/sign-in-provider";
import { returnFromProvider, withParameter } from "#tests/support/sso";

const PUBLIC_URL = "http://localhost:3995/api/dev";

const provider = await forThisFile(startSignInProvider(PUBLIC_URL));
const api = await useHarness({ env: { ...provider.env, CORS_ORIGINS: "https://app.school.example" } });

describe("callback rejects", () => {
	const notFound = { status: "error", message: "Record Not Found", error: { code: "record_not_found" } };

	test("a request without code", async () => {
		const { browser, url } = await returnFromProvider(api, "ada");

		const response = await browser.callback(withParameter(url, "code", null));

		expect(response.status).toBe(422);
		expect(response.body.error).toMatchObject({
			code: "validation_failed",
			errors: [{ path: "/code", code: "required" }],
		});
	});

	test("a code without a started sign-in", async () => {
		const response = await api.request("GET", "/auth/callback?code=any&state=any");

		expect(response.status).toBe(404);
		expect(response.body).toMatchObject(notFound);
	});

	test("a code with neither state nor cookie", async () => {
		const { url } = await returnFromProvider(api, "ada");
		const stranger = createBrowserClient(api);

		const response = await stranger.callback(withParameter(url, "state", null));

		expect(response.status).toBe(404);
		expect(response.body).toMatchObject(notFound);
	});

	// A leaked callback URL is useless elsewhere, and a link cannot sign anybody in as somebody else (login CSRF).
	test("a callback URL in another browser", async () => {
		const { browser, url } = await returnFromProvider(api, "ada");
		const other = createBrowserClient(api);
		await other.start();

		const refused = await other.callback(url);

		expect(refused.status).toBe(404);
		expect((await browser.callback(url)).status).toBe(200);
	});

	test("a used callback", async () => {
		const { browser, url } = await returnFromProvider(api, "ada");
		const kept = new Map(browser.cookies.get("http://localhost:3995"));
		await browser.callback(url);
		browser.cookies.set("http://localhost:3995", kept);

		const replayed = await browser.callback(url);

		expect(replayed.status).toBe(404);
		expect(replayed.body).toMatchObject(notFound);
	});

	test("all but one of concurrent identical callbacks", async () => {
		const { browser, url } = await returnFromProvider(api, "ada");

		const answers = await Promise.all([browser.callback(url), browser.callback(url), browser.callback(url)]);

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
	});

	test.each(["state", "code"])("a tampered %s", async (name) => {
		const { browser, url } = await returnFromProvider(api, "ada");

		const response = await browser.callback(withParameter(url, name, "tampered"));

		expect(response.status).toBe(404);
		expect(response.body).toMatchObject(notFound);
	});

	// RFC 9207: a code is only sent to the provider that issued it.
	test.each([
		["another issuer", "https://evil.example"],
		["no issuer, where the provider promised to name it", null],
	])("%s", async (_, issuer) => {
		const { browser, url } = await returnFromProvider(api, "ada");

		const response = await browser.callback(withParameter(url, "iss", issuer));

		expect(response.status).toBe(404);
		expect(response.body).toMatchObject(notFound);
	});

	// Without a state only PKCE and nonce protect a victim's browser from an attacker's code.
	test("another person's code, injected without a state", async () => {
		const attacker = await returnFromProvider(api, "mallory");
		const victim = createBrowserClient(api);
		await victim.start();

		const response = await victim.callback(withParameter(attacker.url, "state", null));

		expect(response.status).toBe(404);
	});

	test("a person who declined", async () => {
		const browser = createBrowserClient(api);
		const url = await browser.declineAt(await browser.start());

		const response = await browser.callback(url);

		expect(response.status).toBe(403);
		expect(response.body.error.code).toBe("oauth_denied");
	});

	test("an error of the provider", async () => {
		const browser = createBrowserClient(api);
		const state = new URL(await browser.start()).searchParams.get("state");

		const response = await browser.get(`/auth/callback?error=server_error&state=${state}`);

		expect(response.status).toBe(500);
		expect(response.body).toMatchObject({ message: "Server Error", error: { code: "oauth_exchange_failed" } });
	});

	test("an organization the user is not a member of", async () => {
		const { browser, url } = await returnFromProvider(api, "ada", "?orgId=org_01jd0z7v9gf2nbrexx3vqjhp41");

		const response = await browser.callback(url);

		expect(response.status).toBe(403);
		expect(response.body.error.code).toBe("org_mismatch");
	});
});
