import { beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { invitations, memberships, organizationBlocks, organizations, sessions } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";
import { announced, auditOf } from "#tests/support/traces";

const api = await useHarness();

let system: string;
let owner: SignedIn;
let path: string;
beforeEach(async () => {
	system = await api.signInSystem();
	owner = await api.createOrganization({
		name: "Green Valley",
		externalId: `ext-${api.nowMs()}-${crypto.randomUUID()}`,
	});
	path = `/orgs/${owner.orgId}`;
});

type Headers = Record<string, string>;
const remove = (token: string, query = "", headers: Headers = {}) =>
	api.request("DELETE", path + query, { token, headers });
const restore = (token: string, headers: Headers = {}) => api.request("POST", `${path}/restore`, { token, headers });
const stateOf = async (token = system) =>
	(await api.request("GET", `${path}?fields=state,purgeAt`, { token })).body.data;
const inDays = (days: number) => new Date(api.nowMs() + days * DAY_MS).toISOString();
const FORCE = "?force=true&confirm=Green%20Valley";

/** Advances the clock and runs the due jobs. */
async function passDays(days: number): Promise<void> {
	api.advanceMs(days * DAY_MS);
	await api.parley.services.jobs.runDue();
	system = await api.signInSystem();
}

describe("DELETE /orgs/{orgId}", () => {
	inProcessTest("schedules the deletion for in 30 days and closes the organization", async () => {
		const response = await remove(owner.token);

		const settings = await api.request("GET", `${path}/settings`, { token: owner.token });
		expect(response.status).toBe(202);
		expect(response.body.data).toEqual({ state: "pending_deletion", purgeAt: inDays(30) });
		expect(await stateOf(owner.token)).toEqual({ state: "pending_deletion", purgeAt: inDays(30) });
		expect([settings.status, settings.body.error]).toMatchObject([
			403,
			{ code: "organization_suspended", meta: { state: "pending_deletion" } },
		]);
		expect(await announced(api.store, owner.orgId)).toContain("org.deletion_scheduled");
	});

	inProcessTest("answers the same when it is asked again, also with the version of before", async () => {
		const first = await remove(owner.token, "", { "if-match": '"1"' });
		api.advanceMs(60_000);

		const again = await remove(owner.token, "", { "if-match": '"1"' });

		expect(again.status).toBe(202);
		expect(again.body).toEqual(first.body);
	});

	test("rejects a stale If-Match", async () => {
		const response = await remove(owner.token, "", { "if-match": '"8"' });

		expect([response.status, response.body.error.code]).toEqual([412, "precondition_failed"]);
		expect((await stateOf()).state).toBe("active");
	});

	test("makes everything except restoring a conflict, even for system administrators", async () => {
		await remove(owner.token);

		const answers = [
			await api.request("PUT", path, { token: system, body: { name: "x" } }),
			await api.request("PATCH", `${path}/settings`, { token: system, body: { aiSummaries: "off" } }),
			await api.request("POST", `${path}/suspend`, { token: system }),
			await api.request("POST", `${path}/resume`, { token: owner.token }),
			await api.request("POST", `${path}/members`, { token: system, body: { email: "x@y.example", role: "member" } }),
			await api.request("DELETE", `${path}/members/${owner.userId}`, { token: system }),
		];

		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409));
		expect(answers.map(({ body }) => body.error.code)).toEqual(answers.map(() => "state_conflict"));
	});

	test("is for administrators of that organization", async () => {
		const manager = await api.addMember(owner, "manager");

		const response = await remove(manager.token);

		expect([response.status, response.body.error.code]).toEqual([403, "insufficient_scope"]);
	});
});

