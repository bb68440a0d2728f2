import { heapStats } from "bun:jsc";
import { describe, expect, test } from "bun:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { Caches } from "#kernel/caches";
import type { TokenContents } from "#modules/identity/tokens";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { createTestClock } from "#tests/support/test-clock";
import { claimsOf, headerOf, OWN_ISSUER, openTokens, outcomeOf, SUBJECT } from "#tests/support/tokens";
import { cacheKeyOf } from "../../modules/identity/tokens/token-cache.ts";
import { MEASURED } from "../support/measured-limit.ts";

/** A token issued on the second is valid for exactly 900 s. */
const WHOLE_SECOND_MS = Math.floor(Date.now() / 1000) * 1000;

const store = await forThisFile(openTestStore());

describe("issuing a token", () => {
	test("sets the documented claims", async () => {
		const { tokens, clock } = await openTokens(store);

		const { token, expiresInSeconds } = await tokens.issue(SUBJECT);

		expect(expiresInSeconds).toBe(900);
		expect(headerOf(token)).toEqual({ alg: "EdDSA", typ: "at+jwt", kid: expect.any(String) });
		expect(claimsOf(token)).toEqual({
			iss: OWN_ISSUER,
			aud: OWN_ISSUER,
			sub: SUBJECT.userId,
			sid: SUBJECT.sessionId,
			jti: expect.any(String),
			org_id: SUBJECT.orgId,
			role: "owner",
			scope: "org:read org:write",
			amr: ["pwd"],
			iat: expect.any(Number),
			exp: Math.floor(clock.nowMs() / 1000) + 900,
		});
	});

	test("marks a system administrator, and omits absent members", async () => {
		const { tokens } = await openTokens(store);

		const { token } = await tokens.issue({ ...SUBJECT, orgId: null, role: null, scopes: [], system: true });

		expect(claimsOf(token)).toMatchObject({ sys: true, scope: "" });
		expect(claimsOf(token)).not.toContainKeys(["org_id", "role"]);
		expect(await tokens.verify(token)).toMatchObject({ orgId: null, role: null, scopes: [], system: true });
	});

	test("creates tokens that any resource server can verify with the published keys", async () => {
		const { tokens } = await openTokens(store);
		const { token } = await tokens.issue(SUBJECT);

		const { payload } = await jwtVerify(token, createLocalJWKSet(tokens.jwks()), {
			issuer: OWN_ISSUER,
			audience: OWN_ISSUER,
			typ: "at+jwt",
		});

		expect(payload.sub).toBe(SUBJECT.userId);
	});

	test("never gives two tokens the same id", async () => {
		const { tokens } = await openTokens(store);

		const issued = await Promise.all(Array.from({ length: 20 }, () => tokens.issue(SUBJECT)));

		expect(new Set(issued.map(({ token }) => claimsOf(token).jti)).size).toBe(20);
	});
});

describe("verifying a token of ours", () => {
	test("returns all contents of the token", async () => {
		const { tokens } = await openTokens(store);
		const { token } = await tokens.issue(SUBJECT);

		const verified = await tokens.verify(token);

		expect<TokenContents>(verified).toEqual({
			kind: "own",
			issuer: OWN_ISSUER,
			subject: SUBJECT.userId,
			rateLimitKey: SUBJECT.sessionId,
			sessionId: SUBJECT.sessionId,
			orgId: SUBJECT.orgId,
			role: "owner",
			scopes: ["org:read", "org:write"],
			system: false,
			authMethods: ["pwd"],
			name: null,
			expiresAtMs: (claimsOf(token).exp as number) * 1000,
		});
	});

	// An await on the path of every request costs more than the lookup itself.
	test("returns the same object synchronously when its verification is cached", async () => {
		const { tokens } = await openTokens(store);
		const { token } = await tokens.issue(SUBJECT);
		const first = await tokens.verify(token);

		const second = tokens.verify(token);

		expect(second).toBe(first);
		expect(Object.isFrozen(second)).toBe(true);
	});

	test("tolerates 30 s of clock skew after exp, and no more", async () => {
		const clock = createTestClock(WHOLE_SECOND_MS);
		const { tokens } = await openTokens(store, { clock });
		const [one, other] = [await tokens.issue(SUBJECT), await tokens.issue(SUBJECT)];

		clock.advanceMs(900_000 + 29_999);
		const within = await outcomeOf(tokens, one.token);
		clock.advanceMs(1);
		const beyond = await outcomeOf(tokens, other.token);

		expect(within).toMatchObject({ subject: SUBJECT.userId });
		expect(beyond).toBe("token_expired");
	});

	test("rejects a cached token from the same instant on", async () => {
		const clock = createTestClock(WHOLE_SECOND_MS);
		const { tokens } = await openTokens(store, { clock });
		const { token } = await tokens.issue(SUBJECT);
		clock.advanceMs(900_000 + 29_999);
		await tokens.verify(token);

		const within = tokens.verify(token);
		clock.advanceMs(1);
		const beyond = () => tokens.verify(token);

		expect(within).toMatchObject({ subject: SUBJECT.userId });
		expect(beyond).toThrow(expect.objectContaining({ code: "token_expired" }));
	});

	test("rejects a token for another audience or of another issuer, even though the key is ours", async () => {
		const { tokens } = await openTokens(store);
		const [otherAudience, otherIssuer] = await Promise.all([
			openTokens(store, { audience: "https://other.example" }),
			openTokens(store, { issuer: `${OWN_ISSUER}/` }),
		]);

		const outcomes = [
			await outcomeOf(tokens, (await otherAudience.tokens.issue(SUBJECT)).token),
			await outcomeOf(tokens, (await otherIssuer.tokens.issue(SUBJECT)).token),
		];

		expect(outcomes).toEqual(["unauthenticated", "unauthenticated"]);
	});

	test("does not disclose which check failed, but the log can", async () => {
		const { tokens } = await openTokens(store);

		const refusal = Promise.resolve()
			.then(() => tokens.verify("a.b.c"))
			.catch((error: unknown) => error);

		expect(await refusal).toMatchObject({ message: "The access token is not valid.", cause: expect.anything() });
	});
});

