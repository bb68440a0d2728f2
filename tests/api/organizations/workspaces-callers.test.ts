import { describe, expect, test } from "bun:test";
import { workspaces } from "#db/schema/index";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const system = await api.signInSystem();

async function create(by: SignedIn, body: Record<string, unknown> = {}): Promise<string> {
	const path = `/orgs/${by.orgId}/workspaces`;
	const created = await api.request("POST", path, { token: by.token, body: { name: "Physics", ...body } });
	return `/workspaces/${created.body.data.id}`;
}
const send = (method: string, path: string, token: string, body?: unknown) =>
	api.request(method, path, { token, body });

describe("a workspace", () => {
	test("of a suspended organization is closed to its members, and open to a system administrator", async () => {
		const owner = await api.createOrganization();
		const path = await create(owner);
		await send("POST", `/orgs/${owner.orgId}/suspend`, system, { reasonCode: "security" });

		const answers = [
			await send("GET", path, owner.token),
			await send("PATCH", path, owner.token, { name: "X" }),
			await send("DELETE", path, owner.token),
			await send("GET", `${path}/members`, owner.token),
		];

		expect(answers.map(codeOf)).toEqual(Array.from({ length: 4 }, () => [403, "organization_suspended"]));
		expect((await send("PATCH", path, system, { name: "X" })).status).toBe(200);
	});

	test("of an organization about to be deleted is read by a system administrator, and not changed", async () => {
		const owner = await api.createOrganization();
		const path = await create(owner);
		await send("DELETE", `/orgs/${owner.orgId}`, owner.token);

		const answers = [
			await send("GET", path, system),
			await send("PATCH", path, system, { name: "X" }),
			await send("POST", `${path}/members`, system, { userId: owner.userId, role: "member" }),
			await send("POST", `${path}/members`, system, { email: "a@example.edu", role: "member" }),
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
		await send("DELETE", `/orgs/${owner.orgId}?force=true&confirm=Gone`, system);
		await db.insert(workspaces).values(rows);

		const answers = [await send("GET", path, system), await send("DELETE", path, system)];

		expect(answers.map(codeOf)).toEqual([
			[404, "not_found"],
			[404, "not_found"],
		]);
		expect(codeOf(await send("GET", `/orgs/${owner.orgId}/workspaces`, system))).toEqual([410, "purged"]);
	});

	test("is changed by nobody who lost the right while the request was under way", async () => {
		const owner = await api.createOrganization();
		const admin = await api.addMember(owner, "admin");
		const path = await create(owner);
		const member = `/orgs/${owner.orgId}/members/${admin.userId}`;

		await send("PATCH", member, owner.token, { role: "student" });
		const demoted = await send("PATCH", path, admin.token, { name: "X" });
		await send("DELETE", member, owner.token);
		const removed = await send("GET", path, admin.token);

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
			codeOf(await send("PATCH", of, stranger.token, { name: " " })),
			codeOf(await send("PATCH", of, stranger.token, { settings: { a: {} } })),
			codeOf(await send("POST", `${of}/members`, stranger.token, { userId: owner.userId, role: "member" })),
			codeOf(await send("POST", `${of}/members`, stranger.token, { email: "a@example.edu", role: "member" })),
			codeOf(await send("GET", `${of}/members/${owner.userId}`, stranger.token)),
			codeOf(await api.request("DELETE", of, { token: stranger.token, headers: { "if-match": '"1"' } })),
		];

		expect(await ask(path)).toEqual(await ask(missing));
	});

	test("has another entity tag when somebody joins, and the same one otherwise", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const path = await create(owner);
		const tagOf = async () => (await send("GET", path, owner.token)).headers.get("etag") ?? "";

		const before = await tagOf();
		const known = await api.request("GET", path, { token: owner.token, headers: { "if-none-match": before } });
		await send("POST", `${path}/members`, owner.token, { userId: member.userId, role: "member" });

		expect(known.status).toBe(304);
		expect(await tagOf()).not.toBe(before);
		const changed = await api.request("PATCH", path, {
			token: owner.token,
			body: { name: "Chemistry" },
			headers: { "if-match": await tagOf() },
		});
		expect(changed.status).toBe(200);
	});
});
