import { describe, expect, test } from "bun:test";
import type { JWTPayload } from "jose";
import { startFakeProvider } from "../support/fake-provider.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type Answer, type Harness, openHarness, type SignedIn, useHarness } from "../support/harness.ts";
import { newcomer, signInAs } from "../support/sso.ts";
import { claimsOf } from "../support/tokens.ts";

const PUBLIC_URL = "http://localhost:3994";

const provider = await forThisFile(startFakeProvider(PUBLIC_URL));
const api = await useHarness({ env: provider.env });

const signIn = (claims: JWTPayload, on = api, orgId?: string): Promise<Answer> =>
	signInAs(on, provider, claims, {}, orgId);

const invite = async (owner: SignedIn, email: string, role: string, on = api): Promise<string> => {
	const answer = await on.request("POST", `/orgs/${owner.orgId}/members`, {
		token: owner.token,
		body: { email, role },
	});
	if (answer.status !== 202) throw new Error(`inviting failed: ${answer.text}`);
	return answer.body.data.invitation.token;
};

const membershipsOf = async (answer: Answer, on = api): Promise<unknown> => {
	const profile = await on.request("GET", "/auth/profile", { token: answer.body.access_token });
	return profile.body.data.memberships.map(({ orgId, role }: { orgId: string; role: string }) => ({ orgId, role }));
};

describe("membership", () => {
	test("follows from an invitation to the confirmed address for who asks for that organization", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		const person = newcomer();
		await invite(owner, String(person.email), "manager");
		await invite(other, String(person.email), "member");

		const answer = await signIn(person, api, owner.orgId);

		expect(claimsOf(answer.body.access_token)).toMatchObject({ org_id: owner.orgId, role: "manager" });
		expect(await membershipsOf(answer)).toEqual([{ orgId: owner.orgId, role: "manager" }]);
	});

	// Anybody with an organization can invite anybody.
	test("does not follow from an invitation for signing in, only from its link", async () => {
		const owner = await api.createOrganization();
		const person = newcomer();
		const token = await invite(owner, String(person.email), "manager");

		const first = await signIn(person);
		const again = await signIn(person);
		const before = await membershipsOf(again);
		const path = `/auth/invitations/${token}/accept`;
		const accepted = await api.request("POST", path, { token: again.body.access_token, body: {} });

		expect([first.body.user.role, again.body.user.role, before]).toEqual(["none", "none", []]);
		expect(accepted.body.data).toEqual({ orgId: owner.orgId, userId: first.body.user.id, role: "manager" });
	});

	test("does not follow from an invitation to an address nobody confirmed", async () => {
		const owner = await api.createOrganization();
		const person = newcomer({ email_verified: false });
		await invite(owner, String(person.email), "manager");

		const answer = await signIn(person, api, owner.orgId);

		expect([answer.status, answer.body.error.code]).toEqual([403, "org_mismatch"]);
		expect(await membershipsOf(await signIn(person))).toEqual([]);
	});

	test("does not follow from an invitation to an address that is not the account's", async () => {
		const owner = await api.createOrganization();
		const person = newcomer();
		await signIn(person);
		await invite(owner, "other@corp.example", "owner");
		const now = { ...person, email: "other@corp.example" };

		const answer = await signIn(now, api, owner.orgId);

		expect([answer.status, answer.body.error.code]).toEqual([403, "org_mismatch"]);
		expect(await membershipsOf(await signIn(now))).toEqual([]);
	});

	test("follows from the provider's claims, into the organization they name", async () => {
		const elsewhere = await api.createOrganization();
		const owner = await api.createOrganization();
		const person = newcomer();
		await invite(elsewhere, String(person.email), "member");

		const answer = await signIn({ ...person, org_id: owner.orgId, role: "manager" });

		expect(claimsOf(answer.body.access_token)).toMatchObject({ org_id: owner.orgId, role: "manager" });
		expect(await membershipsOf(answer)).toEqual([{ orgId: owner.orgId, role: "manager" }]);
	});

	test("keeps its role when the claims change", async () => {
		const owner = await api.createOrganization();
		const person = newcomer({ org_id: owner.orgId, role: "member" });
		await signIn(person);

		const answer = await signIn({ ...person, role: "owner" });

		expect(await membershipsOf(answer)).toEqual([{ orgId: owner.orgId, role: "member" }]);
	});

	test.each([
		["an organization there is not", () => "org_01jd0z7v9gf2nbrexx3vqjhp41", "member"],
		["a role there is not", (orgId: string) => orgId, "superuser"],
		["no role", (orgId: string) => orgId, undefined],
		["a system administrator: nobody becomes one by a claim", (orgId: string) => orgId, "system_admin"],
	])("does not follow from claims that name %s", async (_, pick, role) => {
		const owner = await api.createOrganization();

		const answer = await signIn(newcomer({ org_id: pick(owner.orgId), role }));

		expect(answer.status).toBe(200);
		expect(answer.body.user.role).toBe("none");
		expect(claimsOf(answer.body.access_token).sys).toBeUndefined();
	});

	test("does not follow from claims that name a suspended organization", async () => {
		const owner = await api.createOrganization();
		await api.request("POST", `/orgs/${owner.orgId}/suspend`, { token: owner.token, body: { reason: "test" } });

		const answer = await signIn(newcomer({ org_id: owner.orgId, role: "member" }));

		expect(await membershipsOf(answer)).toEqual([]);
	});
});

