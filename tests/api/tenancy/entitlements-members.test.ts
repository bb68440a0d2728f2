/** Seats where nobody asks for one: people who sign in, with a provider or by the domain of their address. */
import { expect, test } from "bun:test";
import { inArray } from "drizzle-orm";
import { users } from "#db/schema";
import { domainsOf, newDomain, useDnsServer } from "#tests/support/domains";
import { entitledOf, verdictOf } from "#tests/support/entitled";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { newPersonClaims, signInAs } from "#tests/support/sso";

const dns = await useDnsServer();
const provider = await forThisFile(startFakeProvider("http://localhost:3994"));
const env = { ...provider.env, DNS_RESOLVERS: dns.address, BILLING_ENFORCEMENT: "hard" };
const api = await useHarness({ env });
const { entitle } = entitledOf(api);
const { send, prove } = domainsOf(api, dns);
const refused = [402, "quota_exceeded", "seats", "team"];

const membersOf = async ({ orgId, token }: SignedIn): Promise<number> =>
	(await api.request("GET", `/orgs/${orgId}/members?limit=100`, { token })).body.data.length;

test("Whoever joins by their domain signs in without the membership while no seat is free, and with it afterwards", async () => {
	const owner = await api.createOrganization();
	await entitle(owner.orgId, { seats: 1, autoJoinByDomain: true });
	const domain = await prove(owner);
	await send(owner, "PATCH", `/${domain}`, { enrollmentMode: "auto_join" });
	const person = newPersonClaims();
	const claims = { ...person, email: `${person.sub}@${domain}` };

	const without = await signInAs(api, provider, claims);
	await entitle(owner.orgId, { seats: 2, autoJoinByDomain: true });
	const joined = await signInAs(api, provider, claims);
	await entitle(owner.orgId, { seats: 1, autoJoinByDomain: true });
	const again = await signInAs(api, provider, claims);

	expect([without, joined, again].map(({ status, body }) => [status, body.user.role])).toEqual([
		[200, "none"],
		[200, "member"],
		[200, "member"],
	]);
	expect(await membersOf(owner)).toBe(2);
});

test("Of twenty who sign in at once and join by their domain, as many become members as there are seats", async () => {
	const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
	await entitle(owner.orgId, { seats: 4, autoJoinByDomain: true });
	await entitle(other.orgId, { seats: null });
	const domain = newDomain();
	const people = Array.from({ length: 20 }, (_, n) => `person${n}@${domain}`);
	const { orgId, token } = other;
	for (const email of people) {
		const body = { email, role: "member" };
		const { invitation } = (await api.request("POST", `/orgs/${orgId}/members`, { token, body })).body.data;
		const account = { name: "A Person", password: PASSWORD };
		await api.request("POST", `/auth/invitations/${invitation.token}/accept`, { body: account });
	}
	// As if each had followed the link in a mail.
	await api.store.db.update(users).set({ emailVerifiedAtMs: api.nowMs() }).where(inArray(users.email, people));
	await prove(owner, domain);
	await send(owner, "PATCH", `/${domain}`, { enrollmentMode: "auto_join" });

	const signIn = (email: string) => api.request("POST", "/auth/login", { body: { email, password: PASSWORD } });
	const answers = await Promise.all(people.map(signIn));

	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	expect(await membersOf(owner)).toBe(4);
});

test("An invitation that is accepted by signing in with a provider stays open while no seat is free", async () => {
	const owner = await api.createOrganization();
	await entitle(owner.orgId, { seats: 2 });
	const person = newPersonClaims();
	const invite = (email: string) =>
		api.request("POST", `/orgs/${owner.orgId}/members`, { token: owner.token, body: { email, role: "manager" } });
	const { invitation } = (await invite(String(person.email))).body.data;
	await api.addMember(owner, "member");

	const without = await signInAs(api, provider, person);
	const asked = await signInAs(api, provider, person, {}, owner.orgId);
	const accept = () =>
		api.request("POST", `/auth/invitations/${invitation.token}/accept`, {
			token: without.body.access_token,
			body: {},
		});
	const accepted = await accept();
	await entitle(owner.orgId, { seats: 3 });
	const joined = await signInAs(api, provider, person, {}, owner.orgId);

	expect([without.status, without.body.user.role]).toEqual([200, "none"]);
	expect(asked.status).toBe(403);
	expect(verdictOf(accepted)).toEqual(refused);
	expect([joined.status, joined.body.user.role]).toEqual([200, "manager"]);
});

test("Whoever may not be invited for want of a seat is not invited again either", async () => {
	const owner = await api.createOrganization();
	const { orgId, token } = owner;
	await entitle(orgId, { seats: 2 });
	const body = { email: "late@school.example", role: "member" };
	const { invitation } = (await api.request("POST", `/orgs/${orgId}/members`, { token, body })).body.data;
	await entitle(orgId, { seats: 1 });

	const answers = [
		await api.request("POST", `/orgs/${orgId}/invitations`, { token, body: { ...body, email: "x@school.example" } }),
		await api.request("POST", `/orgs/${orgId}/invitations/${invitation.id}/resend`, { token, body: {} }),
	];

	expect(answers.map(verdictOf)).toEqual([refused, refused]);
});
