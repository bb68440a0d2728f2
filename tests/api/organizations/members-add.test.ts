import { beforeEach, describe, expect, test } from "bun:test";
import { PASSWORD, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { announced } from "#tests/support/traces";

const NOBODY = "usr_01jd0z7v9gf2nbrexx3vqjhp41";

const api = await useHarness();
const system = await api.signInSystem();

let owner: SignedIn;
let admin: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	admin = await api.addMember(owner, "admin");
	path = `/orgs/${owner.orgId}/members`;
});

const add = (body: unknown, token = owner.token) => api.request("POST", path, { token, body });

describe("POST /orgs/{orgId}/members", () => {
	// Anybody can register any address, so rights intended for its owner must wait for its verification.
	test("invites an account with an unverified address instead of adding it", async () => {
		const email = "squatted@school.example";
		await api.post("/auth/register", { email, password: PASSWORD, name: "A Squatter" });

		const response = await add({ email, role: "admin" });

		expect(response.status).toBe(202);
		expect((await owner.get(path)).body.data.map((member: { email: string }) => member.email)).not.toContain(email);
	});

	test("adds an existing account directly for a system administrator", async () => {
		const stranger = await api.createOrganization();

		const response = await add({ userId: stranger.userId, role: "manager" }, system);

		expect(response.status).toBe(201);
		expect(response.headers.get("location")).toEndWith(`${path}/${stranger.userId}`);
		expect(response.body.data).toMatchObject({ userId: stranger.userId, email: stranger.email, role: "manager" });
		const login = await api.post("/auth/login", { email: stranger.email, password: PASSWORD, orgId: owner.orgId });
		expect(login.body.user.role).toBe("manager");
		expect(await announced(api.store, owner.orgId)).toContain("org.member.added");
	});

	// Neither the response nor its cost must reveal who has an account.
	test("treats known and unknown people alike", async () => {
		const stranger = await api.createOrganization();

		const known = await add({ email: stranger.email, role: "manager" });
		const unknown = await add({ email: `new-${crypto.randomUUID()}@example.edu`, role: "manager" });

		const shapeOf = ({ body }: TestResponse) => Object.keys(body.data.invitation);
		expect([known.status, unknown.status]).toEqual([202, 202]);
		expect(shapeOf(known)).toEqual(shapeOf(unknown));
		expect((await owner.get(path)).body.data).toHaveLength(2);
	});

	test("accepts the ids of its own members only", async () => {
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
		const response = await add({ email: `new-${crypto.randomUUID()}@example.edu`, role: "student" });

		expect(response.status).toBe(202);
		expect(response.body.data.invitation).toMatchObject({
			role: "student",
			token: expect.any(String),
			acceptUrl: expect.any(String),
		});
		expect((await owner.get(path)).body.data).toHaveLength(2);
	});

	test("rejects an existing member", async () => {
		const response = await add({ email: admin.email.toUpperCase(), role: "member" });

		expect(response.status).toBe(409);
		expect(response.body.error).toMatchObject({ code: "conflict", meta: { field: "email" } });
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
	])("rejects %j", async (body, at) => {
		const response = await add(body);

		expect([response.status, response.body.error.code]).toEqual([422, "validation_failed"]);
		expect(response.body.error.errors[0].path).toBe(at);
	});

	test.each(["teacher", "student"])("accepts the role %s with educationMode only", async (role) => {
		const company = await api.createOrganization({ orgType: "business" });

		const response = await company.post(`/orgs/${company.orgId}/members`, { email: "t@b.example", role });

		expect([response.status, response.body.error.errors[0].path]).toEqual([422, "/role"]);
	});

	test("lets only owners add owners", async () => {
		const byAdmin = await add({ email: "heir@example.edu", role: "owner" }, admin.token);
		const byOwner = await add({ email: "heir@example.edu", role: "owner" });

		expect([byAdmin.status, byAdmin.body.error.code]).toEqual([403, "forbidden"]);
		expect(byOwner.status).toBe(202);
	});

	test("requires member:write", async () => {
		const manager = await api.addMember(owner, "manager");

		const response = await add({ email: "x@example.edu", role: "member" }, manager.token);

		expect([response.status, response.body.error.code]).toEqual([403, "insufficient_scope"]);
	});
});
