import { describe, expect, test } from "bun:test";
import type { JWTPayload } from "jose";
import { createOidcIssuer } from "#adapters/oidc-issuer";
import type { ClaimNames, TokenContents } from "#modules/identity/tokens";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { type OidcProvider, startOidcProvider } from "#tests/support/oidc";
import { createTestClock } from "#tests/support/test-clock";
import { encodePart, makeKey, openTokens, outcomeOf } from "#tests/support/tokens";

const AUDIENCE = "https://api.parley.example/";
const NAMES: ClaimNames = { orgId: "org_id", role: "role", scope: "scope" };
const signingKey = await makeKey("ES256", "op-1");

const store = await forThisFile(openTestStore());
const provider = await forThisFile(startOidcProvider(AUDIENCE, signingKey));

/** The service configured for that provider. */
function openFor(issuer: OidcProvider, { audience = AUDIENCE, claimNames = NAMES } = {}) {
	const clock = createTestClock();
	const log = { info() {}, warn() {} };
	const externalIssuer = createOidcIssuer({ issuer: issuer.issuer, audience, claimNames, clock, log });
	return openTokens(store, { externalIssuer, clock });
}

describe("an access token of a real OIDC provider", () => {
	test("is accepted with its organization, role and scopes", async () => {
		provider.claims = { org_id: "org_of_the_provider", role: "teacher", amr: ["pwd", "otp"] };
		const { tokens } = await openFor(provider);

		const verified = await tokens.verify(await provider.issueAccessToken());

		expect<TokenContents>(verified).toEqual({
			kind: "external",
			issuer: provider.issuer,
			subject: "school",
			rateLimitKey: `${provider.issuer}|school`,
			sessionId: null,
			orgId: "org_of_the_provider",
			role: "teacher",
			scopes: ["org:read", "org:write"],
			system: false,
			authMethods: ["pwd", "otp"],
			name: null,
			expiresAtMs: expect.any(Number),
		});
	});

	test("is returned synchronously when its verification is cached", async () => {
		const { tokens } = await openFor(provider);
		const token = await provider.issueAccessToken();
		const first = await tokens.verify(token);

		const second = tokens.verify(token);

		expect(second).toBe(first);
	});

	test("of a system administrator makes the caller one here", async () => {
		provider.claims = { role: "system_admin" };
		const { tokens } = await openFor(provider);

		const verified = await tokens.verify(await provider.issueAccessToken());

		expect(verified).toMatchObject({ system: true, role: "system_admin", orgId: null });
	});

	test("expires at its exp", async () => {
		const { tokens, clock } = await openFor(provider);
		const token = await provider.issueAccessToken();

		clock.advanceMs(632_000);
		const outcome = await outcomeOf(tokens, token);

		expect(outcome).toBe("token_expired");
	});

	test("for another audience is rejected", async () => {
		const { tokens } = await openFor(provider, { audience: "https://other.example" });

		const outcome = await outcomeOf(tokens, await provider.issueAccessToken());

		expect(outcome).toBe("unauthenticated");
	});

	test("is rejected when its claims were altered", async () => {
		const { tokens } = await openFor(provider);
		const token = await provider.issueAccessToken();
		const [header, body = "", signature] = token.split(".");
		const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as JWTPayload;

		const outcome = await outcomeOf(tokens, `${header}.${encodePart({ ...claims, role: "owner" })}.${signature}`);

		expect(outcome).toBe("unauthenticated");
	});

	test("is rejected without a configured provider", async () => {
		const { tokens } = await openTokens(store);

		const outcome = await outcomeOf(tokens, await provider.issueAccessToken());

		expect(outcome).toBe("unauthenticated");
	});
});

describe("the claims of a provider", () => {
	const CASES: readonly {
		readonly name: string;
		readonly names?: Partial<ClaimNames>;
		readonly claims: Record<string, unknown>;
		readonly expected: Record<string, unknown>;
	}[] = [
		{
			name: "may be nested",
			names: { role: "realm_access.roles", orgId: "tenant.id" },
			claims: { realm_access: { roles: ["offline_access", "manager"] }, tenant: { id: "org_1" } },
			expected: { role: "manager", orgId: "org_1" },
		},
		{
			name: "may be named by URLs, whose dots are no path",
			names: { role: "https://example.com/role", orgId: "https://example.com/org" },
			claims: { "https://example.com/role": "admin", "https://example.com/org": "org_1" },
			expected: { role: "admin", orgId: "org_1" },
		},
		{
			name: "may be nested under a name with dots",
			names: { role: "resource_access.my.app.roles" },
			claims: { resource_access: { "my.app": { roles: ["auditor"] } } },
			expected: { role: "auditor" },
		},
		{
			name: "may list scopes",
			names: { scope: "permissions" },
			claims: { permissions: ["billing:read", "audit:read", "billing:read", "nothing:known", 7] },
			expected: { scopes: ["billing:read", "audit:read"] },
		},
		{
			name: "give the strongest of several roles",
			claims: { role: ["guest", "member", "admin", "student"] },
			expected: { role: "admin", system: false },
		},
		{
			name: "make a system administrator by one role of several",
			claims: { role: ["member", "system_admin"] },
			expected: { role: "system_admin", system: true },
		},
		{
			name: "mean nothing where they are of another type or unknown",
			claims: { org_id: 7, role: "superuser", amr: "pwd" },
			expected: { orgId: null, role: null, system: false, authMethods: [] },
		},
		{
			name: "are not read from what every object inherits",
			names: { orgId: "constructor.name", role: "toString" },
			claims: {},
			expected: { orgId: null, role: null },
		},
		{
			name: "cannot make a token pass for one of ours",
			claims: { sid: "ses_1", sys: true },
			expected: { kind: "external", sessionId: null, system: false },
		},
	];

	test.each([...CASES])("$name", async ({ names = {}, claims, expected }) => {
		provider.claims = claims;
		const { tokens } = await openFor(provider, { claimNames: { ...NAMES, ...names } });

		const verified = await tokens.verify(await provider.issueAccessToken());

		expect(verified).toMatchObject(expected);
	});
});
