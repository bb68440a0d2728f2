import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { createOidcIssuer } from "#adapters/oidc-issuer";
import { HOUR_MS } from "#kernel/clock";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { type KeyServer, startKeyServer } from "#tests/support/key-server";
import { createTestClock } from "#tests/support/test-clock";
import {
	makeKey,
	openTokens,
	outcomeOf,
	SUBJECT,
	signWith,
	type TestKey,
	type TokensUnderTest,
} from "#tests/support/tokens";

const AUDIENCE = "https://api.parley.example";
const [first, second] = [await makeKey("ES256", "first"), await makeKey("ES256", "second")];

const store = await forThisFile(openTestStore());

let provider: KeyServer;
let service: TokensUnderTest;
/** Warnings of the adapter. */
let warnings: string[];
beforeEach(async () => {
	provider = startKeyServer(first.publicJwk);
	warnings = [];
	const clock = createTestClock();
	const externalIssuer = createOidcIssuer({
		issuer: provider.issuer,
		audience: AUDIENCE,
		claimNames: { orgId: "org_id", role: "role", scope: "scope" },
		clock,
		log: { info() {}, warn: (_, fields) => void warnings.push(String(fields?.error)) },
		attemptMs: 200,
	});
	service = await openTokens(store, { externalIssuer, clock });
});
afterEach(() => provider.close());

let serial = 0;
/** Issues a new token, whose verification is not cached. */
const tokenBy = (key: TestKey, header: Record<string, unknown> = {}): Promise<string> => {
	const nowSeconds = Math.floor(service.clock.nowMs() / 1000);
	const claims = {
		iss: provider.issuer,
		aud: AUDIENCE,
		sub: `user ${++serial}`,
		iat: nowSeconds,
		exp: nowSeconds + 7200,
	};
	return signWith(key, claims, header);
};
const outcomeBy = async (key: TestKey, header: Record<string, unknown> = {}) => {
	const outcome = await outcomeOf(service.tokens, await tokenBy(key, header));
	return typeof outcome === "string" ? outcome : "accepted";
};
const keyFetches = () => provider.requestedPaths.filter((path) => path === "/keys").length;

describe("the keys of a provider", () => {
	test("are fetched with the first token, once, however many arrive concurrently", async () => {
		const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenBy(first)));

		const before = keyFetches();
		const outcomes = await Promise.all(tokens.map((token) => outcomeOf(service.tokens, token)));

		expect(before).toBe(0);
		expect(outcomes).toEqual(Array(20).fill(expect.objectContaining({ kind: "external" })));
		expect(keyFetches()).toBe(1);
	});

	test("are never fetched for a token of another issuer", async () => {
		const claims = { iss: "https://evil.example", aud: AUDIENCE, sub: "mallory", exp: 9_999_999_999 };

		const outcome = await outcomeOf(service.tokens, await signWith(first, claims));

		expect(outcome).toBe("unauthenticated");
		expect(provider.requestedPaths).toEqual([]);
	});

	test("are used for 10 minutes", async () => {
		await outcomeBy(first);

		service.clock.advanceMs(599_999);
		await outcomeBy(first);
		const within = keyFetches();
		service.clock.advanceMs(1);
		await outcomeBy(first);

		expect(within).toBe(1);
		expect(keyFetches()).toBe(2);
	});

	test("that were withdrawn stop working within 10 minutes, even for a cached token", async () => {
		const token = await tokenBy(first);
		await service.tokens.verify(token);
		provider.keys = [second.publicJwk];

		service.clock.advanceMs(600_000);
		const outcome = await outcomeOf(service.tokens, token);

		expect(outcome).toBe("unauthenticated");
	});

	test("are fetched again for a token with an unknown kid", async () => {
		await outcomeBy(first);
		provider.keys = [first.publicJwk, second.publicJwk];

		service.clock.advanceMs(30_000);
		const outcomes = [await outcomeBy(second), await outcomeBy(first)];

		expect(outcomes).toEqual(["accepted", "accepted"]);
		expect(keyFetches()).toBe(2);
	});

	// Anybody can send an arbitrary kid.
	test("are fetched at most once in 30 s, whatever kids are sent", async () => {
		await outcomeBy(first);
		service.clock.advanceMs(30_000);
		const storm = await Promise.all(Array.from({ length: 50 }, (_, i) => tokenBy(first, { kid: `invented ${i}` })));

		await Promise.all(storm.map((token) => outcomeOf(service.tokens, token)));
		for (const token of storm) await outcomeOf(service.tokens, token);
		service.clock.advanceMs(29_999);
		for (const token of storm) await outcomeOf(service.tokens, token);

		expect(keyFetches()).toBe(2);
	});

	test("are fetched again after the clock was set back", async () => {
		await outcomeBy(first);
		provider.keys = [second.publicJwk];

		service.clock.advanceMs(-HOUR_MS);
		const outcome = await outcomeBy(second);

		expect(outcome).toBe("accepted");
	});

	test.each(["RS256", "PS256", "ES256", "EdDSA"])("can be for %s", async (algorithm) => {
		const key = await makeKey(algorithm, "k");
		const { alg: _, use: __, ...bare } = key.publicJwk;

		provider.keys = [key.publicJwk];
		const named = await outcomeBy(key, { typ: "JWT" });
		provider.keys = [bare];
		service.clock.advanceMs(600_000);
		const unnamed = await outcomeBy(key, { typ: "application/at+jwt" });

		expect([named, unnamed]).toEqual(["accepted", "accepted"]);
	});

	test.each(["ES384", "RS512", "PS384"])("for %s are not used", async (algorithm) => {
		const key = await makeKey(algorithm, "k");
		provider.keys = [key.publicJwk, first.publicJwk];

		const outcome = await outcomeBy(key);

		expect(outcome).toBe("unauthenticated");
	});

	test("are used only in accordance with alg, use, key_ops and curve", async () => {
		const rsa = await makeKey("RS256", "k");
		const rivals = [
			{ ...rsa.publicJwk, alg: "PS256" },
			{ ...rsa.publicJwk, alg: "HS256" },
			{ ...rsa.publicJwk, use: "enc" },
			{ ...rsa.publicJwk, key_ops: ["encrypt"] },
			{ ...rsa.publicJwk, kty: "EC" },
			{ ...rsa.publicJwk, n: "AQAB" },
			{ ...rsa.publicJwk, kid: "other" },
		];
		const outcomes: string[] = [];

		for (const rival of rivals) {
			provider.keys = [rival, first.publicJwk];
			service.clock.advanceMs(600_000);
			outcomes.push(await outcomeBy(rsa));
		}

		expect(outcomes).toEqual(rivals.map(() => "unauthenticated"));
	});

	test("need no kid if there is only one", async () => {
		const single = await outcomeBy(first, { kid: undefined });

		provider.keys = [first.publicJwk, second.publicJwk];
		service.clock.advanceMs(600_000);
		const oneOfTwo = await outcomeBy(first, { kid: undefined });

		expect([single, oneOfTwo]).toEqual(["accepted", "unauthenticated"]);
	});

	test("are found among invalid ones", async () => {
		provider.keys = [{ kty: "EC", crv: "P-256", x: "AA", y: "AA", kid: "broken" }, 7 as never, first.publicJwk];

		const outcome = await outcomeBy(first);

		expect(outcome).toBe("accepted");
	});
});

