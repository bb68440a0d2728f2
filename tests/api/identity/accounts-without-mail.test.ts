import { beforeAll, describe, expect, test } from "bun:test";
import { systemContext } from "#modules/tenancy/permissions";
import { newAddress, verifyAddress } from "#tests/support/addresses";
import { ADMIN, openHarness, PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { NEW_PASSWORD } from "#tests/support/mail-harness";
import { openOvertakable } from "#tests/support/overtakable";
import { inProcessTest } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";

const api = await useHarness();

describe("without a mail transport", () => {
	const register = (email: string, more: object = {}) =>
		api.post("/auth/register", { email, password: PASSWORD, name: "Ada Lovelace", ...more });
	const login = (email: string, password = PASSWORD) => api.post("/auth/login", { email, password });
	const requestReset = (userId: string, token?: string) =>
		api.request("POST", "/auth/request-reset-password", { token, body: { userId } });

	test("registration creates an account immediately, with an unconfirmed address", async () => {
		const email = newAddress();

		const response = await register(email);

		const signedIn = await login(email);
		expect(response.status).toBe(201);
		expect(response.body.data).toMatchObject({ id: signedIn.body.user.id, email, emailVerified: false });
	});

	test("registering an address that has an account, in any spelling, returns 409", async () => {
		const email = newAddress();
		await register(email);

		const response = await register(email.toUpperCase());

		expect([response.status, response.body.error.code]).toEqual([409, "email_taken"]);
	});

	test("an address registered twice concurrently gets one account", async () => {
		const email = newAddress();

		const answers = await Promise.all([register(email), register(email)]);

		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
	});

	test("an invitee who registers becomes a member immediately", async () => {
		const [owner, email] = [await api.createOrganization(), newAddress()];
		const invited = await owner.post(`/orgs/${owner.orgId}/invitations`, { email, role: "manager" });

		const response = await register(email, { inviteToken: invited.body.data.token });

		const profile = await api.request("GET", "/auth/profile", { token: (await login(email)).body.access_token });
		expect([response.status, response.body.data.emailVerified]).toEqual([201, false]);
		expect(profile.body.data.memberships).toEqual([expect.objectContaining({ orgId: owner.orgId, role: "manager" })]);
	});

	test("an invitation for another address permits no registration", async () => {
		const owner = await api.createOrganization();
		const body = { email: newAddress(), role: "manager" };
		const invited = await owner.post(`/orgs/${owner.orgId}/invitations`, body);

		const response = await register(newAddress(), { inviteToken: invited.body.data.token });

		expect([response.status, response.body.error.code]).toEqual([422, "token_invalid"]);
	});

	test("a request for a forgotten password always returns 202", async () => {
		const answers = [
			await api.post("/auth/forgot-password", { email: ADMIN.email }),
			await api.post("/auth/forgot-password", { email: newAddress() }),
			await api.post("/auth/request-reset-password", { email: ADMIN.email }),
			await api.post("/auth/verify-email/resend", { email: newAddress() }),
		];

		expect(answers.map(({ status, body }) => [status, body.data])).toEqual(answers.map(() => [202, {}]));
	});

	test("an administrator is shown the link for a member whose account was created for the organization", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");

		const asked = await requestReset(member.userId, owner.token);
		const { resetUrl, token } = asked.body.data;
		const reset = await api.post("/auth/reset-password", { token, password: NEW_PASSWORD });

		expect(asked.status).toBe(202);
		expect(resetUrl).toBe(`${api.config.publicUrl.href}/console/reset-password#${token}`);
		expect(reset.status).toBe(200);
		expect((await login(member.email, NEW_PASSWORD)).status).toBe(200);
		const actions = (await auditOf(api.store, owner.orgId)).map(({ action }) => action);
		expect(actions).toContain("auth.request_password_reset");
	});

	describe("an administrator is not shown the link", () => {
		let owner: SignedIn;
		beforeAll(async () => {
			owner = await api.createOrganization();
		});

		test("of a person who registered themselves", async () => {
			const email = newAddress();
			const { body } = await register(email);
			await api.enroll(body.data.id, owner.orgId, "member");

			const response = await requestReset(body.data.id, owner.token);

			expect([response.status, response.body.error.code]).toEqual([403, "forbidden"]);
		});

		test("of a member who also belongs to another organization", async () => {
			const member = await api.addMember(owner, "member");
			const other = await api.createOrganization();
			await api.enroll(member.userId, other.orgId, "member");

			const answers = [await requestReset(member.userId, owner.token), await requestReset(member.userId, other.token)];

			expect(answers.map(({ status }) => status)).toEqual([403, 403]);
		});

		inProcessTest("of a member who joins another organization concurrently", async () => {
			const member = await api.addMember(owner, "member");
			const other = await api.createOrganization();
			const late = await openOvertakable(api);
			late.overtakeWith(() => api.enroll(member.userId, other.orgId, "owner"));

			const body = { userId: member.userId };
			const response = await late.as(owner.token).post("/auth/request-reset-password", body);

			expect([response.status, response.body.error.code, late.overtaken()]).toEqual([403, "forbidden", 1]);
		});

		inProcessTest("that stays valid after the member gains another organization, or a higher role", async () => {
			const [joins, rises, stays] = [
				await api.addMember(owner, "member"),
				await api.addMember(owner, "member"),
				await api.addMember(owner, "member"),
			];
			const admin = await api.addMember(owner, "admin");
			const other = await api.createOrganization();
			api.advanceMs(1000);
			const shown = [joins, rises, stays].map(
				async ({ userId }) => (await requestReset(userId, admin.token)).body.data.token,
			);
			const links = await Promise.all(shown);

			api.advanceMs(1000);
			await api.enroll(joins.userId, other.orgId, "owner");
			const path = `/orgs/${owner.orgId}/members/${rises.userId}`;
			await owner.patch(path, { role: "owner" });

			const used = [];
			for (const link of links)
				used.push(await api.post("/auth/reset-password", { token: link, password: NEW_PASSWORD }));
			expect(used.map(({ status }) => status)).toEqual([422, 422, 200]);
		});

		// Otherwise whoever invited a person once could impersonate them permanently, everywhere.
		test("of a member whose address has been verified since", async () => {
			const member = await api.addMember(owner, "member");
			await verifyAddress(api, member.userId);

			const answers = [
				await requestReset(member.userId, owner.token),
				await requestReset(member.userId, await api.signInSystem()),
			];

			expect(answers.map(({ status }) => status)).toEqual([403, 202]);
		});

		test("of an owner, unless requested by an owner", async () => {
			const admin = await api.addMember(owner, "admin");

			const [byAdmin, byOwner] = [
				await requestReset(owner.userId, admin.token),
				await requestReset(owner.userId, owner.token),
			];

			expect([byAdmin.status, byOwner.status]).toEqual([403, 202]);
		});

		test("of a stranger, with the same response as for an unknown user", async () => {
			const stranger = await api.createOrganization();

			const [known, unknown] = [
				await requestReset(stranger.userId, owner.token),
				await requestReset("usr_01jd0z7v9gf2nbrexx3vqjhp41", owner.token),
			];

			expect([known.status, known.body.error]).toEqual([404, unknown.body.error]);
		});

		test("without the scope, and without a token", async () => {
			const member = await api.addMember(owner, "member");

			const [plain, nobody] = [await requestReset(owner.userId, member.token), await requestReset(owner.userId)];

			expect([plain.status, plain.body.error.code]).toEqual([403, "insufficient_scope"]);
			expect([nobody.status, nobody.body.error.code]).toEqual([401, "unauthenticated"]);
		});

		// Must be last: it also makes the owner's session stale.
		inProcessTest("of their own account, unless they have signed in recently", async () => {
			const admin = await api.addMember(owner, "admin");
			const scripted = await api.parley.services.scriptTokens.issue(systemContext("cli:token"), admin);

			const fresh = await requestReset(admin.userId, admin.token);
			const unsigned = await requestReset(admin.userId, scripted.token);
			api.advanceMs(11 * 60_000);
			const stale = await requestReset(admin.userId, admin.token);

			expect([fresh.status, unsigned.status, stale.status]).toEqual([202, 403, 403]);
			expect(unsigned.body.error.meta).toEqual({ reason: "no_sign_in" });
		});
	});

	test("a system administrator is shown the link of any user", async () => {
		const person = await register(newAddress());

		const response = await requestReset(person.body.data.id, await api.signInSystem());

		expect([response.status, typeof response.body.data.resetUrl]).toEqual([202, "string"]);
	});

	test("a request with neither or both of email and userId is rejected", async () => {
		const answers = [
			await api.post("/auth/request-reset-password", {}),
			await api.post("/auth/request-reset-password", {
				email: "a@b.example",
				userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
			}),
		];

		expect(answers.map(({ status }) => status)).toEqual([422, 422]);
	});

	test("a new address takes effect immediately, unconfirmed, unless it is taken", async () => {
		const [email, next, taken] = [newAddress(), newAddress(), newAddress()];
		await register(email);
		await register(taken);
		const { access_token: token } = (await login(email)).body;

		const refused = await api.request("PATCH", "/auth/update-profile", { token, body: { email: taken } });
		const response = await api.request("PATCH", "/auth/update-profile", { token, body: { email: next } });

		expect([refused.status, refused.body.error.code]).toEqual([409, "email_taken"]);
		expect(response.body.data).toMatchObject({ email: next, emailVerified: false });
		expect((await login(next)).status).toBe(200);
	});
});

