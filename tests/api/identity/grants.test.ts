import { beforeEach, describe, expect, test } from "bun:test";
import type { Scope } from "#kernel/scopes";
import { ROLES, type Role, systemContext } from "#modules/tenancy/permissions";
import { newAddress } from "#tests/support/addresses";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();

let owner: SignedIn;
let admin: SignedIn;
let member: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	admin = await api.addMember(owner, "admin");
	member = await api.addMember(owner, "member");
	path = `/orgs/${owner.orgId}`;
});
const add = (token: string, role: string) => api.as(token).post(`${path}/members`, { email: newAddress(), role });
const invite = (token: string, role: string) =>
	api.as(token).post(`${path}/invitations`, { email: newAddress(), role });
const setRole = (token: string, { userId }: SignedIn, role: string) =>
	api.as(token).patch(`${path}/members/${userId}`, { role });
const remove = (token: string, { userId }: SignedIn) => api.request("DELETE", `${path}/members/${userId}`, { token });
const startReset = (token: string, { userId }: SignedIn) =>
	api.as(token).post("/auth/request-reset-password", { userId });

/** Issues a token of a person with fewer scopes than their role. */
async function tokenOf({ email, orgId }: SignedIn, scopes: readonly Scope[]): Promise<string> {
	return (await api.parley.services.scriptTokens.issue(systemContext("cli:test"), { email, orgId, scopes })).token;
}

async function keyWith(scopes: readonly Scope[]): Promise<string> {
	return (await owner.post(`${path}/api-keys`, { name: "Sync", scopes })).body.data.key;
}

/** Attempts every operation on the role of an administrator. */
async function manageAdministrators(token: string) {
	const open = (await invite(owner.token, "admin")).body.data.id;
	return [
		await add(token, "admin"),
		await invite(token, "admin"),
		await api.as(token).post(`${path}/invitations/${open}/resend`, {}),
		await api.request("DELETE", `${path}/invitations/${open}`, { token }),
		await setRole(token, member, "admin"),
		await setRole(token, admin, "member"),
		await remove(token, admin),
		await startReset(token, admin),
	];
}

describe("a role that exceeds the rights of the grantor", () => {
	test("cannot be granted, changed, revoked or reset by a key with member:write", async () => {
		const key = await keyWith(["member:write"]);

		const answers = await manageAdministrators(key);

		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
	});

	test("nor by a token with org:write only", async () => {
		const token = await tokenOf(owner, ["org:write"]);

		const answers = await manageAdministrators(token);

		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "insufficient_scope"]));
	});

	test("is named in the response", async () => {
		const token = await tokenOf(owner, ["org:write", "org:read"]);

		const response = await add(token, "auditor");

		expect(response.body.error.meta).toEqual({ required: "billing:read audit:read" });
	});

	test("cannot be managed with a narrow token of a system administrator", async () => {
		const { email } = { email: "root@parley.example" };
		const { token } = await api.parley.services.scriptTokens.issue(systemContext("cli:test"), {
			email,
			scopes: ["member:write", "org:read"],
		});

		const answers = [await add(token, "admin"), await setRole(token, admin, "member"), await add(token, "member")];

		expect(answers.map(({ status }) => status)).toEqual([403, 403, 202]);
	});
});

describe("a pending invitation", () => {
	const inviteAgain = (token: string, email: string, role: string) => [
		api.as(token).post(`${path}/invitations`, { email, role }),
		api.as(token).post(`${path}/members`, { email, role }),
	];

	test("cannot be replaced by a caller who cannot revoke it", async () => {
		const { id, email } = (await invite(owner.token, "owner")).body.data;
		const key = await keyWith(["org:read", "member:read", "member:write"]);

		const answers = await Promise.all([
			...inviteAgain(key, email, "guest"),
			...inviteAgain(admin.token, email, "guest"),
		]);

		const { data } = (await owner.get(`${path}/invitations?state=pending`)).body;
		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "forbidden"]));
		expect(data.map((each: { id: string }) => each.id)).toEqual([id]);
	});

	test("can be replaced by a caller who can revoke it", async () => {
		const { email } = (await invite(owner.token, "admin")).body.data;

		const replaced = await Promise.all(inviteAgain(admin.token, email, "member"));

		const { data } = (await owner.get(`${path}/invitations?state=pending`)).body;
		expect(replaced.map(({ status }) => status)).toEqual([201, 202]);
		expect(data.map(({ role }: { role: Role }) => role)).toEqual(["member"]);
	});
});

