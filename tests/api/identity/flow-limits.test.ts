import { expect, test } from "bun:test";
import { and, count, eq, isNull } from "drizzle-orm";
import { type ChallengeRow, challenges } from "#db/schema";
import { MINUTELY_CLEANUP } from "#platform/jobs";
import { createBrowserClient } from "#tests/support/browser-client";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { startSignInProvider } from "#tests/support/sign-in-provider";
import { inProcessDescribe } from "#tests/support/target";

const PUBLIC_URL = "http://localhost:3999/api/dev";

const provider = await forThisFile(startSignInProvider(PUBLIC_URL));
const api = await useHarness({ env: { ...provider.env, RATE_LIMITS: "read=100000/60,write=100000/60" } });

const begin = {
	oidc: ["GET", "/auth/authorize", 302],
	passkey_login: ["POST", "/auth/passkeys/login/options", 200],
} as const;

async function countOf(kind: ChallengeRow["kind"]): Promise<number> {
	const isStrangers = and(eq(challenges.kind, kind), isNull(challenges.userId));
	const [row] = await api.store.db.select({ found: count() }).from(challenges).where(isStrangers);
	return row?.found ?? 0;
}

let networks = 0;
/** Returns an address of an unused network. */
const newNetwork = () => `203.0.${++networks}.1`;

/** Runs the cleanups of every minute. */
async function tidy(): Promise<void> {
	api.advanceMs(60_000);
	await api.parley.services.jobs.enqueue(api.store.db, {
		queue: MINUTELY_CLEANUP,
		orgId: null,
		uniqueKey: "next-round",
	});
	await api.parley.services.jobs.runDue();
}

/** Inserts the rows of a botnet's requests, too many to send in a test. */
async function plant(kind: ChallengeRow["kind"], rows: number, createdAtMs: number, userId: string | null = null) {
	const row = { kind, userId, payloadSealed: "x", attempts: 0, createdAtMs, expiresAtMs: createdAtMs + 600_000 };
	for (let n = 0; n < rows; n += 1_000)
		await api.store.db
			.insert(challenges)
			.values(Array.from({ length: Math.min(1_000, rows - n) }, () => ({ ...row, tokenHash: crypto.randomUUID() })));
}

inProcessDescribe("starting a sign-in without identifying the user", () => {
	test.each(["oidc", "passkey_login"] as const)(
		"is limited per network, without affecting others (%s)",
		async (kind) => {
			const [method, path, status] = begin[kind];
			const ask = (peer: string) => api.request(method, path, { peer }).then((response) => response.status);
			const before = await countOf(kind);
			const flood = newNetwork();
			const statuses: number[] = [];
			for (let n = 0; n < 61; n++) statuses.push(await ask(flood));
			const stored = (await countOf(kind)) - before;

			const neighbour = await ask(newNetwork());
			api.advanceMs(60_000);
			const later = await ask(flood);

			expect(statuses).toEqual([...Array(60).fill(status), 429]);
			expect([stored, neighbour, later]).toEqual([60, status, status]);
		},
	);

	test("by a suggestion of the browser leaves the others to the people of its network", async () => {
		const [method, path] = begin.passkey_login;
		const peer = newNetwork();
		const suggest = () => api.request(method, `${path}?mediation=conditional`, { peer });
		for (let n = 0; n < 60; n++) await suggest();

		const statuses = [await suggest(), await api.request(method, path, { peer })].map(({ status }) => status);

		expect(statuses).toEqual([429, 200]);
	});

	test("is deleted within a minute after it expires", async () => {
		api.advanceMs(600_001);

		await tidy();

		expect([await countOf("oidc"), await countOf("passkey_login")]).toEqual([0, 0]);
	});

	test("stores at most the newest 20,000 of each kind; a sign-in started before a flood from elsewhere still succeeds", async () => {
		await plant("oidc", 25_000, api.nowMs() - 60_000);
		await plant("passkey_login", 25_000, api.nowMs() - 60_000);
		await plant("mfa", 3, api.nowMs() - 120_000, "usr_somebody");
		const browser = createBrowserClient(api);
		const providerUrl = await browser.start();
		const flood = newNetwork();
		for (let n = 0; n < 300; n++) await api.request("GET", "/auth/authorize", { peer: flood });

		await tidy();
		const response = await browser.callback(await browser.signInAt(providerUrl, "newcomer"));

		const mfa = await api.store.db.select().from(challenges).where(eq(challenges.kind, "mfa"));
		expect(await countOf("oidc")).toBeLessThanOrEqual(20_000);
		expect(await countOf("passkey_login")).toBeLessThanOrEqual(20_000);
		expect(mfa).toHaveLength(3);
		expect(response.status).toBe(200);
	}, 120_000);
});
