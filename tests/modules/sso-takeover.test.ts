import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { getTableName, is, Table } from "drizzle-orm";
import * as schema from "#db/schema/index";
import { newUser, usersRepository } from "#modules/users";
import { createBrowserClient } from "#tests/support/browser-client";
import { type FakeProvider, startFakeProvider } from "#tests/support/fake-provider";
import { type Harness, openHarness, PASSWORD } from "#tests/support/harness";

const PUBLIC_URL = "http://localhost:3996";
const VICTIM = { sub: "victim", email: "victim@corp.example", email_verified: true, name: "Victim" };

let provider: FakeProvider;
let api: Harness;
beforeAll(async () => {
	provider = await startFakeProvider(PUBLIC_URL);
	api = await openHarness({ env: provider.env });
});
afterAll(async () => {
	await api.close();
	await provider.close();
});

/** Tables that name a user, and what becomes of their rows when an unconfirmed account is taken over. */
const JUDGED: Readonly<
	Record<string, "removed" | "ended" | "stays: it proves nothing" | "has none: else it would be another person's">
> = {
	challenges: "removed",
	known_devices: "removed",
	memberships: "stays: it proves nothing",
	one_time_tokens: "removed",
	passkeys: "removed",
	recovery_codes: "removed",
	sessions: "ended",
	totp_secrets: "removed",
	user_identities: "has none: else it would be another person's",
};

const tablesOfUsers = Object.values(schema)
	.filter((value) => is(value, Table))
	.filter((table) => "userId" in table)
	.map((table) => ({ name: getTableName(table), table }));

describe("taking over an unconfirmed account", () => {
	// A new kind of credential must not be forgotten: whoever adds a table decides here.
	test("knows every table that belongs to a user", () => {
		expect(tablesOfUsers.map(({ name }): string => name).sort()).toEqual(Object.keys(JUDGED).sort());
	});

	test("leaves nothing that its maker could prove themselves with", async () => {
		const { services } = api.parley;
		const { db } = services.store;
		const nowMs = api.nowMs();
		const userId = services.newId("usr");
		const passwordHash = await services.passwords.hash(PASSWORD);
		const mallory = { id: userId, email: VICTIM.email, isVerified: false, name: "Mallory", passwordHash };
		await usersRepository.insert(db, newUser(mallory, nowMs));
		const later = nowMs + 1e6;
		const at = { createdAtMs: nowMs, expiresAtMs: later };
		await db.insert(schema.totpSecrets).values({ userId, secretSealed: "x", lastStep: 0, createdAtMs: nowMs });
		await db.insert(schema.recoveryCodes).values({ userId, codeHash: "x" });
		const passkey = { name: "k", publicKey: "k", counter: 0, transports: [], multiDevice: true, backedUp: true };
		await db.insert(schema.passkeys).values({ ...passkey, id: "k", userId, createdAtMs: nowMs });
		await db.insert(schema.knownDevices).values({ userId, deviceHash: "x", lastSeenAtMs: nowMs });
		const proof = { purpose: "reset_password", email: VICTIM.email } as const;
		await db.insert(schema.oneTimeTokens).values({ ...proof, ...at, tokenHash: "x", userId });
		const challenge = { kind: "mfa", payloadSealed: "x", attempts: 0 } as const;
		await db.insert(schema.challenges).values({ ...challenge, ...at, tokenHash: "x", userId });
		const session = { lastSeenAtMs: nowMs, idleExpiresAtMs: later, authMethods: ["pwd"], refreshHash: "x" };
		await db.insert(schema.sessions).values({ ...session, ...at, id: "ses_x", userId });
		const browser = createBrowserClient(api);
		const query = provider.approve(await browser.start());
		provider.claims = VICTIM;

		const answer = await browser.callback(`${PUBLIC_URL}/auth/callback${query}`);

		const user = await usersRepository.find(db, userId);
		const left: Record<string, number> = {};
		for (const { name, table } of tablesOfUsers) {
			if (name === "memberships") continue;
			const rows = (await db.select().from(table)) as { userId: string | null; revokedReason?: string | null }[];
			left[name] = rows.filter((row) => row.userId === userId && !row.revokedReason).length;
		}
		expect(answer.body.user.id).toBe(userId);
		expect(user).toMatchObject({ passwordHash: null, name: "Victim", emailVerifiedAtMs: nowMs });
		// The victim's own session and identity, and nothing else.
		expect(left).toEqual({
			challenges: 0,
			known_devices: 0,
			one_time_tokens: 0,
			passkeys: 0,
			recovery_codes: 0,
			sessions: 1,
			totp_secrets: 0,
			user_identities: 1,
		});
	});

	test("is recorded", async () => {
		const rows = await api.parley.services.store.acrossTenants.db.select().from(schema.auditEntries);

		const actions = rows.map(({ action }) => action);

		expect(actions).toContain("auth.take_over");
		expect(actions).toContain("auth.link_identity");
	});
});
