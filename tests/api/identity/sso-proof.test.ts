import { afterEach, describe, expect, test } from "bun:test";
import { createBrowserClient } from "#tests/support/browser-client";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { openHarness, useHarness } from "#tests/support/harness";
import { signInAs } from "#tests/support/sso";
import { inProcessTest } from "#tests/support/target";
import { claimsOf, makeKey, signWith } from "#tests/support/tokens";

const PUBLIC_URL = "https://sso.school.example";
const PERSON = { sub: "ada", email: "ada@corp.example", email_verified: true, name: "Ada" };

const provider = await forThisFile(startFakeProvider(PUBLIC_URL));
const api = await useHarness({ env: { ...provider.env, ALLOWED_HOSTS: "localhost" } });
provider.claims = PERSON;
await createBrowserClient(api).start(); // discovery is known from here on
afterEach(() => {
	provider.override = null;
	provider.claims = PERSON;
});

const signIn = (changes: Readonly<Record<string, string>> = {}) => signInAs(api, provider, provider.claims, changes);

describe("behind https", () => {
	test("cookies have the `__Host-` prefix", async () => {
		const response = await api.request("GET", "/auth/authorize");

		expect(response.headers.getSetCookie()).toEqual([
			expect.stringMatching(
				/^__Host-parley_flow_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
			),
		]);
	});

	test("a sign-in works, and its refresh cookie is bound to the host", async () => {
		const response = await signIn();

		expect(response.status).toBe(200);
		expect(response.headers.getSetCookie().join()).toMatch(/__Host-parley_refresh=[\w-]{43}/);
	});
});

describe("the provider's ID token is rejected when", () => {
	const now = () => Math.floor(Date.now() / 1000);

	test.each([
		["its nonce is another sign-in's", () => ({ ...PERSON, nonce: "another" })],
		["it has no nonce", () => ({ ...PERSON, nonce: undefined })],
		["it is for another client", () => ({ ...PERSON, aud: "somebody-else" })],
		["it is for several, and not issued to us", () => ({ ...PERSON, aud: ["parley", "x"], azp: "x" })],
		["it is another issuer's", () => ({ ...PERSON, iss: "https://evil.example" })],
		["it has expired", () => ({ ...PERSON, iat: now() - 600, exp: now() - 300 })],
		["it has no subject", () => ({ ...PERSON, sub: undefined })],
	])("%s", async (_, claims) => {
		provider.claims = claims() as typeof PERSON;

		const response = await signIn();

		expect(response.status).toBe(500);
		expect(response.body.error.code).toBe("oauth_exchange_failed");
	});

	test.each(["none", "HS256", "a key nobody published"])("it is signed with %s", async (how) => {
		const forged = await makeKey("ES256", "fake-1");
		provider.override = async (path, request) => {
			if (path !== "/token") return undefined;
			const good = await forgedAnswer(how, await request.text());
			return Response.json(good);
		};
		async function forgedAnswer(kind: string, _body: string) {
			const claims = { ...PERSON, iss: provider.issuer, aud: "parley", iat: now(), exp: now() + 60, nonce };
			const signed = await signWith(forged, claims, { typ: "JWT" });
			const [, payload = "", signature = ""] = signed.split(".");
			const header = Buffer.from(JSON.stringify({ alg: kind, typ: "JWT" })).toString("base64url");
			const token =
				kind === "none" || kind === "HS256" ? `${header}.${payload}.${kind === "none" ? "" : signature}` : signed;
			return { access_token: "x", token_type: "Bearer", id_token: token };
		}
		const browser = createBrowserClient(api);
		const started = await browser.start();
		const nonce = new URL(started).searchParams.get("nonce");

		const response = await browser.callback(`${PUBLIC_URL}/auth/callback${provider.approve(started)}`);

		expect(response.status).toBe(500);
		expect(response.body.error.code).toBe("oauth_exchange_failed");
	});
});

describe("without OIDC_CLIENT_ID", () => {
	test("a start names the variable to set, and a callback finds no sign-in", async () => {
		const bare = await openHarness();

		const answers = [
			await bare.request("GET", "/auth/authorize"),
			await bare.request("GET", "/auth/callback?code=x"),
			await bare.request("GET", "/auth/callback"),
			await bare.request("GET", "/auth/callback?error=access_denied"),
		];

		expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
			[501, "provider_not_configured"],
			[404, "record_not_found"],
			[422, "validation_failed"],
			[403, "oauth_denied"],
		]);
		expect(answers[0]?.body.error.meta).toEqual({ variable: "OIDC_CLIENT_ID" });
		await bare.close();
	});
});

describe("callback under attack", () => {
	// Content of the URL must never become part of a header.
	test.each(["a;Path=/;Domain=example", "a\r\nset-cookie: b=c", "__proto__", "x".repeat(8000)])(
		"keeps the state %p out of its headers",
		async (state) => {
			const browser = createBrowserClient(api);
			await browser.start();

			const response = await browser.get(`/auth/callback?code=x&state=${encodeURIComponent(state)}`);

			expect(response.status).toBe(404);
			expect(response.headers.getSetCookie()).toEqual([]);
		},
	);

	test("reads at most sixteen cookies", async () => {
		const forged = Array.from({ length: 200 }, (_, n) => {
			const name = n.toString(16).padStart(16, "0");
			return `__Host-parley_flow_${name}=${"A".repeat(43)}`;
		}).join("; ");

		const response = await api.request("GET", "/auth/callback?code=x", { headers: { cookie: forged } });

		expect(response.status).toBe(404);
	});

	test("ignores parameters that providers add", async () => {
		const response = await signIn({ session_state: "abc", scope: "openid email", authuser: "0", hd: "corp.example" });

		expect(response.status).toBe(200);
		expect(claimsOf(response.body.access_token).sub).toBe(response.body.user.id);
	});

	inProcessTest("a sign-in expires after ten minutes", async () => {
		const browser = createBrowserClient(api);
		const query = provider.approve(await browser.start());
		api.advanceMs(600_000);

		const response = await browser.callback(`${PUBLIC_URL}/auth/callback${query}`);

		expect(response.status).toBe(404);
	});
});
