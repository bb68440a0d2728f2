import { beforeEach, describe, expect, test } from "bun:test";
import type { Scope } from "#kernel/scopes";
import { newAddress } from "#tests/support/addresses";
import type { Caller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness();

let owner: SignedIn;
let admin: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	admin = await api.addMember(owner, "admin");
	path = `/orgs/${owner.orgId}`;
});
const invite = async (by: Caller, role: string) =>
	(await by.post(`${path}/invitations`, { email: newAddress(), role })).body.data;
const makeKey = async ({ token }: SignedIn, scopes: readonly Scope[]) =>
	(await api.as(token).post(`${path}/api-keys`, { name: "Sync", scopes })).body.data;
const setRole = ({ userId }: SignedIn, role: string) => owner.patch(`${path}/members/${userId}`, { role });
const remove = ({ userId }: SignedIn) => owner.delete(`${path}/members/${userId}`);
const accept = (token: string) =>
	api.post(`/auth/invitations/${token}/accept`, { password: "a perfectly long password" });
const get = async (url: string) => (await owner.get(url)).body.data;
const stateOf = async (id: string): Promise<string> =>
	(await get(`${path}/invitations`)).find((each: { id: string }) => each.id === id).state;

describe("the pending invitations of a member whose rights are revoked", () => {
	test.each([
		["is removed", remove],
		["leaves", (person: SignedIn) => person.delete(`${path}/members/${person.userId}`)],
		["can no longer invite", (person: SignedIn) => setRole(person, "manager")],
	])("are revoked when the inviter %s", async (_how, lose) => {
		const offered = [await invite(admin, "admin"), await invite(admin, "member")];

		await lose(admin);

		const accepted = await Promise.all(offered.map(({ token }) => accept(token)));
		const revoked = (await eventsOf(api.store, owner.orgId)).filter(({ type }) => type === "org.invitation.revoked");
		expect(accepted.map(codeOf)).toEqual(offered.map(() => [422, "token_invalid"]));
		expect(revoked.map(({ object }) => object.id).sort()).toEqual(offered.map(({ id }) => id).sort());
	});

	test("are revoked if they exceed the remaining rights: an owner becomes an administrator", async () => {
		await setRole(admin, "owner");
		const [beyond, within] = [await invite(admin, "owner"), await invite(admin, "admin")];

		await setRole(admin, "admin");

		expect([await stateOf(beyond.id), await stateOf(within.id)]).toEqual(["revoked", "pending"]);
	});

	test("stay if they are by others or were accepted", async () => {
		const [others, accepted] = [await invite(owner, "admin"), await invite(admin, "member")];
		await accept(accepted.token);

		await remove(admin);

		expect([await stateOf(others.id), await stateOf(accepted.id)]).toEqual(["pending", "accepted"]);
	});

	test("are revoked when the API key that created them is revoked or narrowed", async () => {
		const scopes: readonly Scope[] = ["org:read", "member:read", "member:write"];
		const [revoked, narrowed] = [await makeKey(owner, scopes), await makeKey(owner, scopes)];
		const offers = [await invite(api.as(revoked.key), "member"), await invite(api.as(narrowed.key), "member")];

		await owner.delete(`${path}/api-keys/${revoked.id}`);
		await owner.patch(`${path}/api-keys/${narrowed.id}`, { scopes: ["org:read"] });

		expect(await Promise.all(offers.map(({ id }) => stateOf(id)))).toEqual(["revoked", "revoked"]);
	});
});

describe("an invitation that was sent again", () => {
	const resend = (id: string, by: SignedIn) => by.post(`${path}/invitations/${id}/resend`, {});

	test("belongs to the sender, who saw its token: it is revoked when they are removed", async () => {
		const { id } = await invite(owner, "admin");
		const { token } = (await resend(id, admin)).body.data;

		await remove(admin);

		expect(codeOf(await accept(token))).toEqual([422, "token_invalid"]);
	});

	test("stays when its first inviter is removed", async () => {
		const { id } = await invite(admin, "member");
		const { token } = (await resend(id, owner)).body.data;

		await remove(admin);

		expect((await accept(token)).status).toBe(200);
	});
});

