import { beforeEach, describe, expect, test } from "bun:test";
import { workspaceInvitations, workspaceMembers } from "#db/schema/index";
import { runPortions } from "#tests/support/database";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { announced } from "#tests/support/traces";

const api = await useHarness();

let owner: SignedIn;
let teacher: SignedIn;
let student: SignedIn;
/** A private workspace, of which the teacher is the manager. */
let id: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	teacher = await api.addMember(owner, "teacher");
	student = await api.addMember(owner, "student");
	id = await create(teacher);
});

async function create(by: SignedIn, body: Record<string, unknown> = {}): Promise<string> {
	const path = `/orgs/${by.orgId}/workspaces`;
	const created = await api.request("POST", path, { token: by.token, body: { name: "Physics", ...body } });
	return created.body.data.id;
}

const add = (by: SignedIn, body: Record<string, unknown>, workspaceId = id) =>
	api.request("POST", `/workspaces/${workspaceId}/members`, { token: by.token, body });
const change = (by: SignedIn, { userId }: { userId: string }, role: string) =>
	api.request("PATCH", `/workspaces/${id}/members/${userId}`, { token: by.token, body: { role } });
const remove = (by: SignedIn, { userId }: { userId: string }) =>
	api.request("DELETE", `/workspaces/${id}/members/${userId}`, { token: by.token });
const read = async (by: SignedIn, workspaceId = id) =>
	(await api.request("GET", `/workspaces/${workspaceId}`, { token: by.token })).body.data;
const rolesOf = async (by: SignedIn, workspaceId = id): Promise<Record<string, string>> => {
	const { body } = await api.request("GET", `/workspaces/${workspaceId}/members`, { token: by.token });
	return Object.fromEntries(body.data.map(({ userId, role }: { userId: string; role: string }) => [userId, role]));
};
const accept = (token: string, by?: SignedIn) =>
	api.request("POST", `/auth/invitations/${token}/accept`, {
		...(by && { token: by.token }),
		body: by ? {} : { name: "Ada", password: PASSWORD },
	});

