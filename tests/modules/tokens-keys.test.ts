import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { signingKeys } from "#db/schema";
import { openStore, type Store } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import { openTestStore, type TestStore } from "#tests/support/database";
import { createTestClock } from "#tests/support/test-clock";
import { headerOf, openTokens, outcomeOf, SUBJECT } from "#tests/support/tokens";

let store: TestStore;
beforeEach(async () => {
	store = await openTestStore();
});
afterEach(() => store.close());

const kids = (tokens: { jwks(): { keys: { kid: string }[] } }) =>
	tokens
		.jwks()
		.keys.map(({ kid }) => kid)
		.sort();
const keysOf = (from: Store) => from.db.select().from(signingKeys);

describe("the first start", () => {
	test("creates the current and the next key", async () => {
		const { tokens, logged } = await openTokens(store);

		const { token } = await tokens.issue(SUBJECT);

		expect(tokens.jwks().keys).toHaveLength(2);
		expect(kids(tokens)).toContain(headerOf(token).kid as string);
		expect(logged).toEqual(["signing keys created"]);
	});

	// Instances behind a load balancer start together.
	test("of several processes together results in the same keys in all", async () => {
		const others = await Promise.all(Array.from({ length: 4 }, () => openStore({ url: store.url })));

		const processes = await Promise.all([store, ...others].map((each) => openTokens(each)));
		const signed = await Promise.all(processes.map(({ tokens }) => tokens.issue(SUBJECT)));
		await Promise.all(others.map((each) => each.close()));

		expect(new Set(processes.map(({ tokens }) => kids(tokens).join())).size).toBe(1);
		expect(new Set(signed.map(({ token }) => headerOf(token).kid)).size).toBe(1);
		expect(await keysOf(store)).toHaveLength(2);
	});

	test("stores private keys in sealed form only", async () => {
		await openTokens(store);

		const rows = await keysOf(store);

		expect(rows.map(({ privateSealed }) => privateSealed.startsWith("v1."))).toEqual([true, true]);
		expect(rows.map(({ publicJwk }) => Object.keys(publicJwk).sort().join())).toEqual(
			Array(2).fill("alg,crv,kid,kty,use,x"),
		);
	});
});

describe("a later start", () => {
	test("uses the same keys: tokens outlive the process that issued them", async () => {
		const { token } = await (await openTokens(store)).tokens.issue(SUBJECT);

		const { tokens, logged } = await openTokens(store);

		expect(await tokens.verify(token)).toMatchObject({ subject: SUBJECT.userId });
		expect(logged).toEqual([]);
	});

	test("with another encryption key fails with the reason", async () => {
		await openTokens(store);

		const start = openTokens(store, { encryptionKey: new Uint8Array(32).fill(8) });

		await expect(start).rejects.toThrow(/cannot be opened: it was sealed with another ENCRYPTION_KEY/);
	});

	test("fails when a sealed key was moved to another row", async () => {
		await openTokens(store);
		const rows = await keysOf(store);
		const [current, next] = ["current", "next"].map((state) => rows.find((row) => row.state === state));
		await store.db
			.update(signingKeys)
			.set({ privateSealed: next?.privateSealed ?? "" })
			.where(eq(signingKeys.kid, current?.kid ?? ""));

		const start = openTokens(store);

		await expect(start).rejects.toThrow(/cannot be opened/);
	});
});

describe("rotation", () => {
	test("does nothing before 90 days", async () => {
		const { tokens, clock } = await openTokens(store);
		const before = kids(tokens);

		clock.advanceMs(90 * DAY_MS - 1);
		await tokens.rotateIfDue();

		expect(kids(tokens)).toEqual(before);
	});

	// Caches of our key set must contain a key before it signs.
	test("after 90 days makes the published next key the current one", async () => {
		const { tokens, clock } = await openTokens(store);
		const published = kids(tokens);
		const old = headerOf((await tokens.issue(SUBJECT)).token).kid as string;

		clock.advanceMs(90 * DAY_MS);
		await tokens.rotateIfDue();
		const young = headerOf((await tokens.issue(SUBJECT)).token).kid as string;

		expect(young).not.toBe(old);
		expect(published).toContain(young);
		expect(tokens.jwks().keys).toHaveLength(3);
	});

	test("counts the 90 days of the second key from its first use", async () => {
		const { tokens, clock } = await openTokens(store);
		clock.advanceMs(90 * DAY_MS);
		await tokens.rotateIfDue();
		const second = kids(tokens);

		clock.advanceMs(89 * DAY_MS);
		await tokens.rotateIfDue();
		const dayBefore = kids(tokens);
		clock.advanceMs(DAY_MS);
		await tokens.rotateIfDue();

		expect(second).toEqual(expect.arrayContaining(dayBefore));
		expect(kids(tokens)).not.toEqual(dayBefore);
	});

	test("keeps tokens valid, erases the private key immediately and unpublishes the public one after a day", async () => {
		const { tokens, clock } = await openTokens(store);
		const { token } = await tokens.issue(SUBJECT);
		await tokens.rotate();

		const outcome = await outcomeOf((await openTokens(store, { clock })).tokens, token);
		const retired = (await keysOf(store)).find(({ state }) => state === "retired");
		clock.advanceMs(DAY_MS);
		await tokens.rotateIfDue();

		expect(outcome).toMatchObject({ subject: SUBJECT.userId });
		expect(retired).toMatchObject({ kid: headerOf(token).kid, privateSealed: "" });
		expect(kids(tokens)).not.toContain(headerOf(token).kid as string);
		expect(kids(tokens)).toHaveLength(2);
	});

	test("by several processes together happens once", async () => {
		const clock = createTestClock();
		const others = await Promise.all(Array.from({ length: 3 }, () => openStore({ url: store.url })));
		const processes = await Promise.all([store, ...others].map((each) => openTokens(each, { clock })));
		clock.advanceMs(91 * DAY_MS);

		await Promise.all(processes.map(({ tokens }) => tokens.rotateIfDue()));
		await Promise.all(others.map((each) => each.close()));

		expect((await keysOf(store)).map(({ state }) => state).sort()).toEqual(["current", "next", "retired"]);
		expect(new Set(processes.map(({ tokens }) => kids(tokens).join())).size).toBe(1);
	});

	test("by another process is detected by a token with an unknown kid", async () => {
		const clock = createTestClock();
		const here = await openTokens(store, { clock });
		const there = await openTokens(store, { clock });
		await there.tokens.rotate();
		await there.tokens.rotate();
		const { token } = await there.tokens.issue(SUBJECT);

		clock.advanceMs(30_000);
		const outcome = await outcomeOf(here.tokens, token);

		expect(outcome).toMatchObject({ subject: SUBJECT.userId });
	});
});
