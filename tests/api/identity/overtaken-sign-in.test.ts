import { beforeEach, expect, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import { sessions, userIdentities } from "#db/schema";
import { startFakeProvider } from "#tests/support/fake-provider";
import { openHarness, PASSWORD, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { NEW_PASSWORD } from "#tests/support/mail-harness";
import { type OvertakableHarness, openOvertakable } from "#tests/support/overtakable";
import { disablePerson } from "#tests/support/people";
import { codeOf as answered } from "#tests/support/responses";
import { codeOf, setUpTotp } from "#tests/support/second-factor";
import { newPersonClaims, signInAs } from "#tests/support/sso";
import { inProcessDescribe } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";

/** Number of runs of each race. */
const ROUNDS = 20;

const api = await useHarness();
const owner = await api.createOrganization();

let person: SignedIn;
beforeEach(async () => {
	person = await api.addMember(owner, "member");
});

const login = (password = PASSWORD, on = api, extra: object = {}) =>
	on.request("POST", "/auth/login", { body: { email: person.email, password, ...extra } });

/** Prepares a password reset. Returns the function that completes it. */
async function resetOf({ userId }: SignedIn, on = api): Promise<() => Promise<TestResponse>> {
	const body = { userId };
	const asked = await api.request("POST", "/auth/request-reset-password", { token: owner.token, body });
	const { token } = asked.body.data;
	return () => on.request("POST", "/auth/reset-password", { body: { token, password: NEW_PASSWORD } });
}

const changePassword = (current: string, next: string, on = api, token = person.token) =>
	on.request("PATCH", "/auth/update-profile", { token, body: { password: { current, new: next } } });

/** Returns the number of the person's active sessions. */
async function countAlive(): Promise<number> {
	const isAlive = and(eq(sessions.userId, person.userId), isNull(sessions.revokedAtMs));
	return (await api.store.db.select().from(sessions).where(isAlive)).length;
}

inProcessDescribe("a sign-in that is overtaken", () => {
	let late: OvertakableHarness;
	beforeEach(async () => {
		late = await openOvertakable(api);
	});

	test("by a reset of the password starts no session, and is audited", async () => {
		late.overtakeWith(await resetOf(person));

		const response = await login(PASSWORD, late);

		expect(answered(response)).toEqual([401, "invalid_credentials"]);
		expect([late.overtaken(), await countAlive()]).toEqual([1, 0]);
		const entries = (await auditOf(api.store, "platform")).filter(({ targets }) => targets[0]?.id === person.userId);
		expect(entries.at(-1)).toMatchObject({ action: "auth.login", outcome: "denied", actorType: "anonymous" });
		expect([(await login()).status, (await login(NEW_PASSWORD)).status]).toEqual([401, 200]);
	});

	test("by a change of the password starts no session", async () => {
		late.overtakeWith(() => changePassword(PASSWORD, NEW_PASSWORD));

		const response = await login(PASSWORD, late);

		expect(answered(response)).toEqual([401, "invalid_credentials"]);
		expect(await countAlive()).toBe(1); // the session that changed it
	});

	test("by the enabling of a second factor starts no session without it", async () => {
		late.overtakeWith(() => setUpTotp(api, person));

		const response = await login(PASSWORD, late);

		expect(answered(response)).toEqual([401, "invalid_credentials"]);
		expect(answered(await login())).toEqual([401, "mfa_required"]);
	});

	test("by the disabling of the account starts no session", async () => {
		late.overtakeWith(() => disablePerson(api.store.db, person.userId));

		const response = await login(PASSWORD, late);

		expect(answered(response)).toEqual([401, "invalid_credentials"]);
		expect(late.overtaken()).toBe(1);
	});

	test("by the removal of the member gets no token for that organization", async () => {
		const path = `/orgs/${owner.orgId}/members/${person.userId}`;
		late.overtakeWith(() => api.request("DELETE", path, { token: owner.token }));

		const response = await login(PASSWORD, late, { orgId: owner.orgId });

		expect(answered(response)).toEqual([403, "org_mismatch"]);
		expect((await login()).body.user.role).toBe("none");
	});

	test("by a change of role starts with the new role", async () => {
		const [path, body] = [`/orgs/${owner.orgId}/members/${person.userId}`, { role: "manager" }];
		late.overtakeWith(() => api.request("PATCH", path, { token: owner.token, body }));

		const response = await login(PASSWORD, late);

		expect([response.status, response.body.user.role]).toEqual([200, "manager"]);
	});

	test("by an unrelated change continues", async () => {
		const body = { name: "Ada King" };
		late.overtakeWith(() => api.request("PATCH", "/auth/update-profile", { token: person.token, body }));

		const response = await login(PASSWORD, late);

		expect([response.status, response.body.user.name, late.overtaken()]).toEqual([200, "Ada King", 1]);
	});
});

inProcessDescribe("sign-ins concurrent with a reset on another instance", () => {
	test("leave no session of the old password, in either order", async () => {
		const other = await openOvertakable(api);
		for (let round = 0; round < ROUNDS; round++) {
			person = await api.addMember(owner, "member");
			const reset = await resetOf(person, other);

			const [first, done, ...others] = await Promise.all([login(), reset(), login(), login()]);

			expect([done.status, await countAlive()]).toEqual([200, 0]);
			for (const { status, body } of [first, ...others]) {
				const token = body.access_token;
				const next = status === 200 ? (await api.request("GET", "/auth/profile", { token })).status : status;
				expect(next).toBe(401);
			}
		}
	});
});

inProcessDescribe("a sign-in that is waiting for its second factor", () => {
	const challenge = async (): Promise<string> => (await login()).body.error.meta.challengeToken;
	const verify = (challengeToken: string, code: string, on = api) =>
		on.request("POST", "/auth/mfa/verify", { body: { challengeToken, code } });
	let recoveryCodes: string[];
	let secret: string;
	beforeEach(async () => {
		({ recoveryCodes, secret } = await setUpTotp(api, person));
	});

	test.each([
		["a reset", async () => (await resetOf(person))()],
		["a change", () => changePassword(PASSWORD, NEW_PASSWORD)],
	])("ends with %s of the password", async (_what, renew) => {
		const token = await challenge();
		await renew();

		const response = await verify(token, recoveryCodes[0] ?? "");

		expect(answered(response)).toEqual([422, "token_invalid"]);
		// The code was not checked, so it is still valid.
		const again = (await login(NEW_PASSWORD)).body.error.meta.challengeToken;
		expect((await verify(again, recoveryCodes[0] ?? "")).status).toBe(200);
	});

	test("and is overtaken by a reset after the right code starts no session", async () => {
		const late = await openOvertakable(api);
		const token = await challenge();
		late.overtakeWith(await resetOf(person), 2);

		const response = await verify(token, recoveryCodes[0] ?? "", late);

		expect(answered(response)).toEqual([422, "token_invalid"]);
		expect([late.overtaken(), await countAlive()]).toEqual([1, 0]);
	});

	test("continues when another user's password is reset", async () => {
		const token = await challenge();
		await (await resetOf(await api.addMember(owner, "member")))();
		api.advanceMs(30_000);

		const response = await verify(token, codeOf(api, secret));

		expect(response.status).toBe(200);
	});
});

inProcessDescribe("a sign-in at the provider that is overtaken", () => {
	const PUBLIC_URL = "http://localhost:3997";

	test("by the unlinking of the identity starts no session", async () => {
		const provider = await startFakeProvider(PUBLIC_URL);
		const linked = await openHarness({ env: provider.env });
		const claims = newPersonClaims();
		const { id } = (await signInAs(linked, provider, claims)).body.user;
		const late = await openOvertakable(linked);
		late.overtakeWith(() => linked.store.db.delete(userIdentities).where(eq(userIdentities.userId, id)));

		const response = await signInAs(late, provider, claims);

		expect(answered(response)).toEqual([404, "record_not_found"]);
		expect(late.overtaken()).toBe(1);
		await linked.close();
		await provider.close();
	});
});