describe("SIGNUP", () => {
	test.each(["closed", "invite"])("%s permits no registration without an invitation", async (signup) => {
		const api = await openHarness({ env: { SIGNUP: signup } });
		const body = { email: newAddress(), password: PASSWORD, name: "Ada" };

		const response = await api.post("/auth/register", body);

		expect([response.status, response.body.error.code]).toEqual([403, "forbidden"]);
		await api.close();
	});

	test("invite permits invitees to register", async () => {
		const api = await openHarness({ env: { SIGNUP: "invite" } });
		const [owner, email] = [await api.createOrganization(), newAddress()];
		const invited = await owner.post(`/orgs/${owner.orgId}/invitations`, { email, role: "member" });

		const response = await api.post("/auth/register", {
			email,
			password: PASSWORD,
			name: "Ada",
			inviteToken: invited.body.data.token,
		});

		expect(response.status).toBe(201);
		await api.close();
	});
});

describe("requests for mails without a mail transport", () => {
	inProcessTest("are not limited, from any network", async () => {
		const api = await openHarness({ env: { RATE_LIMITS: "on" } });
		const ask = (path: string) =>
			api.post(path, { email: ADMIN.email }, { peer: "203.0.113.1" }).then(({ status }) => status);

		const statuses: number[] = [];
		for (let n = 0; n < 40; n++)
			statuses.push(await ask(n % 2 === 0 ? "/auth/forgot-password" : "/auth/verify-email/resend"));
		const signedIn = await api.post("/auth/login", ADMIN, { peer: "203.0.113.1" });

		expect(statuses).toEqual(Array(40).fill(202));
		expect(signedIn.status).toBe(200);
		await api.close();
	});
});
