import { afterEach, describe, expect, test } from "bun:test";
import { createOidcClient, type OidcClientOptions } from "#adapters/oidc-client";
import { HOUR_MS } from "#kernel/clock";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { createTestClock } from "#tests/support/test-clock";

const PUBLIC_URL = "http://localhost:3997";
const PROOFS = { state: "s".repeat(43), nonce: "n".repeat(43), codeVerifier: "v".repeat(43) };
const PERSON = { sub: "ada", email: "ada@corp.example", email_verified: true, name: "Ada" };

const provider = await forThisFile(startFakeProvider(PUBLIC_URL));
afterEach(() => {
	provider.override = null;
	provider.metadata = {};
	provider.claims = PERSON;
});

/** Short timeout, only for providers that do not respond: on a busy machine others may take longer. */
const IMPATIENT = { requestMs: 150 };
const never = () => new Promise<Response>(() => {});

function openClient(changes: Partial<OidcClientOptions> = {}) {
	const clock = createTestClock();
	const client = createOidcClient({
		issuer: provider.issuer,
		clientId: "parley",
		clientSecret: undefined,
		scopes: ["openid", "email"],
		claimNames: { orgId: "org_id", role: "realm.roles", scope: "scope" },
		callbackUrl: `${PUBLIC_URL}/auth/callback`,
		clock,
		...changes,
	});
	return { client, clock };
}

/** Signs in as the person with the provider's claims. */
async function exchange(changes: Partial<OidcClientOptions> = {}) {
	const { client } = openClient(changes);
	const code = new URLSearchParams(provider.approve(await client.authorizationUrl(PROOFS))).get("code") ?? "";
	return client.exchange({ code, state: PROOFS.state, issuer: null }, PROOFS);
}

/** Requests received by the token endpoint. */
async function credentialsSent(clientSecret: string, metadata: Record<string, unknown>) {
	let sent = { authorization: "" as string | null, body: new URLSearchParams() };
	provider.metadata = metadata;
	provider.override = async (path, request) => {
		if (path === "/token")
			sent = { authorization: request.headers.get("authorization"), body: new URLSearchParams(await request.text()) };
		return undefined;
	};
	await exchange({ clientSecret });
	return sent;
}

describe("an exchange", () => {
	test("returns the identity and the provider's claims", async () => {
		provider.claims = {
			...PERSON,
			org_id: "org_x",
			realm: { roles: ["offline", "teacher"] },
			amr: ["pwd"],
			locale: "de",
		};

		const identity = await exchange();

		expect(identity).toEqual({
			issuer: provider.issuer,
			subject: "ada",
			email: "ada@corp.example",
			emailVerified: true,
			name: "Ada",
			locale: "de",
			authMethods: ["pwd"],
			orgId: "org_x",
			role: "teacher",
		});
	});

	test.each([
		[true, true],
		["true", false],
		[1, false],
		["1", false],
		[false, false],
		["false", false],
		[undefined, false],
		[null, false],
		[{}, false],
	])("takes email_verified %p for %p", async (email_verified, expected) => {
		provider.claims = { ...PERSON, email_verified };

		const identity = await exchange();

		expect(identity?.emailVerified).toBe(expected);
	});

	// Microsoft's claim is meaningless from another issuer, where people may choose their claims.
	test("accepts xms_edov from Microsoft only", async () => {
		provider.claims = { sub: "ada", email: "ada@corp.example", xms_edov: true };

		const identity = await exchange();

		expect(identity?.emailVerified).toBe(false);
	});

	test("sends the PKCE verifier, and the redirect URI of PUBLIC_URL", async () => {
		const { body } = await credentialsSent("secret", {});

		expect(body.get("code_verifier")).toBe(PROOFS.codeVerifier);
		expect(body.get("redirect_uri")).toBe(`${PUBLIC_URL}/auth/callback`);
	});

	test("authenticates the client by the provider's preferred method", async () => {
		const byDefault = await credentialsSent("a secret", {});
		const byPost = await credentialsSent("a secret", { token_endpoint_auth_methods_supported: ["client_secret_post"] });

		expect(byDefault.authorization).toBe(`Basic ${btoa("parley:a+secret")}`);
		expect(byDefault.body.has("client_secret")).toBe(false);
		expect(byPost.authorization).toBeNull();
		expect(byPost.body.get("client_secret")).toBe("a secret");
	});
});