describe("the cache of verified tokens", () => {
	test("identifies a token by its exact text only, with 256 bits", () => {
		const keys = ["a.b.c", "a.b.c=", "a.b.c ", "a.b.d"].map((text) => cacheKeyOf(text));

		expect(new Set(keys).size).toBe(4);
		expect(keys.map((key) => Buffer.from(key, "latin1").toString("hex"))).toEqual(
			["a.b.c", "a.b.c=", "a.b.c ", "a.b.d"].map((text) => new Bun.CryptoHasher("sha256").update(text).digest("hex")),
		);
	});

	test("shares what many tokens have alike", async () => {
		const { tokens } = await openTokens(store);
		const [one, other] = [await tokens.issue(SUBJECT), await tokens.issue({ ...SUBJECT, orgId: null })];

		const [first, second] = [await tokens.verify(one.token), await tokens.verify(other.token)];

		expect(second.scopes).toBe(first.scopes);
		expect(second.authMethods).toBe(first.authMethods);
		expect([Object.isFrozen(first.scopes), Object.isFrozen(first.authMethods)]).toEqual([true, true]);
	});

	// Texts of claims were pieces of the whole claims, which thus stayed in memory, and nobody had weighed them.
	test(
		"is weighed as what it takes",
		async () => {
			const [{ tokens: issuer }, caches] = [
				await openTokens(store),
				new Caches({ budgetBytes: 2 ** 26, isCoherent: true }),
			];
			const { tokens } = await openTokens(store, { caches });
			const ids = Array.from({ length: 6_000 }, (_, n) => String(n).padStart(26, "0"));
			const subjectOf = (id: string) => ({
				...SUBJECT,
				userId: `usr_${id}`,
				sessionId: `ses_${id}`,
				orgId: `org_${id}`,
			});
			const texts = await Promise.all(ids.map(async (id) => (await issuer.issue(subjectOf(id))).token));
			const sizes = () => ({ heap: heapBytesInUse(), bytes: caches.figures()[0]?.bytes ?? 0 });
			for (const text of texts.slice(0, 1_000)) void tokens.verify(`${text}`);

			const ratios: number[] = [];
			for (let from = 1_000; from < texts.length; from += 1_000) {
				const before = sizes();
				for (const text of texts.slice(from, from + 1_000)) void tokens.verify(text);
				const after = sizes();
				ratios.push((after.heap - before.heap) / (after.bytes - before.bytes));
			}

			// What earlier tests have left is freed at any time: in the middle of five, nothing is.
			const median = ratios.toSorted((a, b) => a - b)[2];
			// The estimate includes the principal, which is not there yet.
			expect(median).toBeGreaterThan(0.4);
			expect(median).toBeLessThan(0.75);
		},
		MEASURED,
	);
});

/** Returns the size of everything that is in use. */
function heapBytesInUse(): number {
	Bun.gc(true);
	return heapStats().heapSize;
}