describe("a purge", () => {
	inProcessTest("comes after 30 days and leaves nothing but a tombstone", async () => {
		await api.request("POST", `${path}/suspend`, { token: system });
		await api.request("POST", `${path}/members`, { token: system, body: { email: "late@y.example", role: "member" } });
		await remove(system);

		await passDays(29);
		const before = (await stateOf()).state;
		await passDays(1);

		const { db } = api.store;
		const [tombstone] = await db.select().from(organizations).where(eq(organizations.id, owner.orgId));
		const left = await Promise.all([
			db.$count(memberships, eq(memberships.orgId, owner.orgId)),
			db.$count(invitations, eq(invitations.orgId, owner.orgId)),
			db.$count(organizationBlocks, eq(organizationBlocks.orgId, owner.orgId)),
			db.$count(sessions, eq(sessions.orgId, owner.orgId)),
		]);
		expect(before).toBe("pending_deletion");
		expect(tombstone).toMatchObject({
			state: "deleted",
			name: "",
			externalId: null,
			settings: {},
			metadata: {},
			slug: owner.orgId,
		});
		expect(left).toEqual([0, 0, 0, 0]);
		expect((await announced(api.store, owner.orgId)).at(-1)).toBe("org.purged");
		expect((await auditOf(api.store, owner.orgId)).at(-1)).toMatchObject({
			action: "organization.purge",
			actorType: "system",
		});
	});

	test("results in 410 for system administrators, and 401 for former members", async () => {
		await remove(system, FORCE);

		const answers = [
			await api.request("GET", path, { token: system }),
			await api.request("GET", `${path}?fields=id`, { token: system }),
			await api.request("GET", `${path}/settings`, { token: system }),
			await api.request("PUT", path, { token: system, body: { name: "x" } }),
			await remove(system),
			await restore(system),
			await api.request("POST", `${path}/resume`, { token: system }),
			await api.request("GET", `${path}/members`, { token: system }),
		];
		const byOwner = await api.request("GET", path, { token: owner.token });

		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 410));
		expect(answers.map(({ body }) => body.error.code)).toEqual(answers.map(() => "purged"));
		expect([byOwner.status, byOwner.body.error.code]).toEqual([401, "token_revoked"]);
	});

	test("releases the slug and the external id, and is listed only on request", async () => {
		await api.request("PUT", path, { token: system, body: { slug: "free-me", externalId: "free-me" } });
		await remove(system, FORCE);

		const again = await api.request("POST", "/orgs", {
			token: system,
			body: { name: "Heir", orgType: "personal", slug: "free-me", externalId: "free-me" },
		});
		const listed = await api.request("GET", "/orgs?limit=200&fields=id", { token: system });
		const deleted = await api.request("GET", "/orgs?limit=200&fields=id,state&state=deleted", { token: system });

		expect(again.status).toBe(201);
		expect(listed.body.data).not.toContainEqual({ id: owner.orgId });
		expect(deleted.body.data).toContainEqual({ id: owner.orgId, state: "deleted" });
	});

	inProcessTest(
		"does not come when the deletion was called off, nor before its time when asked for again",
		async () => {
			await remove(system);
			await passDays(10);
			await restore(system);
			await passDays(10);
			await remove(system);

			await passDays(10);
			const after30 = (await stateOf()).state;
			await passDays(20);

			expect(after30).toBe("pending_deletion");
			expect((await api.request("GET", path, { token: system })).status).toBe(410);
		},
	);
});

describe("DELETE /orgs/{orgId}?force=true", () => {
	inProcessTest("purges at once when the name is repeated", async () => {
		const response = await remove(system, FORCE);

		expect(response.status).toBe(202);
		expect(response.body.data).toEqual({ state: "deleted", purgeAt: inDays(0) });
	});

	test("purges immediately even when the deletion is already scheduled", async () => {
		await remove(owner.token);

		const response = await remove(system, FORCE);

		expect(response.body.data.state).toBe("deleted");
	});

	test.each(["?force=true", "?force=true&confirm=green%20valley", "?force=true&confirm="])(
		"refuses %s",
		async (query) => {
			const response = await remove(system, query);

			expect([response.status, response.body.error.code]).toEqual([422, "validation_failed"]);
			expect((await stateOf()).state).toBe("active");
		},
	);

	test("is for system administrators only", async () => {
		const response = await remove(owner.token, FORCE);

		expect([response.status, response.body.error.code]).toEqual([403, "admin_required"]);
		expect((await stateOf()).state).toBe("active");
	});
});

describe("POST /orgs/{orgId}/restore", () => {
	test("restores the organization to its previous state", async () => {
		await remove(owner.token);

		const response = await restore(owner.token);

		expect(response.status).toBe(200);
		expect(response.headers.get("etag")).toBe('"3"');
		expect(response.body.data).toMatchObject({
			id: owner.orgId,
			name: "Green Valley",
			state: "active",
			suspension: null,
		});
		expect((await api.request("GET", `${path}/settings`, { token: owner.token })).status).toBe(200);
		expect(await announced(api.store, owner.orgId)).toContain("org.restored");
	});

	test("keeps it suspended if it was", async () => {
		await api.request("POST", `${path}/suspend`, { token: owner.token, body: {} });
		await remove(owner.token);

		const response = await restore(owner.token);

		expect(response.body.data).toMatchObject({ state: "suspended", suspension: { blocks: [{ authority: "owner" }] } });
	});

	inProcessTest("leaves it active when the block expired meanwhile", async () => {
		await api.request("POST", `${path}/suspend`, { token: system, body: { expiresAt: inDays(1) } });
		await remove(system);
		await passDays(2);
		const meanwhile = (await stateOf()).state;

		const response = await restore(system);

		expect(meanwhile).toBe("pending_deletion");
		expect(response.body.data.state).toBe("active");
	});

	test("rejects an organization that is not scheduled for deletion", async () => {
		const response = await restore(owner.token);

		expect([response.status, response.body.error.code]).toEqual([409, "state_conflict"]);
	});

	test("rejects a stale If-Match", async () => {
		await remove(owner.token);

		const response = await restore(owner.token, { "if-match": '"1"' });

		expect([response.status, response.body.error.code]).toEqual([412, "precondition_failed"]);
	});
});
