import { beforeEach, describe, expect, test } from "bun:test";
import type { JWTPayload } from "jose";
import { domainLeavers } from "#db/schema";
import { DAY_MS, HOUR_MS } from "#kernel/clock";
import { runPortions } from "#tests/support/database";
import { domainsOf, newDomain, useDnsServer } from "#tests/support/domains";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { openHarness, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { newPersonClaims, signInAs } from "#tests/support/sso";
import { inProcessTest } from "#tests/support/target";
import { announced } from "#tests/support/traces";

const dns = await useDnsServer();
const provider = await forThisFile(startFakeProvider("http://localhost:3994"));
const api = await useHarness({ env: { ...provider.env, DNS_RESOLVERS: dns.address } });
const { send, get, prove } = domainsOf(api, dns);

let owner: SignedIn;
let domain: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	domain = await prove(owner, newDomain());
});

const setMode = (enrollmentMode: string, more = {}, name = domain) =>
	send(owner, "PATCH", `/${name}`, { enrollmentMode, ...more });

/** Returns claims of somebody new with an address of the domain. */
function personOf(of: string, claims: JWTPayload = {}): JWTPayload {
	const person = newPersonClaims(claims);
	return { ...person, email: `${person.sub}@${of}` };
}

const signIn = (claims: JWTPayload): Promise<TestResponse> => signInAs(api, provider, claims);
const roleAfter = async (claims: JWTPayload): Promise<string> => (await signIn(claims)).body.user.role;
/** Returns the invitations of an organization but that of its owner. */
const invitations = async ({ orgId, token }: SignedIn): Promise<string[]> =>
	(await api.request("GET", `/orgs/${orgId}/invitations`, { token })).body.data
		.map(({ email, role, state }: Record<string, string>) => `${email} ${role} ${state}`)
		.filter((invitation: string) => !invitation.endsWith("owner accepted"));
const removeMember = (userId: string) =>
	api.request("DELETE", `/orgs/${owner.orgId}/members/${userId}`, { token: owner.token });

describe("auto_join", () => {
	test("makes people with a verified address members when they sign in, in the role of the domain", async () => {
		await setMode("auto_join", { defaultRole: "student" });

		const signedIn = await signIn(personOf(domain));

		expect(signedIn.body.user.role).toBe("student");
		expect(await announced(api.store, owner.orgId)).toContain("org.member.auto_joined");
	});

	test("asks for a verified address, a verified domain and the feature, each at that moment", async () => {
		const unverified = personOf(domain, { email_verified: false });
		await setMode("auto_join");
		const withoutProof = await roleAfter(unverified);
		const flags = (autoJoinByDomain: boolean) =>
			api.request("PUT", `/orgs/${owner.orgId}`, { token: owner.token, body: { featureFlags: { autoJoinByDomain } } });
		await flags(false);
		const withoutFeature = await roleAfter(personOf(domain));
		await flags(true);
		await send(owner, "DELETE", `?domain=${domain}`);
		await send(owner, "POST", "", { domain });
		const withoutDomain = await roleAfter(personOf(domain));

		expect([withoutProof, withoutFeature, withoutDomain]).toEqual(["none", "none", "none"]);
	});

	test("includes subdomains where the domain does, unless another organization has proved them", async () => {
		const other = await api.createOrganization();
		await prove(other, `theirs.${domain}`);
		await setMode("auto_join");
		const excluded = await roleAfter(personOf(`ours.${domain}`));
		await setMode("auto_join", { includeSubdomains: true });

		expect(excluded).toBe("none");
		expect(await roleAfter(personOf(`ours.${domain}`))).toBe("member");
		expect(await roleAfter(personOf(`theirs.${domain}`))).toBe("none");
		expect(await roleAfter(personOf(`lab.theirs.${domain}`))).toBe("none");
		expect(await roleAfter(personOf(`not${domain}`))).toBe("none");
	});

	test("brings nobody back who was removed", async () => {
		await setMode("auto_join");
		const person = personOf(domain);
		const first = await signIn(person);
		await removeMember(first.body.user.id);

		expect(first.body.user.role).toBe("member");
		expect(await roleAfter(person)).toBe("none");
	});

	test("leaves people alone who were invited by somebody, perhaps in another role", async () => {
		await setMode("auto_join");
		const person = personOf(domain);
		const body = { email: String(person.email), role: "manager" };
		await api.request("POST", `/orgs/${owner.orgId}/invitations`, { token: owner.token, body });

		expect(await roleAfter(person)).toBe("none");
		expect(await invitations(owner)).toEqual([`${person.email} manager pending`]);
	});

	test("makes nobody a member of an organization that is suspended", async () => {
		await setMode("auto_join");
		await api.request("POST", `/orgs/${owner.orgId}/suspend`, { token: owner.token, body: {} });

		expect(await roleAfter(personOf(domain))).toBe("none");
	});

	test("joins one person once, however often they sign in at the same moment", async () => {
		await setMode("auto_join");
		const person = personOf(domain);
		await setMode("none");
		await signIn(person);
		await setMode("auto_join");

		const roles = await Promise.all([1, 2, 3].map(() => roleAfter(person)));

		expect(roles).toEqual(["member", "member", "member"]);
		const events = await announced(api.store, owner.orgId);
		expect(events.filter((type) => type === "org.member.auto_joined")).toHaveLength(1);
	});

	inProcessTest("ends when the domain lapses, and goes on when it is proved again", async () => {
		await setMode("auto_join");
		const records = { name: `_parley-verify.${domain}`, value: (await get(owner, domain)).challenge.value };
		const daysPass = async (days: number) => {
			for (let day = 0; day < days; day++) {
				api.advanceMs(DAY_MS + 2 * HOUR_MS);
				await api.parley.services.jobs.runDue();
			}
		};
		dns.publish(records.name);

		await daysPass(4);
		const whileLapsed = await roleAfter(personOf(domain));
		dns.publish(records.name, records.value);
		await daysPass(1);

		expect(whileLapsed).toBe("none");
		expect(await roleAfter(personOf(domain))).toBe("member");
	});

	test("does not concern system administrators", async () => {
		await setMode("auto_join");
		const { email } = await api.parley.services.administrators.create({ email: `root@${domain}` });
		const link = { email, issuer: provider.issuer, subject: "root" };
		await api.parley.services.administrators.link(link);

		await signIn({ sub: "root", email, email_verified: true });

		expect(await announced(api.store, owner.orgId)).not.toContain("org.member.auto_joined");
	});
});