describe("an ID token that was issued in the future", () => {
	const issuedIn = (clock: { nowMs(): number }, seconds: number) => Math.floor(clock.nowMs() / 1000) + seconds;

	test("is rejected, except for a small difference between clocks", async () => {
		const { clock } = openClient();
		const exchangeIssuedIn = (seconds: number) => {
			provider.claims = { ...PERSON, iat: issuedIn(clock, seconds) };
			return exchange();
		};

		const soon = await exchangeIssuedIn(25);

		expect(soon?.subject).toBe("ada");
		await expect(exchangeIssuedIn(40)).rejects.toThrow("issued in the future");
		await expect(exchangeIssuedIn(86_400)).rejects.toThrow("issued in the future");
	});
});

describe("userinfo", () => {
	const withUserinfo = (claims: Record<string, unknown>) => {
		provider.metadata = { userinfo_endpoint: `${provider.issuer}/userinfo` };
		provider.override = (path) => (path === "/userinfo" ? Response.json(claims) : undefined);
	};

	test("supplements the ID token without changing its claims", async () => {
		withUserinfo({ sub: "ada", name: "Eve", locale: "de" });

		const identity = await exchange();

		expect(identity).toMatchObject({ email: "ada@corp.example", emailVerified: true, name: "Ada", locale: "de" });
	});

	// Otherwise the verification of one address would confirm another.
	test.each([
		["the ID token's address, whatever userinfo confirms", { email: "ada@corp.example" }, "ada@corp.example", false],
		["userinfo's address, when the ID token has none", { email_verified: false }, "eve@corp.example", true],
		[
			"userinfo's address, when the ID token's is empty",
			{ email: "", email_verified: false },
			"eve@corp.example",
			true,
		],
	])("counts for %s", async (_what, claims, email, emailVerified) => {
		provider.claims = { sub: "ada", ...claims };
		withUserinfo({ sub: "ada", email: "eve@corp.example", email_verified: true });

		const identity = await exchange();

		expect(identity).toMatchObject({ email, emailVerified });
	});

	test("confirms no address with an ID token that contains none", async () => {
		provider.claims = { sub: "ada", email_verified: true };
		withUserinfo({ sub: "ada", email: "eve@corp.example" });

		const identity = await exchange();

		expect(identity).toMatchObject({ email: "eve@corp.example", emailVerified: false });
	});

	test("of another subject is rejected", async () => {
		withUserinfo({ sub: "mallory", email: "ada@corp.example" });

		await expect(exchange()).rejects.toThrow();
	});
});

// Waiting for such a response would take forever.
describe("a slow provider", () => {
	test.each(["/.well-known/openid-configuration", "/token", "/jwks"])("at %s times out", async (slow) => {
		provider.override = (path) => (path === slow ? never() : undefined);

		await expect(exchange(IMPATIENT)).rejects.toThrow();
	});

	test("that sends a byte now and then times out too", async () => {
		const drip = () =>
			new ReadableStream({
				async pull(controller) {
					await Bun.sleep(40);
					controller.enqueue(new Uint8Array([0x20]));
				},
			});
		provider.override = (path) =>
			path === "/token" ? new Response(drip(), { headers: { "content-type": "application/json" } }) : undefined;

		await expect(exchange(IMPATIENT)).rejects.toThrow();
	});
});

describe("discovery", () => {
	test("is refreshed after an hour", async () => {
		const { client, clock } = openClient();
		await client.authorizationUrl(PROOFS);
		provider.metadata = { authorization_endpoint: `${provider.issuer}/moved` };
		clock.advanceMs(HOUR_MS);

		const url = await client.authorizationUrl(PROOFS);

		expect(url).toStartWith(`${provider.issuer}/moved?`);
	});

	test("that fails leaves the last result in use", async () => {
		const { client, clock } = openClient();
		await client.authorizationUrl(PROOFS);
		provider.override = () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } });
		clock.advanceMs(HOUR_MS);

		const url = await client.authorizationUrl(PROOFS);

		expect(url).toStartWith(`${provider.issuer}/authorize?`);
	});
});
