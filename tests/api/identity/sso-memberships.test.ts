import { describe, expect, test } from "bun:test";
import type { JWTPayload } from "jose";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { type Harness, openHarness, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { newPersonClaims, signInAs } from "#tests/support/sso";
import { claimsOf } from "#tests/support/tokens";

const PUBLIC_URL = "http://localhost:3994";

const provider = await forThisFile(startFakeProvider(PUBLIC_URL));
const api = await useHarness({ env: provider.env });

const signIn = (claims: JWTPayload, on = api, orgId?: string): Promise<TestResponse> =>
	signInAs(on, provider, claims, {}, orgId);

const invite = async (owner: SignedIn, email: string, role: string, on = api): Promise<string> => {
	const response = await on.request("POST", `/orgs/${owner.orgId}/members`, {
		token: owner.token,
		body: { email, role },
	});
	if (response.status !== 202) throw new Error(`inviting failed: ${response.text}`);
	return response.body.data.invitation.token;
};

const membershipsOf = async (response: TestResponse, on = api): Promise<unknown> => {
	const profile = await on.request("GET", "/auth/profile", { token: response.body.access_token });
	return profile.body.data.memberships.map(({ orgId, role }: { orgId: string; role: string }) => ({ orgId, role }));
};

describe("membership", () => {
	test("results from an invitation to the confirmed address when that organization is requested", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		const person = newPersonClaims();
		await invite(owner, String(person.email), "manager");
		await invite(other, String(person.email), "member");

		const response = await signIn(person, api, owner.orgId);

		expect(claimsOf(response.body.access_token)).toMatchObject({ org_id: owner.orgId, role: "manager" });
		expect(await membershipsOf(response)).toEqual([{ orgId: owner.orgId, role: "manager" }]);
	});

	// Any organization can invite anybody.
	test("does not result from an invitation by signing in alone, only by its link", async () => {
		const owner = await api.createOrganization();
		const person = newPersonClaims();
		const token = await invite(owner, String(person.email), "manager");

		const first = await signIn(person);
		const again = await signIn(person);
		const before = await membershipsOf(again);
		const path = `/auth/invitations/${token}/accept`;
		const accepted = await api.request("POST", path, { token: again.body.access_token, body: {} });

		expect([first.body.user.role, again.body.user.role, before]).toEqual(["none", "none", []]);
		expect(accepted.body.data).toEqual({ orgId: owner.orgId, userId: first.body.user.id, role: "manager" });
	});

	test("does not result from an invitation to an unconfirmed address", async () => {
		const owner = await api.createOrganization();
		const person = newPersonClaims({ email_verified: false });
		await invite(owner, String(person.email), "manager");

		const response = await signIn(person, api, owner.orgId);

		expect([response.status, response.body.error.code]).toEqual([403, "org_mismatch"]);
		expect(await membershipsOf(await signIn(person))).toEqual([]);
	});

	test("does not result from an invitation to an address other than the account's", async () => {
		const owner = await api.createOrganization();
		const person = newPersonClaims();
		await signIn(person);
		await invite(owner, "other@corp.example", "owner");
		const now = { ...person, email: "other@corp.example" };

		const response = await signIn(now, api, owner.orgId);

		expect([response.status, response.body.error.code]).toEqual([403, "org_mismatch"]);
		expect(await membershipsOf(await signIn(now))).toEqual([]);
	});

	test("results from the provider's claims, in the organization they name", async () => {
		const elsewhere = await api.createOrganization();
		const owner = await api.createOrganization();
		const person = newPersonClaims();
		await invite(elsewhere, String(person.email), "member");

		const response = await signIn({ ...person, org_id: owner.orgId, role: "manager" });

		expect(claimsOf(response.body.access_token)).toMatchObject({ org_id: owner.orgId, role: "manager" });
		expect(await membershipsOf(response)).toEqual([{ orgId: owner.orgId, role: "manager" }]);
	});

	test("keeps its role when the claims change", async () => {
		const owner = await api.createOrganization();
		const person = newPersonClaims({ org_id: owner.orgId, role: "member" });
		await signIn(person);

		const response = await signIn({ ...person, role: "owner" });

		expect(await membershipsOf(response)).toEqual([{ orgId: owner.orgId, role: "member" }]);
	});

	test.each([
		["an organization there is not", () => "org_01jd0z7v9gf2nbrexx3vqjhp41", "member"],
		["a role there is not", (orgId: string) => orgId, "superuser"],
		["no role", (orgId: string) => orgId, undefined],
		["a system administrator: nobody becomes one by a claim", (orgId: string) => orgId, "system_admin"],
	])("does not follow from claims that name %s", async (_, pick, role) => {
		const owner = await api.createOrganization();

		const response = await signIn(newPersonClaims({ org_id: pick(owner.orgId), role }));

		expect(response.status).toBe(200);
		expect(response.body.user.role).toBe("none");
		expect(claimsOf(response.body.access_token).sys).toBeUndefined();
	});

	test("does not result from claims that name a suspended organization", async () => {
		const owner = await api.createOrganization();
		await api.request("POST", `/orgs/${owner.orgId}/suspend`, { token: owner.token, body: { reason: "test" } });

		const response = await signIn(newPersonClaims({ org_id: owner.orgId, role: "member" }));

		expect(await membershipsOf(response)).toEqual([]);
	});
});

describe("the authentication method", () => {
	const methodsOf = async (claims: JWTPayload) =>
		claimsOf((await signIn(claims)).body.access_token).amr as readonly string[];

	test("is the provider's", async () => {
		expect(await methodsOf(newPersonClaims({ amr: ["pwd", "otp", 7, "x".repeat(99)] }))).toEqual(["pwd", "otp"]);
	});

	test("is `fed` without one from the provider", async () => {
		expect(await methodsOf(newPersonClaims())).toEqual(["fed"]);
	});
});

describe("SIGNUP", () => {
	async function openWith(signup: string): Promise<Harness> {
		return openHarness({ env: { ...provider.env, SIGNUP: signup } });
	}

	test("closed permits no new accounts", async () => {
		const closed = await openWith("closed");

		const response = await signIn(newPersonClaims(), closed);

		expect(response.status).toBe(403);
		expect(response.body.error.code).toBe("forbidden");
		await closed.close();
	});

	test("invite permits invitees, and accepts the invitation if it is the only one", async () => {
		const invited = await openWith("invite");
		const [one, two] = [await invited.createOrganization(), await invited.createOrganization()];
		const [once, twice] = [newPersonClaims(), newPersonClaims()];
		await invite(one, String(once.email), "manager", invited);
		for (const owner of [one, two]) await invite(owner, String(twice.email), "member", invited);

		const answers = [
			await signIn(once, invited),
			await signIn(twice, invited),
			await signIn(newPersonClaims(), invited),
		];
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

	test("invite permits people with a membership by the provider's claims, and nobody else", async () => {
		const invited = await openWith("invite");
		const owner = await invited.createOrganization();

		const answers = [
			await signIn(newPersonClaims(), invited),
			await signIn(newPersonClaims({ org_id: owner.orgId, role: "member" }), invited),
			await signIn(newPersonClaims({ email: owner.email }), invited),
		];

		expect(answers.map(({ status }) => status)).toEqual([403, 200, 200]);
		await invited.close();
	});
});
