import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { JWTPayload } from "jose";
import { type FakeProvider, startFakeProvider } from "../support/fake-provider.ts";
import { type Answer, type Harness, openHarness, type SignedIn } from "../support/harness.ts";
import { newcomer, signInAs } from "../support/sso.ts";
import { claimsOf } from "../support/tokens.ts";

const PUBLIC_URL = "http://localhost:3994";

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

const signIn = (claims: JWTPayload, on = api): Promise<Answer> => signInAs(on, provider, claims);

const invite = async (owner: SignedIn, email: string, role: string): Promise<void> => {
	const answer = await api.request("POST", `/orgs/${owner.orgId}/members`, {
		token: owner.token,
		body: { email, role },
	});
	if (answer.status !== 202) throw new Error(`inviting failed: ${answer.text}`);
};

const membershipsOf = async (answer: Answer): Promise<unknown> => {
	const profile = await api.request("GET", "/auth/profile", { token: answer.body.access_token });
	return profile.body.data.memberships.map(({ orgId, role }: { orgId: string; role: string }) => ({ orgId, role }));
};

describe("membership", () => {
	test("follows from an invitation to the confirmed address", async () => {
		const owner = await api.createOrganization();
		const person = newcomer();
		await invite(owner, String(person.email), "manager");

		const answer = await signIn(person);

		expect(answer.body.user.role).toBe("manager");
		expect(claimsOf(answer.body.access_token)).toMatchObject({ org_id: owner.orgId, role: "manager" });
	});

	test("does not follow from an invitation to an address nobody confirmed", async () => {
		const owner = await api.createOrganization();
		const person = newcomer({ email_verified: false });
		await invite(owner, String(person.email), "manager");

		const answer = await signIn(person);

		expect(answer.body.user.role).toBe("none");
		expect(await membershipsOf(answer)).toEqual([]);
	});

	test("does not follow from an invitation to an address that is not the account's", async () => {
		const owner = await api.createOrganization();
		const person = newcomer();
		await signIn(person);
		await invite(owner, "other@corp.example", "owner");

		const answer = await signIn({ ...person, email: "other@corp.example" });

		expect(await membershipsOf(answer)).toEqual([]);
	});

	test("follows from the provider's claims, into the organization they name", async () => {
		const elsewhere = await api.createOrganization();
		const owner = await api.createOrganization();
		const person = newcomer();
		await invite(elsewhere, String(person.email), "member");

		const answer = await signIn({ ...person, org_id: owner.orgId, role: "manager" });

		expect(claimsOf(answer.body.access_token)).toMatchObject({ org_id: owner.orgId, role: "manager" });
		expect(await membershipsOf(answer)).toHaveLength(2);
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
