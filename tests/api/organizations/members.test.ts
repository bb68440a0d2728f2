import { beforeEach, describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";
import { announced, auditOf } from "#tests/support/traces";

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

type Headers = Record<string, string>;
const setRole = (userId: string, role: string, token = owner.token, headers: Headers = {}) =>
	api.request("PATCH", `${path}/${userId}`, { token, body: { role }, headers });
const remove = (userId: string, token = owner.token, headers: Headers = {}) =>
	api.request("DELETE", `${path}/${userId}`, { token, headers });

describe("GET /orgs/{orgId}/members", () => {
	inProcessTest("lists the members in the order in which they joined", async () => {
		const { body } = await owner.get(path);

		expect(body.data).toEqual([
			{
				userId: owner.userId,
				email: owner.email,
				name: "A Person",
				role: "owner",
				joinedAt: "2030-01-01T00:00:00.000Z",
				lastSeenAt: "2030-01-01T00:00:00.000Z",
				mfa: false,
			},
			{
				userId: admin.userId,
				email: admin.email,
				name: "A Person",
				role: "admin",
				joinedAt: "2030-01-01T00:00:00.000Z",
				lastSeenAt: "2030-01-01T00:00:00.000Z",
				mfa: false,
			},
		]);
		expect(body.page).toEqual({ limit: 50, nextCursor: null, hasMore: false });
	});

	test("pages through all members, each once", async () => {
		for (const role of ["member", "guest", "student"] as const) await api.addMember(owner, role);
		const whole = (await owner.get(path)).body.data;

		const walked: unknown[] = [];
		for (let next: string | null = `${path}?limit=2`; next !== null; ) {
			const { body, headers } = await owner.get(next);
			walked.push(...body.data);
			next = /<[^>]*(\/orgs\/[^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? null;
		}

		expect(walked).toEqual(whole);
		expect(walked).toHaveLength(5);
	});

	test("filters by role, name and address, and selects fields", async () => {
		const byRole = await owner.get(`${path}?role=admin&fields=userId`);
		const byAddress = await owner.get(`${path}?q=${encodeURIComponent(admin.email.toUpperCase())}&fields=userId`);
		const byName = await owner.get(`${path}?q=a%20PERS&fields=role`);
		const byWildcard = await owner.get(`${path}?q=%25`);

		expect(byRole.body.data).toEqual([{ userId: admin.userId }]);
		expect(byAddress.body.data).toEqual([{ userId: admin.userId }]);
		expect(byName.body.data).toEqual([{ role: "owner" }, { role: "admin" }]);
		expect(byWildcard.body.data).toEqual([]);
	});

	test("rejects the cursor of another organization's list", async () => {
		const other = await api.createOrganization();
		await api.addMember(other, "member");
		const foreign = (await other.get(`/orgs/${other.orgId}/members?limit=1`)).body.page.nextCursor;

		const response = await owner.get(`${path}?limit=1&cursor=${foreign}`);

		expect([response.status, response.body.error.code]).toEqual([400, "invalid_cursor"]);
	});

	test("contains no members of another organization", async () => {
		const other = await api.createOrganization();

		const list = await owner.get(`/orgs/${other.orgId}/members`);
		const member = await owner.get(`${path}/${other.userId}`);

		expect([list.status, list.body.error.code]).toEqual([403, "org_mismatch"]);
		expect([member.status, member.body.error.code]).toEqual([404, "not_found"]);
	});

	test("is unavailable while the organization is suspended", async () => {
		await owner.post(`/orgs/${owner.orgId}/suspend`);

		const response = await owner.get(path);

		expect([response.status, response.body.error.code]).toEqual([403, "organization_suspended"]);
	});
});

describe("GET /orgs/{orgId}/members/{userId}", () => {
	test("returns the member with a usable entity tag", async () => {
		const first = await owner.get(`${path}/${admin.userId}`);

		const known = await owner.get(`${path}/${admin.userId}`, {
			headers: {
				"if-none-match": first.headers.get("etag") ?? "",
			},
		});

		expect(first.body.data).toMatchObject({ userId: admin.userId, role: "admin" });
		expect(known.status).toBe(304);
	});
});

describe("PATCH /orgs/{orgId}/members/{userId}", () => {
	test("changes the role, and the member's rights from the next request on", async () => {
		const before = await admin.put(`/orgs/${owner.orgId}`, {});

		const response = await setRole(admin.userId, "member");

		const after = await admin.put(`/orgs/${owner.orgId}`, {});
		expect(response.body.data).toMatchObject({ userId: admin.userId, role: "member" });
		expect(response.headers.get("etag")).toBe('"2"');
		expect([before.status, after.status]).toEqual([200, 403]);
		expect((await auditOf(api.store, owner.orgId)).at(-1)).toMatchObject({
			action: "member.change_role",
			targets: [{ type: "member", id: admin.userId }],
			changes: [{ path: "/role", from: "admin", to: "member" }],
		});
	});

	test("changes nothing when the role is the same", async () => {
		const response = await setRole(admin.userId, "admin");

		expect([response.status, response.headers.get("etag")]).toEqual([200, '"1"']);
	});

	test("does not let administrators promote or demote owners", async () => {
		const up = await setRole(admin.userId, "owner", admin.token);
		const down = await setRole(owner.userId, "member", admin.token);

		expect([up.body.error.code, down.body.error.code]).toEqual(["forbidden", "forbidden"]);
	});

	test("does not demote the last owner, even for system administrators", async () => {
		const last = await setRole(owner.userId, "admin");
		const bySystem = await setRole(owner.userId, "admin", system);
		await setRole(admin.userId, "owner");
		const withHeir = await setRole(owner.userId, "admin");

		expect([last.status, last.body.error.code]).toEqual([409, "last_owner"]);
		expect(bySystem.body.error.code).toBe("last_owner");
		expect(withHeir.status).toBe(200);
	});

	test("leaves an owner when two owners demote each other concurrently", async () => {
		await setRole(admin.userId, "owner");

		const answers = await Promise.all([setRole(owner.userId, "admin"), setRole(admin.userId, "admin")]);

		// The second one is no longer an owner, or is the last one.
		const [done, refused] = answers.map(({ status }) => status).sort();
		expect(done).toBe(200);
		expect([403, 409]).toContain(refused ?? 0);
		expect((await api.as(system).get(`${path}?role=owner`)).body.data).toHaveLength(1);
	});

	test("rejects a stale If-Match, and a person who is not a member", async () => {
		const stale = await setRole(admin.userId, "member", owner.token, { "if-match": '"7"' });
		const nobody = await setRole(NOBODY, "member");

		expect([stale.status, nobody.status]).toEqual([412, 404]);
	});
});

describe("DELETE /orgs/{orgId}/members/{userId}", () => {
	test("revokes access from the next request on", async () => {
		const before = await admin.get(`/orgs/${owner.orgId}`);

		const response = await remove(admin.userId);

		const after = await admin.get(`/orgs/${owner.orgId}`);
		expect([before.status, response.status, response.text]).toEqual([200, 204, ""]);
		expect([after.status, after.body.error.code]).toEqual([401, "token_revoked"]);
		expect((await owner.get(`${path}/${admin.userId}`)).status).toBe(404);
		expect(await announced(api.store, owner.orgId)).toContain("org.member.removed");
	});

	test("is undone when the person is added again", async () => {
		await remove(admin.userId);
		await admin.get(`/orgs/${owner.orgId}`);

		await api.enroll(admin.userId, owner.orgId, "admin");

		expect((await admin.get(`/orgs/${owner.orgId}`)).status).toBe(200);
	});

	test("does not remove the last owner, nor owners for administrators", async () => {
		const last = await remove(owner.userId);
		const byAdmin = await remove(owner.userId, admin.token);

		expect([last.body.error.code, byAdmin.body.error.code]).toEqual(["last_owner", "forbidden"]);
	});
});