test("auto_join is a reason for a new account where accounts are only for the invited", async () => {
	const closed = await openHarness({ env: { ...provider.env, DNS_RESOLVERS: dns.address, SIGNUP: "invite" } });
	const there = domainsOf(closed, dns);
	const theirs = await closed.createOrganization();
	const [joining, listed] = [await there.prove(theirs), await there.prove(theirs)];
	await there.send(theirs, "PATCH", `/${joining}`, { enrollmentMode: "auto_join" });

	const joined = await signInAs(closed, provider, personOf(joining));
	const unverified = await signInAs(closed, provider, personOf(joining, { email_verified: false }));
	const refused = await signInAs(closed, provider, personOf(listed));
	await closed.close();

	expect(joined.body.user.role).toBe("member");
	expect([unverified.status, refused.status]).toEqual([403, 403]);
});

describe("invite", () => {
	test("invites people who sign in, once", async () => {
		await setMode("invite", { defaultRole: "manager" });
		const person = personOf(domain);

		await signIn(person);
		const [invitation] = (await api.request("GET", `/orgs/${owner.orgId}/invitations`, { token: owner.token })).body
			.data;
		const open = await invitations(owner);
		await api.request("DELETE", `/orgs/${owner.orgId}/invitations/${invitation.id}`, { token: owner.token });
		const again = await roleAfter(person);

		expect(open).toEqual([`${person.email} manager pending`]);
		expect(again).toBe("none");
		expect(await invitations(owner)).toEqual([`${person.email} manager revoked`]);
	});
});

test("nothing happens where the mode is none", async () => {
	expect(await roleAfter(personOf(domain))).toBe("none");
	expect(await invitations(owner)).toEqual([]);
});

test("whoever is erased leaves no trace of having left", async () => {
	await setMode("auto_join");
	const { user } = (await signIn(personOf(domain))).body;
	await removeMember(user.id);
	const leavers = async () =>
		(await api.store.acrossTenants.db.select().from(domainLeavers)).map(({ userId }) => userId);
	const before = await leavers();

	await api.parley.services.closedAccounts.eraseAtOnce(runPortions(api.store), {
		userId: user.id,
		emailKey: user.email,
	});

	expect(before).toContain(user.id);
	expect(await leavers()).not.toContain(user.id);
});
