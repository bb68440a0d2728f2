import { describe, expect, test } from "bun:test";
import { workspaces } from "#db/schema/index";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const system = api.as(await api.signInSystem());

async function create(by: SignedIn, body: Record<string, unknown> = {}): Promise<string> {
	const path = `/orgs/${by.orgId}/workspaces`;
	const created = await by.post(path, { name: "Physics", ...body });
	return `/workspaces/${created.body.data.id}`;
}

describe("a workspace", () => {
	test("of a suspended organization is closed to its members, and open to a system administrator", async () => {
		const owner = await api.createOrganization();
		const path = await create(owner);
		await system.post(`/orgs/${owner.orgId}/suspend`, { reasonCode: "security" });

		const answers = [
			await owner.get(path),
			await owner.patch(path, { name: "X" }),
			await owner.delete(path),
			await owner.get(`${path}/members`),
		];

		expect(answers.map(codeOf)).toEqual(Array.from({ length: 4 }, () => [403, "organization_suspended"]));
		expect((await system.patch(path, { name: "X" })).status).toBe(200);
	});

	test("of an organization about to be deleted is read by a system administrator, and not changed", async () => {
		const owner = await api.createOrganization();
		const path = await create(owner);
		await owner.delete(`/orgs/${owner.orgId}`);

		const answers = [
			await system.get(path),
			await system.patch(path, { name: "X" }),
			await system.post(`${path}/members`, { userId: owner.userId, role: "member" }),
			await system.post(`${path}/members`, { email: "a@example.edu", role: "member" }),
		];

		expect(answers.map(codeOf)).toEqual([
			[200, undefined],
			[409, "state_conflict"],
			[409, "state_conflict"],
			[409, "state_conflict"],
		]);
	});

	test("of a purged organization is missing, even while rows of it are left", async () => {
		const owner = await api.createOrganization({ name: "Gone" });
		const path = await create(owner);
		const { db } = api.store.acrossTenants;
		const rows = (await db.select().from(workspaces)).filter(({ orgId }) => orgId === owner.orgId);
		await system.delete(`/orgs/${owner.orgId}?force=true&confirm=Gone`);
		await db.insert(workspaces).values(rows);

		const answers = [await system.get(path), await system.delete(path)];

		expect(answers.map(codeOf)).toEqual([
			[404, "not_found"],
			[404, "not_found"],
		]);
		expect(codeOf(await system.get(`/orgs/${owner.orgId}/workspaces`))).toEqual([410, "purged"]);
	});

	test("is changed by nobody who lost the right while the request was under way", async () => {
		const owner = await api.createOrganization();
		const admin = await api.addMember(owner, "admin");
		const path = await create(owner);
		const member = `/orgs/${owner.orgId}/members/${admin.userId}`;

		await owner.patch(member, { role: "student" });
		const demoted = await admin.patch(path, { name: "X" });
		await owner.delete(member);
		const removed = await admin.get(path);

		expect([codeOf(demoted), codeOf(removed)]).toEqual([
			[403, "insufficient_scope"],
			[401, "token_revoked"],
		]);
	});

	test("is not told from a missing one by a refused body or an entity tag", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const path = await create(owner, { visibility: "org" });
		const missing = "/workspaces/wsp_01jd0z7v9gf2nbrexx3vqjhp41";
		const ask = async (of: string) => [
			codeOf(await stranger.patch(of, { name: " " })),
			codeOf(await stranger.patch(of, { settings: { a: {} } })),
			codeOf(await stranger.post(`${of}/members`, { userId: owner.userId, role: "member" })),
			codeOf(await stranger.post(`${of}/members`, { email: "a@example.edu", role: "member" })),
			codeOf(await stranger.get(`${of}/members/${owner.userId}`)),
			codeOf(await stranger.delete(of, undefined, { headers: { "if-match": '"1"' } })),
		];

		expect(await ask(path)).toEqual(await ask(missing));
	});

	test("has another entity tag when somebody joins, and the same one otherwise", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const path = await create(owner);
		const tagOf = async () => (await owner.get(path)).headers.get("etag") ?? "";

		const before = await tagOf();
		const known = await owner.get(path, { headers: { "if-none-match": before } });
		await owner.post(`${path}/members`, { userId: member.userId, role: "member" });

		expect(known.status).toBe(304);
		expect(await tagOf()).not.toBe(before);
		const changed = await owner.patch(path, { name: "Chemistry" }, { headers: { "if-match": await tagOf() } });
		expect(changed.status).toBe(200);
	});
});