describe("a reset link returned to an administrator", () => {
	const reset = async ({ userId }: SignedIn, by: SignedIn): Promise<string> =>
		(await by.post("/auth/request-reset-password", { userId })).body.data.token;
	const use = (token: string) =>
		api.as("").post("/auth/reset-password", { token, password: "yet another long password" });

	test.each([
		["is removed", remove],
		["is demoted", (person: SignedIn) => setRole(person, "member")],
	])("opens nobody's account once the administrator %s", async (_how, lose) => {
		const other = await api.addMember(owner, "admin");
		const token = await reset(other, admin);

		await lose(admin);

		expect(codeOf(await use(token))).toEqual([422, "token_invalid"]);
	});

	test("does not work once the member has left", async () => {
		const leaver = await api.addMember(owner, "member");
		const token = await reset(leaver, admin);

		await remove(leaver);

		expect(codeOf(await use(token))).toEqual([422, "token_invalid"]);
	});

	test("still works when members leave who could not request it", async () => {
		const [forgetful, leaver] = [await api.addMember(owner, "member"), await api.addMember(owner, "teacher")];
		const token = await reset(forgetful, admin);

		await remove(leaver);

		expect((await use(token)).status).toBe(200);
	});
});

describe("the API keys of a member whose rights are revoked", () => {
	test.each([
		["removed", remove],
		["demoted", (person: SignedIn) => setRole(person, "manager")],
	] as const)("show that their maker was %s, and tell of it", async (state, lose) => {
		const { id, key } = await makeKey(admin, ["org:read", "org:write"]);

		await lose(admin);

		const { makerState, createdBy } = await get(`${path}/api-keys/${id}`);
		const listed = await get(`${path}/api-keys?makerState=${state}`);
		const told = (await eventsOf(api.store, owner.orgId)).find(({ type }) => type === "security.api_key_orphaned");
		expect([makerState, createdBy]).toEqual([state, admin.userId]);
		expect(listed.map((each: { id: string }) => each.id)).toEqual([id]);
		expect(told?.object).toMatchObject({ id, makerState: state });
		expect((await auditOf(api.store, owner.orgId)).map(({ action }) => action)).toContain("api_key.orphan");
		// A service does not stop because a person leaves.
		expect((await api.request("GET", path, { token: key })).status).toBe(200);
	});

	test("stay unchanged when the maker could still create them", async () => {
		await setRole(admin, "owner");
		const { id } = await makeKey(admin, ["org:read"]);

		await setRole(admin, "admin");

		expect((await get(`${path}/api-keys/${id}`)).makerState).toBe("active");
	});

	test("can only be adopted by an administrator with their scopes", async () => {
		const { id, key } = await makeKey(admin, ["org:read", "audit:read"]);
		await remove(admin);
		const narrow = await makeKey(owner, ["apikey:admin"]);

		const byKey = await api.as(narrow.key).post(`${path}/api-keys/${id}/adopt`, {});
		const adopted = await owner.post(`${path}/api-keys/${id}/adopt`, {});

		expect(codeOf(byKey)).toEqual([403, "forbidden"]);
		expect(adopted.body.data).toMatchObject({ id, createdBy: owner.userId, makerState: "active" });
		expect((await api.request("GET", path, { token: key })).status).toBe(200);
		expect(await get(`${path}/api-keys?makerState=removed`)).toEqual([]);
	});

	test("belong to the person who rotated them last, and so saw them", async () => {
		const { id } = await makeKey(owner, ["org:read"]);
		const rotated = (await admin.post(`${path}/api-keys/${id}/rotate`, {})).body.data;

		await remove(admin);

		const shown = await get(`${path}/api-keys/${id}`);
		expect([rotated.createdBy, shown.makerState]).toEqual([admin.userId, "removed"]);
		const again = await owner.post(`${path}/api-keys/${id}/rotate`, {});
		expect(again.body.data).toMatchObject({ createdBy: owner.userId, makerState: "active" });
	});

	test("can be narrowed but not widened until they are adopted", async () => {
		const { id } = await makeKey(admin, ["org:read"]);
		await remove(admin);
		const change = (body: object) => owner.patch(`${path}/api-keys/${id}`, body);

		const narrowed = await change({
			name: "Old sync",
			allowedIps: ["192.0.2.0/24"],
			expiresAt: "2039-01-01T00:00:00Z",
		});
		const widened = [
			await change({ scopes: ["org:read", "audit:read"] }),
			await change({ allowedIps: ["192.0.2.0/24", "198.51.100.0/24"] }),
			await change({ allowedIps: null }),
			await change({ expiresAt: null }),
		];
		await owner.post(`${path}/api-keys/${id}/adopt`, {});

		expect(narrowed.status).toBe(200);
		expect(widened.map(codeOf)).toEqual(widened.map(() => [409, "state_conflict"]));
		expect((await change({ scopes: ["org:read", "audit:read"], allowedIps: null })).status).toBe(200);
	});

	test("can be revoked by any administrator", async () => {
		const { id, key } = await makeKey(admin, ["org:read"]);
		await remove(admin);

		const revoked = await owner.delete(`${path}/api-keys/${id}`);

		expect(revoked.status).toBe(204);
		expect((await api.request("GET", path, { token: key })).status).toBe(401);
	});
});
