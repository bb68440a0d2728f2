import { beforeEach, describe, expect, test } from "bun:test";
import type { JWTPayload } from "jose";
import { domainsOf, newDomain, useDnsServer } from "#tests/support/domains";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { newPersonClaims, signInAs } from "#tests/support/sso";
import { announced } from "#tests/support/traces";

const dns = await useDnsServer();
const provider = await forThisFile(startFakeProvider("http://localhost:3994"));
const api = await useHarness({ env: { ...provider.env, DNS_RESOLVERS: dns.address } });
const { send, prove } = domainsOf(api, dns);

let owner: SignedIn;
let domain: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	domain = await prove(owner, newDomain());
});

const setMode = (enrollmentMode: string) => send(owner, "PATCH", `/${domain}`, { enrollmentMode });
const suggestions = async (token: string) =>
	(await api.request("GET", "/auth/suggested-organizations", { token })).body.data;
const join = (token: string, orgId = owner.orgId) =>
	api.request("POST", "/auth/suggested-organizations", { token, body: { orgId } });
const discover = async (email: string) => (await api.request("POST", "/auth/discovery", { body: { email } })).body.data;
const members = async (): Promise<string[]> =>
	(await api.request("GET", `/orgs/${owner.orgId}/members`, { token: owner.token })).body.data.map(
		({ userId }: { userId: string }) => userId,
	);

/** Signs in somebody new with an address of the domain. */
async function newcomer(
	more: JWTPayload = {},
): Promise<{ token: string; userId: string; email: string; claims: JWTPayload }> {
	const person = newPersonClaims();
	const claims = { ...person, email: `${person.sub}@${domain}`, ...more };
	const { body } = await signInAs(api, provider, claims);
	return { token: body.access_token, userId: body.user.id, email: body.user.email, claims };
}

describe("suggest", () => {
	test("shows people the organization of their domain, which they join if they want to", async () => {
		await setMode("suggest");
		const { token, userId } = await newcomer();

		const offered = await suggestions(token);
		const before = await members();
		const joined = await join(token);

		expect(offered).toEqual([{ orgId: owner.orgId, name: expect.any(String), domain, action: "join", role: "member" }]);
		expect(before).not.toContain(userId);
		expect(joined.body.data).toEqual({ orgId: owner.orgId, outcome: "joined" });
		expect(await members()).toContain(userId);
		expect(await suggestions(token)).toEqual([]);
	});

	test("shows nothing to people without a verified address, of other domains, and to those who were removed", async () => {
		await setMode("suggest");
		const unverified = await newcomer({ email_verified: false });
		const stranger = await newcomer({ email: `x${crypto.randomUUID()}@elsewhere.example` });
		const removed = await newcomer();
		await join(removed.token);
		await api.request("DELETE", `/orgs/${owner.orgId}/members/${removed.userId}`, { token: owner.token });
		const again = (await signInAs(api, provider, removed.claims)).body.access_token;

		for (const token of [unverified.token, stranger.token, again]) {
			expect(await suggestions(token)).toEqual([]);
			expect(codeOf(await join(token))).toEqual([404, "not_found"]);
		}
	});
});

describe("request", () => {
	test("lets people ask, and lets them in only once somebody has sent the invitation", async () => {
		await setMode("request");
		const { token, userId, email, claims } = await newcomer();
		const list = async (state: string) =>
			(await api.request("GET", `/orgs/${owner.orgId}/invitations?state=${state}`, { token: owner.token })).body.data;

		const asked = await join(token);
		await join(token);
		const requested = await list("requested");
		// Invitations are accepted by signing in to their organization; a request is none.
		const early = await signInAs(api, provider, claims, {}, owner.orgId);
		const path = `/orgs/${owner.orgId}/invitations/${requested[0].id}/resend`;
		const sent = await api.request("POST", path, { token: owner.token, body: {} });
		const accepted = await api.request("POST", `/auth/invitations/${sent.body.data.token}/accept`, { token, body: {} });

		expect(asked.body.data).toEqual({ orgId: owner.orgId, outcome: "requested" });
		expect(requested).toEqual([expect.objectContaining({ email, role: "member", invitedBy: userId })]);
		expect(early.status).toBe(403);
		expect(await announced(api.store, owner.orgId)).toContain("org.invitation.requested");
		expect(accepted.body.data).toMatchObject({ userId, role: "member" });
		expect(await list("requested")).toEqual([]);
	});

	test("is refused by withdrawing it, and answered by an invitation of the organization's own", async () => {
		await setMode("request");
		const [first, second] = [await newcomer(), await newcomer()];
		await join(first.token);
		await join(second.token);
		const invitations = async () =>
			(await api.request("GET", `/orgs/${owner.orgId}/invitations`, { token: owner.token })).body.data;
		const requests = await invitations();
		const ofFirst = requests.find(({ email }: { email: string }) => email === first.email);
		const ofSecond = requests.find(({ email }: { email: string }) => email === second.email);

		await api.request("DELETE", `/orgs/${owner.orgId}/invitations/${ofFirst.id}`, { token: owner.token });
		const body = { email: second.email, role: "manager" };
		await api.request("POST", `/orgs/${owner.orgId}/invitations`, { token: owner.token, body });

		const after = await invitations();
		const stateOf = (id: string) => after.find((each: { id: string }) => each.id === id).state;
		expect([stateOf(ofFirst.id), stateOf(ofSecond.id)]).toEqual(["revoked", "revoked"]);
		expect(after).toContainEqual(expect.objectContaining({ ...body, state: "pending" }));
	});
});

describe("discovery", () => {
	test("names the organization of a domain that lets people join, whoever the address belongs to", async () => {
		const hidden = await discover(`ada@${domain}`);
		await setMode("suggest");
		const { email } = await newcomer();

		const [known, unknown] = [await discover(email), await discover(`nobody@${domain.toUpperCase()}`)];

		expect(hidden).toEqual({ organization: null });
		expect(known).toEqual({ organization: { orgId: owner.orgId, name: expect.any(String), domain } });
		expect(unknown).toEqual(known);
	});

	test("names nothing for domains that are not verified, and refuses what is no address", async () => {
		const other = newDomain();
		await send(owner, "POST", "", { domain: other });
		await send(owner, "PATCH", `/${other}`, { enrollmentMode: "suggest" });

		expect(await discover(`ada@${other}`)).toEqual({ organization: null });
		expect(await discover("ada@com.example")).toEqual({ organization: null });
		expect(codeOf(await api.request("POST", "/auth/discovery", { body: { email: "ada@" } }))).toEqual([
			422,
			"validation_failed",
		]);
	});
});
