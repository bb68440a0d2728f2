/** What an organization asks of new members holds for every way to invite one. */
import { beforeEach, describe, expect, test } from "bun:test";
import { newDomain } from "#tests/support/domains";
import { entitledOf } from "#tests/support/entitled";
import { type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const { entitle } = entitledOf(api);

let owner: SignedIn;
let workspaceId: string;
let domain: string;
beforeEach(async () => {
	domain = newDomain();
	owner = await api.createOrganization();
	const { orgId, token } = owner;
	await entitle(orgId, { seats: 3 });
	const created = await api.request("POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Physics" } });
	workspaceId = created.body.data.id;
});
const ways: readonly (readonly [string, (email: string) => Promise<TestResponse>])[] = [
	[
		"POST /orgs/{orgId}/invitations",
		(email) => owner.post(`/orgs/${owner.orgId}/invitations`, { email, role: "member" }),
	],
	["POST /orgs/{orgId}/members", (email) => owner.post(`/orgs/${owner.orgId}/members`, { email, role: "member" })],
	[
		"POST /workspaces/{workspaceId}/members",
		(email) => owner.post(`/workspaces/${workspaceId}/members`, { email, role: "member" }),
	],
];
const allow = (allowedDomains: string[]) => owner.put(`/orgs/${owner.orgId}`, { allowedDomains });
const invitations = async () => (await owner.get(`/orgs/${owner.orgId}/invitations?state=pending`)).body.data.length;

describe.each(ways)("%s", (_, invite) => {
	test("invites addresses of the allowed domains alone", async () => {
		await allow([domain]);

		const answers = [await invite("ada@elsewhere.example"), await invite(`ada@sub.${domain}`)];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "email_domain_not_allowed"]));
		expect(await invitations()).toBe(0);
		expect((await invite(`ada@${domain}`)).status).toBeLessThan(300);
	});

	test("invites nobody for whom there is no seat", async () => {
		await entitle(owner.orgId, { seats: 1 });

		expect(codeOf(await invite(`ada@${domain}`))).toEqual([402, "quota_exceeded"]);
		expect(await invitations()).toBe(0);
		await entitle(owner.orgId, { seats: 2 });
		expect((await invite(`ada@${domain}`)).status).toBeLessThan(300);
	});
});

test("A member is offered a workspace whatever domains are allowed and seats are taken", async () => {
	const member = await api.addMember(owner, "member");
	await allow([domain]);
	await entitle(owner.orgId, { seats: 2 });

	const offered = await owner.post(`/workspaces/${workspaceId}/members`, { email: member.email, role: "host" });

	expect(offered.status).toBe(202);
});

test("A pending invitation gets no workspace once its domain is not allowed any more", async () => {
	await owner.post(`/orgs/${owner.orgId}/invitations`, { email: "ada@elsewhere.example", role: "manager" });
	await allow([domain]);

	const offered = await owner.post(`/workspaces/${workspaceId}/members`, {
		email: "ada@elsewhere.example",
		role: "host",
	});

	expect(codeOf(offered)).toEqual([403, "email_domain_not_allowed"]);
});