describe("an API key", () => {
	test.each(["owner", "admin", "billing"] as const)("with all scopes cannot grant the role %s", async (role) => {
		const key = await keyWith(["org:read", "org:write", "org:admin", "billing:read", "billing:write", "audit:read"]);

		const answers = [await add(key, role), await invite(key, role), await setRole(key, member, role)];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "forbidden"]));
	});

	test("can add members with any other role within its scopes", async () => {
		const key = await keyWith(["org:read", "org:write", "audit:read", "billing:read"]);
		const administrative: readonly Role[] = ["owner", "admin", "billing"];
		const others = ROLES.filter((role) => !administrative.includes(role));

		const answers = await Promise.all(others.map((role) => add(key, role)));

		expect(answers.map(codeOf)).toEqual(answers.map(() => [202, undefined]));
	});

	test("cannot start a password reset, not even for a guest", async () => {
		const key = await keyWith(["org:read", "org:write", "org:admin"]);
		const guest = await api.addMember(owner, "guest");

		const response = await startReset(key, guest);

		expect(codeOf(response)).toEqual([403, "forbidden"]);
	});
});

describe("an administrator", () => {
	test("can add, change and remove everybody except owners", async () => {
		const answers = [
			await add(admin.token, "admin"),
			await setRole(admin.token, member, "admin"),
			await setRole(admin.token, member, "guest"),
			await startReset(admin.token, member),
			await remove(admin.token, member),
		];

		expect(answers.map(({ status }) => status)).toEqual([202, 200, 200, 202, 204]);
	});

	test("cannot manage an owner", async () => {
		const answers = [
			await add(admin.token, "owner"),
			await setRole(admin.token, owner, "admin"),
			await startReset(admin.token, owner),
			await remove(admin.token, owner),
		];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "forbidden"]));
	});
});

describe("leaving an organization", () => {
	test.each(["member", "student", "guest", "auditor", "admin"] as const)("is allowed to a %s", async (role) => {
		const person = await api.addMember(owner, role);

		const left = await remove(person.token, person);

		const after = await person.get(path);
		expect([left.status, after.status]).toEqual([204, 401]);
	});

	test("is not allowed to the last owner, but to one of two", async () => {
		const alone = await remove(owner.token, owner);
		await setRole(owner.token, admin, "owner");

		const oneOfTwo = await remove(owner.token, owner);

		expect(codeOf(alone)).toEqual([409, "last_owner"]);
		expect(oneOfTwo.status).toBe(204);
	});

	test("is limited to oneself: another id requires the scope", async () => {
		const other = await api.addMember(owner, "member");

		const answers = [await remove(member.token, other), await remove(await keyWith(["org:read"]), member)];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "insufficient_scope"]));
	});

	test("is limited to the caller's own organization", async () => {
		const other = await api.createOrganization();

		const response = await member.delete(`/orgs/${other.orgId}/members/${member.userId}`);

		expect(codeOf(response)).toEqual([403, "org_mismatch"]);
	});
});

describe("the list of members", () => {
	test.each(["member", "student", "guest"] as const)(
		"is not accessible to a %s, since it contains addresses",
		async (role) => {
			const person = await api.addMember(owner, role);

			const answers = [
				await person.get(`${path}/members`),
				await person.get(`${path}/members/${owner.userId}`),
				await person.get(`${path}/invitations`),
			];

			expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "insufficient_scope"]));
		},
	);

	test.each(["admin", "manager", "teacher"] as const)("is accessible to a %s", async (role) => {
		const person = await api.addMember(owner, role);

		const response = await person.get(`${path}/members`);

		expect(response.status).toBe(200);
	});
});
