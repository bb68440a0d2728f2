import { beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "#kernel/clock";
import { newAddress } from "#tests/support/addresses";
import { openHarness, PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { linkOf, openMailbox } from "#tests/support/mailbox";
import { inProcessTest } from "#tests/support/target";
import { announced, auditOf } from "#tests/support/traces";

const api = await useHarness();

describe("managing invitations", () => {
	let owner: SignedIn;
	beforeEach(async () => {
		owner = await api.createOrganization();
	});

	const invite = (email: string, role = "member", by = owner) =>
		api.request("POST", `/orgs/${by.orgId}/invitations`, { token: by.token, body: { email, role } });
	const list = (query = "", by = owner) =>
		api.request("GET", `/orgs/${by.orgId}/invitations${query}`, { token: by.token });
	const resend = (id: string, by = owner) =>
		api.request("POST", `/orgs/${by.orgId}/invitations/${id}/resend`, { token: by.token });
	const revoke = (id: string, by = owner) =>
		api.request("DELETE", `/orgs/${by.orgId}/invitations/${id}`, { token: by.token });
	const accept = (token: string, as?: string) =>
		api.request("POST", `/auth/invitations/${token}/accept`, { body: { password: PASSWORD }, token: as });

	test("an invitation is returned to the inviter with its token, and listed without it", async () => {
		const email = newAddress();

		const made = await invite(email, "manager");

		const listed = await list("?state=pending");
		const { id, token } = made.body.data;
		expect(made.status).toBe(201);
		expect(listed.body.data).toEqual([
			expect.objectContaining({
				id,
				email,
				role: "manager",
				state: "pending",
				invitedBy: owner.userId,
				acceptedAt: null,
			}),
		]);
		expect(listed.text).not.toContain(token);
		expect((await accept(token)).status).toBe(200);
	});

	test("the response does not reveal whether the address has an account", async () => {
		const known = await api.createOrganization();

		const [forKnown, forUnknown] = [await invite(known.email), await invite(newAddress())];

		expect([forKnown.status, Object.keys(forKnown.body.data)]).toEqual([201, Object.keys(forUnknown.body.data)]);
		expect((await accept(forKnown.body.data.token)).status).toBe(401);
		expect((await accept(forKnown.body.data.token, known.token)).status).toBe(200);
	});

	test("a member cannot be invited again", async () => {
		const member = await api.addMember(owner, "member");

		const response = await invite(member.email);

		expect([response.status, response.body.error.code]).toEqual([409, "conflict"]);
	});

	test("only an owner can invite an owner, and unknown roles are rejected", async () => {
		const admin = await api.addMember(owner, "admin");
		const business = await api.createOrganization({ orgType: "business" });

		const answers = [
			await invite(newAddress(), "owner", admin),
			await invite(newAddress(), "owner"),
			await invite(newAddress(), "teacher", business),
		];

		expect(answers.map(({ status }) => status)).toEqual([403, 201, 422]);
	});

	test("the list is paged, newest first, and can be filtered", async () => {
		const ids: string[] = [];
		for (let n = 0; n < 3; n++) ids.unshift((await invite(newAddress())).body.data.id);
		await revoke(ids[0] ?? "");

		const first = await list("?state=pending&limit=1");
		const next = await list(`?state=pending&limit=1&cursor=${first.body.page.nextCursor}`);
		const misused = await list(`?state=revoked&cursor=${first.body.page.nextCursor}`);

		const states = (await list()).body.data.map(({ state }: { state: string }) => state);
		expect([first.body.data[0].id, next.body.data[0].id]).toEqual(ids.slice(1));
		expect([first.body.page.hasMore, next.body.page.hasMore]).toEqual([true, false]);
		expect(misused.body.error.code).toBe("invalid_cursor");
		expect(states).toEqual(["revoked", "pending", "pending", "accepted"]);
	});

	inProcessTest("sending it again gives it a new token and another seven days", async () => {
		const { id, token: old } = (await invite(newAddress())).body.data;
		api.advanceMs(8 * DAY_MS);
		owner = { ...owner, token: (await signIn(owner)).token };
		const expired = (await list("?state=expired")).body.data;

		const again = await resend(id);

		const { token } = again.body.data;
		expect(expired).toEqual([expect.objectContaining({ id, state: "expired" })]);
		expect([again.status, token === old]).toEqual([200, false]);
		expect([(await accept(old)).status, (await accept(token)).status]).toEqual([422, 200]);
	});

	test("a revoked invitation cannot be accepted, sent or revoked again", async () => {
		const { id, token } = (await invite(newAddress())).body.data;

		const withdrawn = await revoke(id);

		const refused = [await resend(id), await revoke(id)];
		expect(withdrawn.status).toBe(204);
		expect((await accept(token)).body.error.code).toBe("token_invalid");
		expect(refused.map(({ status, body }) => [status, body.error.meta.state])).toEqual([
			[409, "revoked"],
			[409, "revoked"],
		]);
	});

	test("another organization's invitation looks like a missing one", async () => {
		const other = await api.createOrganization();
		const { id } = (await invite(newAddress(), "member", other)).body.data;

		const [foreign, missing] = [await revoke(id), await revoke("inv_01jd0z7v9gf2nbrexx3vqjhp41")];

		expect([foreign.status, foreign.body.error]).toEqual([404, missing.body.error]);
		expect((await resend(id)).status).toBe(404);
	});

	test("a member without the scope can neither list nor invite", async () => {
		const auditor = await api.addMember(owner, "guest");

		const answers = [await list("", auditor), await invite(newAddress(), "member", auditor)];

		expect(answers.map(({ body }) => body.error.code)).toEqual(["insufficient_scope", "insufficient_scope"]);
	});

	test("every change is published and audited", async () => {
		const { id } = (await invite(newAddress())).body.data;
		await resend(id);
		await revoke(id);

		const types = (await announced(api.store, owner.orgId)).slice(-3);
		const actions = (await auditOf(api.store, owner.orgId)).slice(-3).map(({ action }) => action);

		expect(types).toEqual(["org.invitation.created", "org.invitation.resent", "org.invitation.revoked"]);
		expect(actions).toEqual(["invitation.create", "invitation.resend", "invitation.revoke"]);
	});

	async function signIn({ email, orgId }: SignedIn): Promise<{ token: string }> {
		const { body } = await api.request("POST", "/auth/login", { body: { email, password: PASSWORD, orgId } });
		return { token: body.access_token };
	}
});

describe("an invitation by mail", () => {
	test("is in the organization's language, reveals the link to the invitee only, and leads to membership", async () => {
		const mailbox = await openMailbox();
		const api = await openHarness({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@school.example" } });
		const [ownerEmail, guest, registrant] = [newAddress(), newAddress(), newAddress()];
		const deliver = () => api.parley.services.jobs.runDue();
		const created = await api.as(await api.signInSystem()).post("/orgs", {
			name: "Escuela Niño",
			orgType: "education",
			ownerEmail,
			settings: { defaultLanguage: "es-ES" },
		});
		const orgId = created.body.data.id;
		await deliver();
		const ownerMail = await mailbox.next(ownerEmail);
		await api.post(`/auth/invitations/${linkOf(ownerMail).token}/accept`, { name: "Grace", password: PASSWORD });
		const { access_token: token } = (await api.post("/auth/login", { email: ownerEmail, password: PASSWORD })).body;

		const invited = await api.as(token).post(`/orgs/${orgId}/invitations`, { email: guest, role: "teacher" });
		await api.as(token).post(`/orgs/${orgId}/invitations`, { email: registrant, role: "student" });
		await deliver();
		const mail = await mailbox.next(guest);
		const accepted = await api.post(`/auth/invitations/${linkOf(mail).token}/accept`, {
			name: "Ada",
			password: PASSWORD,
		});
		const inviteToken = linkOf(await mailbox.next(registrant)).token;
		const account = { email: registrant, password: PASSWORD, name: "Registrant", inviteToken };
		const registered = await api.post("/auth/register", account);
		await deliver();

		expect(invited.body.data.token).toBeUndefined();
		expect(created.text).not.toContain(linkOf(ownerMail).token);
		expect(mail.subject).toBe("Invitación a una organización en Parley");
		expect(mail.text).toContain("Grace le invita a unirse a Escuela Niño.");
		expect(accepted.body.data).toMatchObject({ orgId, role: "teacher" });
		expect(registered.status).toBe(202);
		expect((await mailbox.next(registrant)).subject).toBe("Your account is ready");
		const { body } = await api.post("/auth/login", { email: registrant, password: PASSWORD });
		expect(body.user.role).toBe("student");
		await api.close();
		await mailbox.close();
	});

	test("reaches the invitee even if somebody else registered their address first", async () => {
		const mailbox = await openMailbox();
		const api = await openHarness({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@school.example" } });
		const victim = newAddress();
		const mailTo = async (email: string) => {
			await api.parley.services.jobs.runDue();
			return linkOf(await mailbox.next(email)).token;
		};
		const login = (password: string) => api.post("/auth/login", { email: victim, password });
		await api.post("/auth/register", { email: victim, password: "the password of the attacker", name: "Mallory" });
		await mailTo(victim); // Nobody asked for it: not opened.
		const system = await api.signInSystem();
		await api.as(system).post("/orgs", { name: "School", orgType: "education", ownerEmail: victim });
		const invitation = `/auth/invitations/${await mailTo(victim)}/accept`;

		const bySquatter = await login("the password of the attacker");
		const accepted = await api.post(invitation, { name: "Victim", password: PASSWORD });

		const signedIn = await login(PASSWORD);
		expect([bySquatter.status, accepted.status]).toEqual([403, 200]);
		expect(signedIn.body.user).toMatchObject({ id: accepted.body.data.userId, name: "Victim", role: "owner" });
		expect((await login("the password of the attacker")).status).toBe(401);
		await api.close();
		await mailbox.close();
	});
});