describe("a member of the organization", () => {
	test("is added by id, sees the workspace from then on, and is counted", async () => {
		const added = await add(teacher, { userId: student.userId, role: "member" });

		expect(added.status).toBe(201);
		expect(added.body.data).toMatchObject({
			workspaceId: id,
			userId: student.userId,
			role: "member",
			name: "A Person",
		});
		expect((await read(student)).memberCount).toBe(2);
		expect(await rolesOf(student)).toEqual({ [teacher.userId]: "manager", [student.userId]: "member" });
		const location = added.headers.get("location")?.slice(api.config.publicUrl.href.length) ?? "";
		expect((await api.request("GET", location, { token: student.token })).body.data).toEqual(added.body.data);
		expect(await announced(api.store, owner.orgId)).toContain("workspace.member_added");
	});

	test("is added once, two requests at once included", async () => {
		const body = { userId: student.userId, role: "member" };

		const answers = await Promise.all([add(teacher, body), add(teacher, body)]);

		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
		expect((await read(teacher)).memberCount).toBe(2);
	});

	test("is added and changed by managers and administrators alone, and removed by nobody else but themselves", async () => {
		const host = await api.addMember(owner, "teacher");
		await add(teacher, { userId: host.userId, role: "host" });

		const refused = [
			await add(host, { userId: student.userId, role: "member" }),
			await change(host, host, "manager"),
			await remove(host, teacher),
			await add(student, { userId: student.userId, role: "manager" }),
		];
		const allowed = [await add(owner, { userId: student.userId, role: "viewer" }), await remove(student, student)];

		expect(refused.map(codeOf)).toEqual([
			[403, "forbidden"],
			[403, "forbidden"],
			[403, "forbidden"],
			[403, "insufficient_scope"],
		]);
		expect(allowed.map(({ status }) => status)).toEqual([201, 204]);
		expect((await read(teacher)).memberCount).toBe(2);
	});

	test("of another organization is unknown, like anybody", async () => {
		const stranger = await api.createOrganization();

		const answers = [
			await add(teacher, { userId: stranger.userId, role: "member" }),
			await add(teacher, { userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41", role: "member" }),
		];

		expect(answers.map(({ body }) => body.error)).toEqual([answers[0]?.body.error, answers[0]?.body.error]);
		expect(answers[0]?.body.error.errors[0]).toMatchObject({ path: "/userId", code: "unknown" });
		expect(codeOf(await add(stranger, { userId: stranger.userId, role: "manager" }))).toEqual([404, "not_found"]);
	});

	test.each([
		["neither id nor address", { role: "member" }],
		["both", { role: "member", userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41", email: "a@example.edu" }],
		["a role of the organization", { role: "owner", email: "a@example.edu" }],
	])("is not added with %s", async (_what, body) => {
		expect((await add(teacher, body)).status).toBe(422);
	});
});

describe("the last manager", () => {
	test("is not removed, not demoted and does not leave, until there is another", async () => {
		await add(teacher, { userId: student.userId, role: "member" });

		const refused = [
			await remove(owner, teacher),
			await change(owner, teacher, "host"),
			await remove(teacher, teacher),
		];
		await change(owner, student, "manager");
		const left = await remove(teacher, teacher);

		expect(refused.map(codeOf)).toEqual(Array.from({ length: 3 }, () => [409, "last_manager"]));
		expect(left.status).toBe(204);
		expect(codeOf(await remove(student, student))).toEqual([409, "last_manager"]);
		expect((await read(owner)).memberCount).toBe(1);
	});

	test("of two who go at once stays", async () => {
		await add(teacher, { userId: student.userId, role: "manager" });

		const answers = await Promise.all([remove(teacher, teacher), remove(student, student)]);

		expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
	});

	test("leaves the organization, and with it every workspace; its administrators manage them", async () => {
		const open = await create(owner, { visibility: "org" });
		await add(owner, { userId: teacher.userId, role: "host" }, open);

		const left = await api.request("DELETE", `/orgs/${owner.orgId}/members/${teacher.userId}`, {
			token: teacher.token,
		});

		expect(left.status).toBe(204);
		expect([(await read(owner)).memberCount, (await read(owner, open)).memberCount]).toEqual([0, 1]);
		expect(await rolesOf(owner, open)).toEqual({ [owner.userId]: "manager" });
		expect((await add(owner, { userId: student.userId, role: "manager" })).status).toBe(201);
	});
});

describe("an erased person", () => {
	test("is counted in no workspace", async () => {
		await add(teacher, { userId: student.userId, role: "member" });

		await api.parley.services.closedAccounts.eraseAtOnce(runPortions(api.store), {
			userId: student.userId,
			emailKey: student.email,
		});

		expect((await read(teacher)).memberCount).toBe(1);
		expect(await rolesOf(teacher)).toEqual({ [teacher.userId]: "manager" });
	});
});

describe("an invited address", () => {
	test("joins organization and workspace once the person accepts", async () => {
		const email = `${crypto.randomUUID()}@example.edu`;

		const invited = await add(owner, { email, role: "host" });
		const before = await rolesOf(owner);
		const accepted = await accept(invited.body.data.invitation.token);

		expect(invited.status).toBe(202);
		expect(invited.body.data).toMatchObject({ workspaceId: id, role: "host", invitation: { email, role: "member" } });
		expect(before).toEqual({ [teacher.userId]: "manager" });
		expect(await rolesOf(owner)).toEqual({ [teacher.userId]: "manager", [accepted.body.data.userId]: "host" });
		expect((await read(owner)).memberCount).toBe(2);
	});

	test("of a member of the organization is invited like any other, and keeps the role there", async () => {
		const known = await add(owner, { email: student.email, role: "member" });
		const unknown = await add(owner, { email: `${crypto.randomUUID()}@example.edu`, role: "member" });
		const accepted = await accept(known.body.data.invitation.token, student);

		expect([known.status, unknown.status]).toEqual([202, 202]);
		expect(Object.keys(known.body.data.invitation)).toEqual(Object.keys(unknown.body.data.invitation));
		expect(accepted.body.data.role).toBe("student");
		expect((await rolesOf(owner))[student.userId]).toBe("member");
		expect(codeOf(await add(owner, { email: student.email, role: "host" }))).toEqual([409, "conflict"]);
	});

	test("has one invitation, with every workspace and the role of the organization it was invited in", async () => {
		const email = `${crypto.randomUUID()}@example.edu`;
		const [second, third] = [await create(owner), await create(owner)];

		const path = `/orgs/${owner.orgId}/invitations`;
		await api.request("POST", path, { token: owner.token, body: { email, role: "teacher" } });
		const old = await add(owner, { email, role: "viewer" });
		await add(owner, { email, role: "host" }, second);
		const last = await add(owner, { email, role: "member" }, third);
		const accepted = await accept(last.body.data.invitation.token);

		const { userId } = accepted.body.data;
		const roles = [await rolesOf(owner), await rolesOf(owner, second), await rolesOf(owner, third)];
		expect(codeOf(await accept(old.body.data.invitation.token))).toEqual([422, "token_invalid"]);
		expect(accepted.body.data.role).toBe("teacher");
		expect(roles.map((each) => each[userId])).toEqual(["viewer", "host", "member"]);
	});

	test("is invited with a role of the organization, which takes the place of that of an earlier invitation", async () => {
		const email = `${crypto.randomUUID()}@example.edu`;
		await add(owner, { email, role: "member", orgRole: "student" });

		const last = await add(owner, { email, role: "host", orgRole: "teacher" });

		expect(last.body.data.invitation.role).toBe("teacher");
		const accepted = await accept(last.body.data.invitation.token);
		expect(accepted.body.data.role).toBe("teacher");
		expect((await rolesOf(owner))[accepted.body.data.userId]).toBe("host");
	});

	test("gets no role of the organization that the inviter does not hold, that does not exist, or besides an id", async () => {
		const admin = await api.addMember(owner, "admin");
		const email = "a@example.edu";
		const company = await api.createOrganization({ orgType: "business" });
		const noTeacher = await add(company, { email, role: "member", orgRole: "teacher" }, await create(company));
		const ofMember = await add(owner, { userId: student.userId, role: "member", orgRole: "admin" });

		expect(codeOf(await add(admin, { email, role: "member", orgRole: "owner" }))).toEqual([403, "forbidden"]);
		for (const { body } of [noTeacher, ofMember])
			expect(body.error.errors).toMatchObject([{ path: "/orgRole", code: "not_allowed" }]);
		expect(await rolesOf(owner)).toEqual({ [teacher.userId]: "manager" });
	});

	test("needs the right to invite to the organization, which a teacher has not", async () => {
		const refused = await add(teacher, { email: "a@example.edu", role: "member" });

		expect(codeOf(refused)).toEqual([403, "insufficient_scope"]);
		expect(refused.body.error.meta).toEqual({ required: "member:write" });
	});

	test("joins no workspace that whoever offered it no longer manages", async () => {
		const admin = await api.addMember(owner, "admin");
		const invite = async () =>
			(await add(admin, { email: `${crypto.randomUUID()}@example.edu`, role: "manager" })).body.data;
		const [first, second] = [await invite(), await invite()];

		const member = `/orgs/${owner.orgId}/members/${admin.userId}`;
		await api.request("PATCH", member, { token: owner.token, body: { role: "member" } });
		const answers = [await accept(first.invitation.token), await accept(second.invitation.token)];

		expect(answers.map(codeOf)).toEqual([
			[422, "token_invalid"],
			[422, "token_invalid"],
		]);
		const offers = await api.store.acrossTenants.db.select().from(workspaceInvitations);
		expect(offers.filter(({ invitedBy }) => invitedBy === admin.userId)).toEqual([]);
	});

	test("is invited twice at once without a failure", async () => {
		const email = `${crypto.randomUUID()}@example.edu`;
		const other = await create(owner);

		const answers = await Promise.all([
			add(owner, { email, role: "member" }),
			add(owner, { email, role: "member" }, other),
			add(owner, { email, role: "host" }, other),
		]);

		expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
	});
});

describe("the members of a workspace", () => {
	test("are listed in the order in which they joined, to those who see it alone", async () => {
		const people = await Promise.all([1, 2, 3].map(() => api.addMember(owner, "student")));
		for (const { userId } of people) await add(teacher, { userId, role: "member" });

		const first = await api.request("GET", `/workspaces/${id}/members?limit=3&fields=userId`, { token: teacher.token });
		const hidden = await api.request("GET", `/workspaces/${id}/members`, { token: student.token });

		expect(first.body.data).toHaveLength(3);
		expect(first.body.page.hasMore).toBe(true);
		expect(codeOf(hidden)).toEqual([404, "not_found"]);
	});

	test("belong to the organization: no row outlives it", async () => {
		const rows = await api.store.acrossTenants.db.select().from(workspaceMembers);

		expect(rows.filter(({ orgId }) => orgId === owner.orgId)).toHaveLength(1);
	});
});
