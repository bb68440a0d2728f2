import { beforeEach, describe, expect, test } from "bun:test";
import { MINUTE_MS } from "#kernel/clock";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { setUpTotp } from "#tests/support/second-factor";
import { inProcessTest } from "#tests/support/target";
import { eventsOf } from "#tests/support/traces";

const api = await useHarness();
const system = await api.signInSystem();

let owner: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}/members`;
});

const now = () => new Date(api.nowMs()).toISOString();
const memberOf = async (userId: string, token = owner.token) =>
	(await api.request("GET", `${path}/${userId}`, { token })).body.data;

describe("how members sign in", () => {
	inProcessTest("shows when the newest session in the organization was last used", async () => {
		const seenAt = now();
		const manager = await api.addMember(owner, "manager");
		const first = await memberOf(manager.userId);
		api.advanceMs(10 * MINUTE_MS);
		await api.post("/auth/login", { email: manager.email, password: PASSWORD, orgId: owner.orgId });

		const later = await memberOf(manager.userId);

		expect([first.lastSeenAt >= seenAt, first.mfa]).toEqual([true, false]);
		expect(Date.parse(later.lastSeenAt) - Date.parse(first.lastSeenAt)).toBeGreaterThanOrEqual(10 * MINUTE_MS);
	});

	test("shows nothing of sessions in other organizations", async () => {
		const guest = await api.createOrganization();
		await api.enroll(guest.userId, owner.orgId, "member");

		const here = await memberOf(guest.userId);
		const there = (await guest.get(`/orgs/${guest.orgId}/members/${guest.userId}`)).body.data;

		expect(here).toMatchObject({ userId: guest.userId, lastSeenAt: null, mfa: false });
		expect(there.lastSeenAt).toMatch(/^20\d\d-/);
	});

	test("shows a confirmed authenticator, in lists too", async () => {
		const [secured, plain] = [await api.addMember(owner, "manager"), await api.addMember(owner, "member")];
		await setUpTotp(api, secured);
		await api.request("POST", "/auth/mfa/totp", { token: plain.token, body: {} });

		const list = await owner.get(`${path}?fields=userId,mfa`);

		expect(list.body.data).toEqual([
			{ userId: owner.userId, mfa: false },
			{ userId: secured.userId, mfa: true },
			{ userId: plain.userId, mfa: false },
		]);
	});

	test("shows every page's members, and only them", async () => {
		await api.addMember(owner, "member");

		const first = await owner.get(`${path}?limit=1`);
		const second = await owner.get(`${path}?limit=1&cursor=${first.body.page.nextCursor}`);

		for (const { body } of [first, second])
			expect(body.data).toEqual([expect.objectContaining({ lastSeenAt: expect.any(String), mfa: false })]);
	});

	test("is absent for callers without member:write, also when they ask for it", async () => {
		const manager = await api.addMember(owner, "manager");

		const member = await memberOf(owner.userId, manager.token);
		const list = await api.request("GET", path, { token: manager.token });
		const asked = await api.request("GET", `${path}?fields=userId,lastSeenAt,mfa`, { token: manager.token });

		expect(Object.keys(member).sort()).toEqual(["email", "joinedAt", "name", "role", "userId"]);
		for (const each of list.body.data) expect(Object.keys(each)).toHaveLength(5);
		expect(asked.body.data).toEqual([{ userId: owner.userId }, { userId: manager.userId }]);
	});

	test("changes the entity tag, which differs for callers who see less", async () => {
		const manager = await api.addMember(owner, "manager");
		const tag = async (token = owner.token) =>
			(await api.request("GET", `${path}/${manager.userId}`, { token })).headers.get("etag");
		const [before, ofManager] = [await tag(), await tag(manager.token)];

		await setUpTotp(api, manager);

		expect(await tag()).not.toBe(before);
		expect(ofManager).not.toBe(before);
		expect(await tag(manager.token)).toBe(ofManager);
	});

	test("is in the response to a change, but not in its event", async () => {
		const manager = await api.addMember(owner, "manager");

		const changed = await owner.patch(`${path}/${manager.userId}`, { role: "member" });

		expect(changed.body.data).toMatchObject({ role: "member", lastSeenAt: expect.any(String), mfa: false });
		const event = (await eventsOf(api.store, owner.orgId)).find(({ type }) => type === "org.member.role_changed");
		expect(JSON.stringify(event)).not.toContain("lastSeenAt");
	});
});

describe("grantableRoles of the profile", () => {
	const rolesOf = async (token: string) =>
		(await api.request("GET", "/auth/profile", { token })).body.data.grantableRoles;

	test("are what the caller can grant", async () => {
		const admin = await api.addMember(owner, "admin");
		const manager = await api.addMember(owner, "manager");

		const [ofOwner, ofAdmin] = [await rolesOf(owner.token), await rolesOf(admin.token)];

		expect(ofOwner).toContain("owner");
		expect(ofAdmin).toEqual(ofOwner.filter((role: string) => role !== "owner"));
		expect([await rolesOf(manager.token), await rolesOf(system)]).toEqual([[], ofOwner]);
		for (const role of ofOwner) {
			const invited = await admin.post(path, { email: `${role}@school.example`, role });
			expect([role, invited.status === 202]).toEqual([role, ofAdmin.includes(role)]);
		}
	});
});