describe("the way of signing in", () => {
	const methodsOf = async (claims: JWTPayload) =>
		claimsOf((await signIn(claims)).body.access_token).amr as readonly string[];

	test("is the one the provider tells of", async () => {
		expect(await methodsOf(newcomer({ amr: ["pwd", "otp", 7, "x".repeat(99)] }))).toEqual(["pwd", "otp"]);
	});

	test("is `fed` when the provider does not tell", async () => {
		expect(await methodsOf(newcomer())).toEqual(["fed"]);
	});
});

describe("SIGNUP", () => {
	async function openWith(signup: string): Promise<Harness> {
		return openHarness({ env: { ...provider.env, SIGNUP: signup } });
	}

	test("closed admits nobody new", async () => {
		const closed = await openWith("closed");

		const answer = await signIn(newcomer(), closed);

		expect(answer.status).toBe(403);
		expect(answer.body.error.code).toBe("forbidden");
		await closed.close();
	});

	test("invite admits the invited, and takes the only invitation there is for the person's wish", async () => {
		const invited = await openWith("invite");
		const [one, two] = [await invited.createOrganization(), await invited.createOrganization()];
		const [once, twice] = [newcomer(), newcomer()];
		await invite(one, String(once.email), "manager", invited);
		for (const owner of [one, two]) await invite(owner, String(twice.email), "member", invited);

		const answers = [await signIn(once, invited), await signIn(twice, invited), await signIn(newcomer(), invited)];
		await invite(two, String(once.email), "owner", invited);
		const later = await signIn(once, invited);

		expect(answers.map(({ status, body }) => [status, body.user?.role])).toEqual([
			[200, "manager"],
			[200, "none"],
			[403, undefined],
		]);
		expect(await membershipsOf(later, invited)).toEqual([{ orgId: one.orgId, role: "manager" }]);
		await invited.close();
	});

	test("invite admits those whom the provider's claims put somewhere, and nobody else", async () => {
		const invited = await openWith("invite");
		const owner = await invited.createOrganization();

		const answers = [
			await signIn(newcomer(), invited),
			await signIn(newcomer({ org_id: owner.orgId, role: "member" }), invited),
			await signIn(newcomer({ email: owner.email }), invited),
		];

		expect(answers.map(({ status }) => status)).toEqual([403, 200, 200]);
		await invited.close();
	});
});
