import { beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { invitations } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { newAddress } from "#tests/support/addresses";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";
import { announced } from "#tests/support/traces";

const api = await useHarness();

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const accept = (token: string, body: unknown = { name: "Ada", password: PASSWORD }, as?: string) =>
	api.request("POST", `/auth/invitations/${token}/accept`, { body, token: as });

async function invite(email: string, role = "member", by = owner): Promise<string> {
	const { body } = await api.request("POST", `/orgs/${by.orgId}/members`, { token: by.token, body: { email, role } });
	return body.data.invitation.token;
}

describe("GET /auth/invitations/{token}", () => {
	const preview = (token: string) => api.request("GET", `/auth/invitations/${token}`);

	test("tells what it is for, the same for an address with an account and one without", async () => {
		const known = await api.addMember(await api.createOrganization(), "member");
		const tokens = [await invite(newAddress(), "teacher"), await invite(known.email, "teacher")];

		const [toNew, toKnown] = await Promise.all(tokens.map(preview));

		const profile = await api.request("GET", "/auth/profile", { token: owner.token });
		const [{ name }] = profile.body.data.memberships;
		expect(toNew?.body.data).toMatchObject({ organization: name, role: "teacher", invitedBy: null });
		expect({ ...toKnown?.body.data, email: null }).toEqual({
			...toNew?.body.data,
			email: null,
			expiresAt: toKnown?.body.data.expiresAt,
		});
		expect(toKnown?.body.data.email).toBe(known.email);
	});

	test("answers in the same way to a token that is unknown, used, or of an invitation that was withdrawn", async () => {
		const [used, withdrawn] = [await invite(newAddress()), await invite(newAddress())];
		await accept(used);
		const path = `/orgs/${owner.orgId}/invitations`;
		const pending = await api.request("GET", `${path}?state=pending`, { token: owner.token });
		await api.request("DELETE", `${path}/${pending.body.data[0].id}`, { token: owner.token });

		const answers = await Promise.all([used, withdrawn, "unknown", `${withdrawn.slice(0, -1)}~`].map(preview));

		expect(new Set(answers.map(({ body }) => `${body.error.code} ${body.error.detail}`)).size).toBe(1);
		expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
	});

	test("uses nothing up", async () => {
		const token = await invite(newAddress());
		await preview(token);

		const accepted = await accept(token);

		expect(accepted.status).toBe(200);
	});
});

describe("POST /auth/invitations/{token}/accept", () => {
	test("creates an account and a membership for a new address, which a forwarded link does not verify", async () => {
		const email = newAddress();

		const response = await accept(await invite(email, "manager"));

		const login = await api.request("POST", "/auth/login", { body: { email, password: PASSWORD } });
		const profile = await api.request("GET", "/auth/profile", { token: login.body.access_token });
		expect(response.status).toBe(200);
		expect(response.body.data).toEqual({ orgId: owner.orgId, userId: login.body.user.id, role: "manager" });
		expect(profile.body.data).toMatchObject({
			email,
			emailVerified: false,
			name: "Ada",
			memberships: [{ orgId: owner.orgId, role: "manager" }],
		});
		const types = await announced(api.store, owner.orgId);
		expect(types.slice(-3)).toEqual(["org.member.added", "org.invitation.accepted", "security.signed_in"]);
	});

	test("uses the address as the name of a person without one", async () => {
		const email = newAddress();
		await accept(await invite(email), { password: PASSWORD });

		const { body } = await api.request("POST", "/auth/login", { body: { email, password: PASSWORD } });

		expect(body.user.name).toBe(email.split("@")[0]);
	});

	test("works once", async () => {
		const token = await invite(newAddress());
		await accept(token);

		const again = await accept(token);

		expect([again.status, again.body.error.code]).toEqual([422, "token_invalid"]);
	});

	test("works once for two concurrent requests", async () => {
		const token = await invite(newAddress());

		const answers = await Promise.all([accept(token), accept(token)]);

		expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	inProcessTest("works for seven days", async () => {
		const [intime, late] = [await invite(newAddress()), await invite(newAddress())];

		api.advanceMs(7 * DAY_MS - 1);
		const first = await accept(intime);
		api.advanceMs(1);
		const second = await accept(late);

		expect(first.status).toBe(200);
		expect([second.status, second.body.error.code]).toEqual([422, "token_invalid"]);
	});

	test("accepts only the newest invitation of an address", async () => {
		const email = newAddress();
		const old = await invite(email, "admin");
		const current = await invite(email.toUpperCase().replace("EXAMPLE.EDU", "example.edu"), "guest");

		const first = await accept(old);
		const second = await accept(current);

		expect(first.body.error.code).toBe("token_invalid");
		expect(second.body.data.role).toBe("guest");
	});

	test("rejects all unknown tokens alike", async () => {
		const token = await invite(newAddress());
		const other = await api.createOrganization();
		const tokens = [
			"x",
			`${token.slice(0, -1)}_`,
			`${token}=`,
			other.orgId.slice(4) + token.slice(26),
			token.toUpperCase(),
		];

		const answers = await Promise.all(tokens.map((each) => accept(each)));

		expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 422));
		expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1);
	});

	test.each([
		[{ name: "Ada" }, "/password"],
		[{ name: "Ada", password: "short" }, "/password"],
		[{ name: " ", password: PASSWORD }, "/name"],
		[{ name: "Ada", password: PASSWORD, role: "owner" }, "/role"],
	])("refuses %j and leaves the invitation open", async (body, at) => {
		const token = await invite(newAddress());

		const refused = await accept(token, body);

		expect([refused.status, refused.body.error.errors[0].path]).toEqual([422, at]);
		expect((await accept(token)).status).toBe(200);
	});

	// A leaked link must not add somebody else's account, nor let a stranger set its password.
	test("requires the owner of a known address to be signed in", async () => {
		const email = newAddress();
		const token = await invite(email, "manager");
		const other = await api.createOrganization();
		await accept(await invite(email, "member", other));

		const byNobody = await accept(token);
		const bySomebody = await accept(token, {}, other.token);
		const bySelf = await accept(token, {}, await signIn(email));

		expect([byNobody.status, byNobody.body.error.code]).toEqual([401, "unauthenticated"]);
		expect([bySomebody.status, bySomebody.body.error.code]).toEqual([401, "unauthenticated"]);
		expect(bySelf.body.data).toMatchObject({ orgId: owner.orgId, role: "manager" });
	});

	test("is unavailable while the organization is suspended", async () => {
		const token = await invite(newAddress());
		await api.request("POST", `/orgs/${owner.orgId}/suspend`, { token: owner.token });

		const refused = await accept(token);
		await api.request("POST", `/orgs/${owner.orgId}/resume`, { token: owner.token });

		expect([refused.status, refused.body.error.code]).toEqual([403, "organization_suspended"]);
		expect((await accept(token)).status).toBe(200);
	});

	test("does not leak the token to the database, the log or events", async () => {
		const token = await invite(newAddress());

		const rows = await api.store.db.select().from(invitations).where(eq(invitations.orgId, owner.orgId));

		expect(JSON.stringify(rows)).not.toContain(token.slice(26));
		expect(api.logged.join("")).not.toContain(token.slice(26));
	});
});

async function signIn(email: string): Promise<string> {
	const { body } = await api.request("POST", "/auth/login", { body: { email, password: PASSWORD } });
	return body.access_token;
}