const FAILURES: readonly (readonly [name: string, misbehave: NonNullable<KeyServer["override"]>])[] = [
	["an error", () => new Response("no", { status: 500 })],
	["HTML", () => new Response("<!doctype html><h1>Sign in</h1>", { headers: { "content-type": "text/html" } })],
	["broken JSON", () => new Response('{"keys":[')],
	["a list", () => Response.json([first.publicJwk])],
	["no keys", () => Response.json({})],
	["an empty set", () => Response.json({ keys: [] })],
	["only secrets", () => Response.json({ keys: [{ kty: "oct", k: "AAAA", kid: "first", alg: "HS256" }] })],
	["a redirect", (request) => Response.redirect(new URL("/elsewhere", request.url).href)],
	["300 KiB", () => Response.json({ keys: [first.publicJwk], padding: "x".repeat(300 * 1024) })],
	[
		"a gzip bomb",
		() =>
			new Response(gzipSync(JSON.stringify({ keys: [first.publicJwk], padding: "x".repeat(1e7) })), {
				headers: { "content-encoding": "gzip" },
			}),
	],
	["silence", () => new Promise<Response>(() => {})],
	["a body that never ends", () => new Response(new ReadableStream({ start: (stream) => stream.enqueue("{") }))],
];

describe("a provider that responds with", () => {
	test.each([...FAILURES])("%s makes its tokens 503 until it recovers", async (_name, misbehave) => {
		provider.override = misbehave;

		const ill = await outcomeBy(first);
		const asked = provider.requestedPaths.length;
		const again = await outcomeBy(first);
		provider.override = null;
		service.clock.advanceMs(5_000);
		const well = await outcomeBy(first);

		expect([ill, again, well]).toEqual(["unavailable", "unavailable", "accepted"]);
		expect(asked).toBe(2);
		expect(warnings).toHaveLength(1);
	});

	test.each([...FAILURES])("%s keeps the last valid keys in use", async (_name, misbehave) => {
		await outcomeBy(first);
		provider.override = misbehave;

		service.clock.advanceMs(600_000);
		const outcomes = [await outcomeBy(first), await outcomeBy(first), await outcomeBy(second)];

		expect(outcomes).toEqual(["accepted", "accepted", "unauthenticated"]);
		expect(keyFetches()).toBe(2);
	});

	test.each([
		["another issuer", () => ({ issuer: "https://evil.example" })],
		["its issuer with a slash", () => ({ issuer: `${provider.issuer}/` })],
		["no place of its keys", () => ({ jwks_uri: undefined })],
		["a file as the place of its keys", () => ({ jwks_uri: "file:///etc/hostname" })],
		["a list as the place of its keys", () => ({ jwks_uri: [`${provider.issuer}/keys`] })],
	])("%s in its discovery document is not believed", async (_name, changes) => {
		provider.metadata = { ...provider.metadata, ...changes() };

		const outcome = await outcomeBy(first);

		expect(outcome).toBe("unavailable");
		expect(keyFetches()).toBe(0);
	});

	test("nothing at all makes its tokens 503 with Retry-After; ours stay valid", async () => {
		const [theirs, ours] = [await tokenBy(first), await service.tokens.issue(SUBJECT)];
		await provider.close();

		const refusal = await Promise.resolve(service.tokens.verify(theirs)).catch((error: unknown) => error);
		const outcome = await outcomeOf(service.tokens, ours.token);

		expect(refusal).toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
		expect(outcome).toMatchObject({ kind: "own" });
	});
});
