import { describe, expect, test } from "bun:test";
import { eq, getTableName, is, Table } from "drizzle-orm";
import * as schema from "#db/schema/index";
import { findUser } from "#modules/identity/users";
import { newAddress } from "#tests/support/addresses";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { linkOf, openMailbox } from "#tests/support/mailbox";
import { preregister } from "#tests/support/people";
import { signInAs } from "#tests/support/sso";
import { NEW_PASSWORD } from "../support/mail-harness.ts";

const PUBLIC_URL = "http://localhost:3996";

const provider = await forThisFile(startFakeProvider(PUBLIC_URL));
const mailbox = await forThisFile(openMailbox());
const api = await useHarness({ env: { ...provider.env, SMTP_URL: mailbox.url, MAIL_FROM: "parley@school.example" } });

/** Tables that refer to a user, and what happens to their rows when the address is verified for the first time. */
const JUDGED: Readonly<Record<string, "removed" | "ended" | "stays: it proves nothing">> = {
	calendar_feeds: "removed",
	challenges: "removed",
	closed_accounts: "stays: it proves nothing",
	departures: "stays: it proves nothing",
	failed_sign_ins: "stays: it proves nothing",
	guardian_consents: "stays: it proves nothing",
	known_devices: "removed",
	legal_holds: "stays: it proves nothing",
	domain_leavers: "stays: it proves nothing",
	memberships: "stays: it proves nothing",
	notification_preferences: "stays: it proves nothing",
	notifications: "stays: it proves nothing",
	one_time_tokens: "removed",
	participants: "stays: it proves nothing",
	passkeys: "removed",
	privacy_erasures: "stays: it proves nothing",
	privacy_exports: "stays: it proves nothing",
	recovery_codes: "removed",
	sessions: "ended",
	totp_secrets: "removed",
	usage_records: "stays: it proves nothing",
	user_identities: "removed",
	workspace_members: "stays: it proves nothing",
};

const tablesOfUsers = Object.values(schema)
	.filter((value) => is(value, Table))
	.filter((table) => "userId" in table)
	.map((table) => ({ name: getTableName(table), table }));

async function mailedToken(email: string): Promise<string> {
	await api.parley.services.jobs.runDue();
	return linkOf(await mailbox.next(email)).token;
}

/** Creates an organization whose owner accepted a mailed invitation. */
async function openSchool(): Promise<SignedIn> {
	const email = `owner-${crypto.randomUUID()}@school.example`;
	const school = { name: "School", orgType: "education", ownerEmail: email };
	const orgId = (await api.as(await api.signInSystem()).post("/orgs", school)).body.data.id;
	await api.post(`/auth/invitations/${await mailedToken(email)}/accept`, { name: "Owner", password: PASSWORD });
	const { body } = await api.post("/auth/login", { email, password: PASSWORD });
	return { ...api.as(body.access_token), userId: body.user.id, orgId, email };
}
const owner = await openSchool();

