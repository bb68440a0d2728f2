import { beforeEach, describe, expect, test } from "bun:test";
import type { Scope } from "#kernel/scopes";
import { systemContext } from "#modules/tenancy/permissions";
import { ADMIN, PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();

let owner: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}`;
});

/** For whom a token is, and where; an organization is not asked for. */
interface Acting {
	readonly email: string;
	readonly orgId: string | undefined;
}

/** What `parley token` prints. */
async function tokenOf({ email, orgId }: Acting, scopes?: readonly Scope[]): Promise<string> {
	return (await api.parley.services.scriptTokens.issue(systemContext("cli:token"), { email, orgId, scopes })).token;
}

/** Everything a person may do to their own account, sessions and credentials. */
const OWN: readonly (readonly [string, string, object])[] = [
	["PATCH", "/auth/update-profile", { name: "Mallory" }],
	["PATCH", "/auth/update-profile", { password: { current: PASSWORD, new: "another perfectly long password" } }],
	["PATCH", "/auth/update-profile", { email: "mallory@school.example", password: { current: PASSWORD } }],
	["POST", "/auth/mfa/totp", { password: PASSWORD }],
	["POST", "/auth/mfa/totp/confirm", { code: "123456" }],
	["DELETE", "/auth/mfa/totp", { password: PASSWORD }],
	["POST", "/auth/mfa/recovery-codes", { password: PASSWORD }],
	["POST", "/auth/passkeys/register/options", { password: PASSWORD }],
	["DELETE", "/auth/passkeys/somebodys", { password: PASSWORD }],
	["DELETE", "/auth/sessions", {}],
	["POST", "/auth/logout", { allDevices: true }],
];

describe("a token of `parley token`", () => {
	test.each(OWN)("changes nothing of the person: %s %s %p is refused", async (method, url, body) => {
		const token = await tokenOf(owner);

		const response = await api.request(method, url, { token, body });

		expect(codeOf(response)).toEqual([403, "forbidden"]);
		expect(response.body.error.meta).toEqual({ reason: "no_sign_in" });
		const profile = await api.request("GET", "/auth/profile", { token: owner.token });
		expect(profile.body.data).toMatchObject({ email: owner.email, name: "A Person", mfa: { totp: false } });
	});

	test("does not end a session, its own excepted", async () => {
		const token = await tokenOf(owner);
		const { body } = await api.request("GET", "/auth/sessions", { token });
		const other = body.data.find(({ current }: { current: boolean }) => !current).id;

		const refused = await api.request("DELETE", `/auth/sessions/${other}`, { token });
		const ended = await api.request("POST", "/auth/logout", { token, body: {} });

		expect([refused.status, ended.status]).toEqual([403, 204]);
		expect((await api.request("GET", "/auth/profile", { token })).status).toBe(401);
		expect((await api.request("GET", "/auth/profile", { token: owner.token })).status).toBe(200);
	});

	test("reads what the person may read of themselves", async () => {
		const token = await tokenOf(owner, ["org:read"]);

		const answers = [
			await api.request("GET", "/auth/profile", { token }),
			await api.request("GET", "/auth/sessions", { token }),
			await api.request("GET", "/auth/passkeys", { token }),
		];

		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(answers[0]?.body.data.scopes).not.toContain("org:write");
	});

	test("does what its scopes say, and nothing else", async () => {
		const [reader, writer] = [await tokenOf(owner, ["org:read"]), await tokenOf(owner, ["org:write"])];
		const rename = (token: string) => api.request("PUT", path, { token, body: { name: "Renamed" } });

		const [refused, done] = [await rename(reader), await rename(writer)];

		expect(codeOf(refused)).toEqual([403, "insufficient_scope"]);
		expect(done.status).toBe(200);
	});

	test("leaves no organization, which the person may do without a scope", async () => {
		const member = await api.addMember(owner, "member");
		const leave = (token: string) => api.request("DELETE", `${path}/members/${member.userId}`, { token });

		const [refused, done] = [await leave(await tokenOf(member)), await leave(member.token)];

		expect(codeOf(refused)).toEqual([403, "insufficient_scope"]);
		expect(done.status).toBe(204);
	});

	test("leaves no organization in a role beyond its scopes either", async () => {
		const [admin, second] = [await api.addMember(owner, "admin"), await api.addMember(owner, "admin")];
		const leave = ({ userId }: SignedIn, token: string) =>
			api.request("DELETE", `${path}/members/${userId}`, { token });

		const [refused, done] = [
			await leave(admin, await tokenOf(admin, ["member:write"])),
			await leave(second, second.token),
		];

		expect(codeOf(refused)).toEqual([403, "insufficient_scope"]);
		expect(done.status).toBe(204);
	});

	test("resets nobody who may do more than it says, whoever it acts as", async () => {
		const other = await api.parley.services.administrators.create({ email: "second@parley.example" });
		const guest = await api.addMember(owner, "guest");
		const acting = { email: ADMIN.email, orgId: undefined };
		const [narrow, whole] = [await tokenOf(acting, ["member:write"]), await tokenOf(acting)];
		const reset = (userId: string, token: string) =>
			api.request("POST", "/auth/request-reset-password", { token, body: { userId } });

		const refused = [await reset(other.userId, narrow), await reset(owner.userId, narrow)];
		const done = [await reset(guest.userId, narrow), await reset(owner.userId, whole)];

		expect(refused.map(codeOf)).toEqual(refused.map(() => [403, "insufficient_scope"]));
		expect(done.map(({ status }) => status)).toEqual([202, 202]);
	});

	test("accepts no invitation, which the person does signed in", async () => {
		const host = await api.createOrganization();
		const body = { email: owner.email, role: "member" };
		const invited = await api.request("POST", `/orgs/${host.orgId}/invitations`, { token: host.token, body });
		const accept = (token: string) =>
			api.request("POST", `/auth/invitations/${invited.body.data.token}/accept`, { token, body: {} });

		const [refused, done] = [await accept(await tokenOf(owner)), await accept(owner.token)];

		expect(codeOf(refused)).toEqual([401, "unauthenticated"]);
		expect(done.status).toBe(200);
	});
});
