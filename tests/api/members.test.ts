import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type Answer, type Harness, openHarness, PASSWORD, type SignedIn } from "../support/harness.ts";
import { insideTest } from "../support/target.ts";
import { announced, auditOf } from "../support/traces.ts";

const NOBODY = "usr_01jd0z7v9gf2nbrexx3vqjhp41";

let api: Harness;
let system: string;
let owner: SignedIn;
let admin: SignedIn;
let path: string;
beforeAll(async () => {
	api = await openHarness();
	system = await api.signInSystem();
});
beforeEach(async () => {
	owner = await api.createOrganization();
	admin = await api.addMember(owner, "admin");
	path = `/orgs/${owner.orgId}/members`;
});
afterAll(() => api.close());

type Headers = Record<string, string>;
const get = (url: string, token = owner.token, headers: Headers = {}) => api.request("GET", url, { token, headers });
const add = (body: unknown, token = owner.token) => api.request("POST", path, { token, body });
const setRole = (userId: string, role: string, token = owner.token, headers: Headers = {}) =>
	api.request("PATCH", `${path}/${userId}`, { token, body: { role }, headers });
const remove = (userId: string, token = owner.token, headers: Headers = {}) =>
	api.request("DELETE", `${path}/${userId}`, { token, headers });

describe("GET /orgs/{orgId}/members", () => {
	insideTest("lists the members in the order in which they joined", async () => {
		const { body } = await get(path);

		expect(body.data).toEqual([
			{
				userId: owner.userId,
				email: owner.email,
				name: "A Person",
				role: "owner",
				joinedAt: "2030-01-01T00:00:00.000Z",
			},
			{
				userId: admin.userId,
				email: admin.email,
				name: "A Person",
				role: "admin",
				joinedAt: "2030-01-01T00:00:00.000Z",
			},
		]);
		expect(body.page).toEqual({ limit: 50, nextCursor: null, hasMore: false });
	});

	test("walks every page, each member once", async () => {
		for (const role of ["member", "guest", "student"] as const) await api.addMember(owner, role);
		const whole = (await get(path)).body.data;

		const walked: unknown[] = [];
		for (let next: string | null = `${path}?limit=2`; next !== null; ) {
			const { body, headers } = await get(next);
			walked.push(...body.data);
			next = /<[^>]*(\/orgs\/[^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? null;
		}

		expect(walked).toEqual(whole);
		expect(walked).toHaveLength(5);
	});

	test("narrows by role, name and address, and shows only what fields names", async () => {
		const byRole = await get(`${path}?role=admin&fields=userId`);
		const byAddress = await get(`${path}?q=${encodeURIComponent(admin.email.toUpperCase())}&fields=userId`);
		const byName = await get(`${path}?q=a%20PERS&fields=role`);
		const byWildcard = await get(`${path}?q=%25`);

		expect(byRole.body.data).toEqual([{ userId: admin.userId }]);
		expect(byAddress.body.data).toEqual([{ userId: admin.userId }]);
		expect(byName.body.data).toEqual([{ role: "owner" }, { role: "admin" }]);
		expect(byWildcard.body.data).toEqual([]);
	});

	test("does not take the cursor of another organization's list", async () => {
		const other = await api.createOrganization();
		await api.addMember(other, "member");
		const foreign = (await get(`/orgs/${other.orgId}/members?limit=1`, other.token)).body.page.nextCursor;

		const answer = await get(`${path}?limit=1&cursor=${foreign}`);

		expect([answer.status, answer.body.error.code]).toEqual([400, "invalid_cursor"]);
	});

	test("shows nobody of another organization", async () => {
		const other = await api.createOrganization();

		const list = await get(`/orgs/${other.orgId}/members`);
		const member = await get(`${path}/${other.userId}`);

		expect([list.status, list.body.error.code]).toEqual([403, "org_mismatch"]);
		expect([member.status, member.body.error.code]).toEqual([404, "not_found"]);
	});

	test("is closed while the organization is suspended", async () => {
		await api.request("POST", `/orgs/${owner.orgId}/suspend`, { token: owner.token });

		const answer = await get(path);

		expect([answer.status, answer.body.error.code]).toEqual([403, "organization_suspended"]);
	});
});

describe("GET /orgs/{orgId}/members/{userId}", () => {
	test("answers the member with an entity tag that works", async () => {
		const first = await get(`${path}/${admin.userId}`);

		const known = await get(`${path}/${admin.userId}`, owner.token, {
			"if-none-match": first.headers.get("etag") ?? "",
		});

		expect(first.body.data).toMatchObject({ userId: admin.userId, role: "admin" });
		expect(known.status).toBe(304);
	});
});

describe("POST /orgs/{orgId}/members", () => {
	// Anybody may register anybody's address; what is meant for its owner must wait for the proof.
	test("invites instead of adding an account whose address nobody has proved", async () => {
		const email = "squatted@school.example";
		await api.request("POST", "/auth/register", { body: { email, password: PASSWORD, name: "A Squatter" } });

		const answer = await add({ email, role: "admin" });

		expect(answer.status).toBe(202);
		expect((await get(path)).body.data.map((member: { email: string }) => member.email)).not.toContain(email);
	});

	test("adds a person who has an account at once, for a system administrator", async () => {
		const stranger = await api.createOrganization();

		const answer = await add({ userId: stranger.userId, role: "manager" }, system);

		expect(answer.status).toBe(201);
		expect(answer.headers.get("location")).toEndWith(`${path}/${stranger.userId}`);
		expect(answer.body.data).toMatchObject({ userId: stranger.userId, email: stranger.email, role: "manager" });
		const login = await api.request("POST", "/auth/login", {
			body: { email: stranger.email, password: PASSWORD, orgId: owner.orgId },
		});
		expect(login.body.user.role).toBe("manager");
		expect(await announced(api.store, owner.orgId)).toContain("org.member.added");
	});

	// Neither the answer nor what it costs tells who has an account.
	test("invites a known person as it invites an unknown one", async () => {
		const stranger = await api.createOrganization();

		const known = await add({ email: stranger.email, role: "manager" });
		const unknown = await add({ email: `new-${crypto.randomUUID()}@example.edu`, role: "manager" });

		const shapeOf = ({ body }: Answer) => Object.keys(body.data.invitation);
		expect([known.status, unknown.status]).toEqual([202, 202]);
		expect(shapeOf(known)).toEqual(shapeOf(unknown));
		expect((await get(path)).body.data).toHaveLength(2);
	});

	test("knows nobody by their id, but for its own members", async () => {
		const stranger = await api.createOrganization();

		const foreign = await add({ userId: stranger.userId, role: "member" });
		const nobody = await add({ userId: NOBODY, role: "member" });
		const own = await add({ userId: admin.userId, role: "member" });

		const { requestId: _one, ...ofForeign } = foreign.body;
		const { requestId: _other, ...ofNobody } = nobody.body;
		expect([foreign.status, own.status]).toEqual([422, 409]);
		expect(ofForeign).toEqual(ofNobody);
	});

	test("invites an address without an account", async () => {
		const answer = await add({ email: `new-${crypto.randomUUID()}@example.edu`, role: "student" });

		expect(answer.status).toBe(202);
		expect(answer.body.data.invitation).toMatchObject({
			role: "student",
			token: expect.any(String),
			acceptUrl: expect.any(String),
		});
		expect((await get(path)).body.data).toHaveLength(2);
	});

	test("refuses one who is a member", async () => {
		const answer = await add({ email: admin.email.toUpperCase(), role: "member" });

		expect(answer.status).toBe(409);
		expect(answer.body.error).toMatchObject({ code: "conflict", meta: { field: "email" } });
	});

	test.each([
		[{ role: "member" }, ""],
		[{ email: "a@b.example", userId: NOBODY, role: "member" }, ""],
		[{ userId: NOBODY, role: "member" }, "/userId"],
		[{ email: "a@b", role: "member" }, "/email"],
		[{ email: "a@b.example\r\nbcc: x@y.example", role: "member" }, "/email"],
		[{ email: "a@b.example", role: "king" }, "/role"],
		[{ email: "a@b.example", role: "system_admin" }, "/role"],
		[{ email: "a@b.example" }, "/role"],
	])("refuses %j", async (body, at) => {
		const answer = await add(body);

		expect([answer.status, answer.body.error.code]).toEqual([422, "validation_failed"]);
		expect(answer.body.error.errors[0].path).toBe(at);
	});

	test.each(["teacher", "student"])("knows the role %s with educationMode only", async (role) => {
		const company = await api.createOrganization({ orgType: "business" });

		const answer = await api.request("POST", `/orgs/${company.orgId}/members`, {
			token: company.token,
			body: { email: "t@b.example", role },
		});

		expect([answer.status, answer.body.error.errors[0].path]).toEqual([422, "/role"]);
	});

	test("lets only owners make owners", async () => {
		const byAdmin = await add({ email: "heir@example.edu", role: "owner" }, admin.token);
		const byOwner = await add({ email: "heir@example.edu", role: "owner" });

		expect([byAdmin.status, byAdmin.body.error.code]).toEqual([403, "forbidden"]);
		expect(byOwner.status).toBe(202);
	});

	test("needs member:write", async () => {
		const manager = await api.addMember(owner, "manager");

		const answer = await add({ email: "x@example.edu", role: "member" }, manager.token);

		expect([answer.status, answer.body.error.code]).toEqual([403, "insufficient_scope"]);
	});
});

describe("PATCH /orgs/{orgId}/members/{userId}", () => {
	test("changes the role, and what the member may do with the next request", async () => {
		const before = await api.request("PUT", `/orgs/${owner.orgId}`, { token: admin.token, body: {} });

		const answer = await setRole(admin.userId, "member");

		const after = await api.request("PUT", `/orgs/${owner.orgId}`, { token: admin.token, body: {} });
		expect(answer.body.data).toMatchObject({ userId: admin.userId, role: "member" });
		expect(answer.headers.get("etag")).toBe('"2"');
		expect([before.status, after.status]).toEqual([200, 403]);
		expect((await auditOf(api.store, owner.orgId)).at(-1)).toMatchObject({
			action: "member.change_role",
			targets: [{ type: "member", id: admin.userId }],
			changes: [{ path: "/role", from: "admin", to: "member" }],
		});
	});

	test("changes nothing when the role is the same", async () => {
		const answer = await setRole(admin.userId, "admin");

		expect([answer.status, answer.headers.get("etag")]).toEqual([200, '"1"']);
	});

	test("keeps administrators from making owners and from unmaking them", async () => {
		const up = await setRole(admin.userId, "owner", admin.token);
		const down = await setRole(owner.userId, "member", admin.token);

		expect([up.body.error.code, down.body.error.code]).toEqual(["forbidden", "forbidden"]);
	});

	test("keeps the last owner, for system administrators too, until there is another", async () => {
		const last = await setRole(owner.userId, "admin");
		const bySystem = await setRole(owner.userId, "admin", system);
		await setRole(admin.userId, "owner");
		const withHeir = await setRole(owner.userId, "admin");

		expect([last.status, last.body.error.code]).toEqual([409, "last_owner"]);
		expect(bySystem.body.error.code).toBe("last_owner");
		expect(withHeir.status).toBe(200);
	});

	test("leaves an owner when two owners unmake each other at the same time", async () => {
		await setRole(admin.userId, "owner");

		const answers = await Promise.all([setRole(owner.userId, "admin"), setRole(admin.userId, "admin")]);

		// Whoever comes second is no owner any more.
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
		expect((await get(`${path}?role=owner`, system)).body.data).toHaveLength(1);
	});

	test("refuses a stale If-Match, and knows no stranger", async () => {
		const stale = await setRole(admin.userId, "member", owner.token, { "if-match": '"7"' });
		const nobody = await setRole(NOBODY, "member");

		expect([stale.status, nobody.status]).toEqual([412, 404]);
	});
});

describe("DELETE /orgs/{orgId}/members/{userId}", () => {
	test("takes access away with the next request", async () => {
		const before = await get(`/orgs/${owner.orgId}`, admin.token);

		const answer = await remove(admin.userId);

		const after = await get(`/orgs/${owner.orgId}`, admin.token);
		expect([before.status, answer.status, answer.text]).toEqual([200, 204, ""]);
		expect([after.status, after.body.error.code]).toEqual([401, "token_revoked"]);
		expect((await get(`${path}/${admin.userId}`)).status).toBe(404);
		expect(await announced(api.store, owner.orgId)).toContain("org.member.removed");
	});

	test("gives it back when the person is added again", async () => {
		await remove(admin.userId);
		await get(`/orgs/${owner.orgId}`, admin.token);

		await api.enroll(admin.userId, owner.orgId, "admin");

		expect((await get(`/orgs/${owner.orgId}`, admin.token)).status).toBe(200);
	});

	test("keeps the last owner, and owners from administrators", async () => {
		const last = await remove(owner.userId);
		const byAdmin = await remove(owner.userId, admin.token);

		expect([last.body.error.code, byAdmin.body.error.code]).toEqual(["last_owner", "forbidden"]);
	});
});