/** Creates an unconfirmed account in an organization, as without mail, with every credential its creator could set up. */
async function plant(
	identity = "mallory",
): Promise<{ userId: string; email: string; ownToken: () => Promise<string> }> {
	const { services } = api.parley;
	const { db } = api.store;
	const nowMs = api.nowMs();
	const email = newAddress("corp.example");
	const userId = await preregister(api, email);
	const [at, later] = [{ createdAtMs: nowMs }, nowMs + 1e9];
	const membership = { orgId: owner.orgId, role: "member", joinedAtMs: nowMs, updatedAtMs: nowMs, version: 1 } as const;
	await db.insert(schema.memberships).values({ ...membership, userId });
	await db.insert(schema.totpSecrets).values({ userId, secretSealed: "x", lastStep: 0, ...at });
	await db.insert(schema.recoveryCodes).values({ userId, codeHash: userId });
	const passkey = { name: "k", publicKey: "k", counter: 0, transports: [], multiDevice: true, backedUp: true };
	await db.insert(schema.passkeys).values({ ...passkey, ...at, id: userId, userId });
	await db.insert(schema.knownDevices).values({ userId, deviceHash: userId, lastSeenAtMs: nowMs });
	const proof = { purpose: "change_email", email: "mallory@evil.example", mailed: true } as const;
	await db.insert(schema.oneTimeTokens).values({ ...proof, ...at, expiresAtMs: later, tokenHash: userId, userId });
	const challenge = { kind: "mfa", payloadSealed: "x", attempts: 0 } as const;
	await db.insert(schema.challenges).values({ ...challenge, ...at, expiresAtMs: later, tokenHash: userId, userId });
	const [sessionId, authMethods] = [services.newId("ses"), ["pwd"]];
	for (const id of [sessionId, services.newId("ses")]) {
		const session = { lastSeenAtMs: nowMs, idleExpiresAtMs: later, authMethods, refreshHash: id };
		await db.insert(schema.sessions).values({ ...session, ...at, expiresAtMs: later, id, userId });
	}
	const feed = { orgId: owner.orgId, id: services.newId("cal"), userId, secretHash: userId, createdAtMs: nowMs };
	await api.store.acrossTenants.db.insert(schema.calendarFeeds).values(feed);
	if (identity !== "") await link(userId, identity);
	const subject = { userId, sessionId, orgId: owner.orgId, role: "member", scopes: [], system: false } as const;
	const ownToken = async () => (await services.tokens.issue({ ...subject, authMethods })).token;
	return { userId, email, ownToken };
}

async function link(userId: string, subject: string): Promise<void> {
	const identity = { issuer: provider.issuer, subject: `${subject} ${userId}`, userId, createdAtMs: api.nowMs() };
	await api.store.db.insert(schema.userIdentities).values(identity);
}

/** Counts the rows of an account by table, without unrelated ones and ended sessions. */
async function leftOf(userId: string): Promise<Record<string, number>> {
	const left: Record<string, number> = {};
	for (const { name, table } of tablesOfUsers) {
		if (JUDGED[name]?.startsWith("stays")) continue;
		const rows = (await api.store.acrossTenants.db.select().from(table)) as {
			userId: string | null;
			revokedReason?: string | null;
		}[];
		left[name] = rows.filter((row) => row.userId === userId && !row.revokedReason).length;
	}
	return left;
}

const NOTHING = {
	calendar_feeds: 0,
	challenges: 0,
	known_devices: 0,
	one_time_tokens: 0,
	passkeys: 0,
	recovery_codes: 0,
	sessions: 0,
	totp_secrets: 0,
	user_identities: 0,
};

describe("the first verification of an address", () => {
	// No new kind of credential must be forgotten: the author of a table decides here.
	test("covers every table that refers to a user", () => {
		expect(tablesOfUsers.map(({ name }): string => name).sort()).toEqual(Object.keys(JUDGED).sort());
	});

	test("by a mailed link retains only the password, which it takes", async () => {
		const { userId, email } = await plant();
		const before = await leftOf(userId);

		await api.post("/auth/verify-email/resend", { email });
		const token = await mailedToken(email);
		const refused = await api.post("/auth/verify-email", { token });
		const response = await api.post("/auth/verify-email", { token, password: PASSWORD });

		expect([refused.status, refused.body.error.code]).toEqual([401, "unauthenticated"]);
		expect(Object.values(before)).not.toContain(0);
		expect(response.status).toBe(200);
		// The link itself is consumed.
		expect(await leftOf(userId)).toEqual(NOTHING);
		expect((await api.post("/auth/login", { email, password: PASSWORD })).status).toBe(200);
	});

	test("by a mailed reset retains nothing", async () => {
		const { userId, email } = await plant();

		await api.post("/auth/forgot-password", { email });
		const reset = await api.post("/auth/reset-password", { token: await mailedToken(email), password: NEW_PASSWORD });

		expect(reset.status).toBe(200);
		expect(await leftOf(userId)).toEqual(NOTHING);
		expect((await api.post("/auth/login", { email, password: PASSWORD })).status).toBe(401);
		expect((await api.post("/auth/login", { email, password: NEW_PASSWORD })).status).toBe(200);
	});

	test("by a mailed invitation retains the accepting session and the password", async () => {
		const { userId, email, ownToken } = await plant();
		const school = await openSchool();
		await school.post(`/orgs/${school.orgId}/invitations`, { email, role: "manager" });
		const token = await ownToken();

		const response = await api.as(token).post(`/auth/invitations/${await mailedToken(email)}/accept`, {});

		expect(response.body.data).toEqual({ orgId: school.orgId, userId, role: "manager" });
		expect(await leftOf(userId)).toEqual({ ...NOTHING, sessions: 1 });
		expect((await api.request("GET", "/auth/profile", { token })).body.data.emailVerified).toBe(true);
	});

	test("by a confirmed new address retains the confirming session and the password", async () => {
		const { userId, ownToken } = await plant();
		const [token, email] = [await ownToken(), `new-${userId}@corp.example`];
		const body = { email, password: { current: PASSWORD } };
		await api.request("PATCH", "/auth/update-profile", { token, body });

		const response = await api.as(token).post("/auth/verify-email", { token: await mailedToken(email) });

		expect(response.body.data).toEqual({ userId, email, emailVerified: true });
		expect(await leftOf(userId)).toEqual({ ...NOTHING, sessions: 1 });
	});

	test("by the provider, for its own account, retains only that identity", async () => {
		const { userId, email } = await plant("other");
		await link(userId, "own");

		const response = await signInAs(api, provider, { sub: `own ${userId}`, email, email_verified: true });

		const identities = await api.store.db.select().from(schema.userIdentities);
		const user = await findUser(api.store.db, userId);
		expect(response.body.user.id).toBe(userId);
		expect(user).toMatchObject({ passwordHash: null, emailVerifiedAtMs: expect.any(Number) });
		// The session is that of this sign-in.
		expect(await leftOf(userId)).toEqual({ ...NOTHING, sessions: 1, user_identities: 1 });
		expect(identities.filter((row) => row.userId === userId).map(({ subject }) => subject)).toEqual([`own ${userId}`]);
	});

	test("by the provider, for a member's account, transfers it to the person, and is recorded", async () => {
		const { userId, email } = await plant("");

		const response = await signInAs(api, provider, { sub: userId, email, email_verified: true, name: "Victim" });

		const user = await findUser(api.store.db, userId);
		expect(response.body.user.id).toBe(userId);
		expect(user).toMatchObject({ passwordHash: null, name: "Victim", emailVerifiedAtMs: expect.any(Number) });
		expect(await leftOf(userId)).toEqual({ ...NOTHING, sessions: 1, user_identities: 1 });
		const entries = await api.store.acrossTenants.db.select().from(schema.auditEntries);
		const about = entries.filter(({ targets }) => targets.some(({ id }) => id === userId)).map(({ action }) => action);
		expect(about).toContain("auth.take_over");
		expect(about).toContain("auth.link_identity");
	});
});

describe("an account that releases its address", () => {
	test("retains only the linked identities", async () => {
		const { userId, email } = await plant("own");

		const response = await signInAs(api, provider, { sub: `victim ${userId}`, email, email_verified: true });

		const again = await signInAs(api, provider, { sub: `own ${userId}`, email, email_verified: false });
		expect(response.body.user).toMatchObject({ email, role: "none" });
		expect(response.body.user.id).not.toBe(userId);
		expect(again.body.user).toMatchObject({ id: userId, email: `${userId}@unconfirmed.invalid` });
		expect(await leftOf(userId)).toEqual({ ...NOTHING, sessions: 1, user_identities: 1 });
	});

	test("is closed without any", async () => {
		const { userId, email } = await plant("");
		await api.store.acrossTenants.db.delete(schema.memberships).where(eq(schema.memberships.userId, userId));
		await owner.post(`/orgs/${owner.orgId}/invitations`, { email, role: "manager" });

		const accepted = await api.post(`/auth/invitations/${await mailedToken(email)}/accept`, { password: NEW_PASSWORD });

		const user = await findUser(api.store.db, userId);
		expect(accepted.status).toBe(200);
		expect(accepted.body.data.userId).not.toBe(userId);
		expect(user).toMatchObject({ state: "closed", passwordHash: null, email: `${userId}@unconfirmed.invalid` });
		expect(await leftOf(userId)).toEqual(NOTHING);
	});
});
