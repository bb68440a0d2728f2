import { beforeEach, expect, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import {
	apiKeys,
	idempotencyKeys,
	invitations,
	jobs,
	memberships,
	organizationBlocks,
	searchTerms,
	sessions,
} from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { newAddress } from "#tests/support/addresses";
import type { Caller } from "#tests/support/client";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { enlarge, type LargeTenant } from "#tests/support/large-tenant";
import { sessionsOf } from "#tests/support/people";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";
import { announced, eventsOf } from "#tests/support/traces";

const api = await useHarness();
const { db } = api.store;

let owner: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization({ name: "Large" });
	path = `/orgs/${owner.orgId}`;
});

const enlargeOrganization = (person: SignedIn, by: LargeTenant) =>
	enlarge(api.store.url, person, { nowMs: api.nowMs(), ...by });
const runJobs = () => api.parley.services.jobs.runDue();
const login = (email: string, orgId?: string) =>
	api.post("/auth/login", { email, password: PASSWORD, ...(orgId && { orgId }) });

/** Counts the rows that an organization has left. */
async function leftOf(orgId: string): Promise<number> {
	const counts = await Promise.all(
		[apiKeys, idempotencyKeys, invitations, jobs, memberships, organizationBlocks, searchTerms, sessions].map((table) =>
			db.$count(table, eq(table.orgId, orgId)),
		),
	);
	return counts.reduce((sum, count) => sum + count, 0);
}

inProcessDescribe("a large organization that was just purged", () => {
	let system: Caller;
	let member: SignedIn;
	let key: string;
	let invitation: string;

	/** Purges the organization, and leaves most of its rows to the job. */
	async function purge(): Promise<void> {
		const response = await system.delete(`${path}?force=true&confirm=Large`);
		expect(response.body.data.state).toBe("deleted");
	}

	beforeEach(async () => {
		system = api.as(await api.signInSystem());
		member = await api.addMember(owner, "member");
		key = (await owner.post(`${path}/api-keys`, { name: "Sync", scopes: ["org:read"] })).body.data.key;
		const invited = await owner.post(`${path}/invitations`, { email: newAddress(), role: "member" });
		invitation = invited.body.data.token;
		await api.as(key).get(path);
		await enlargeOrganization(owner, { members: 400, invitations: 300, keys: 200, background: 400, sessions: 300 });
	});

	test("is gone for everybody, though its rows are still there", async () => {
		await purge();

		const rowsLeft = await leftOf(owner.orgId);
		const bySystem = [
			await system.get(path),
			await system.get(`${path}/members`),
			await system.get(`${path}/members/${member.userId}`),
			await system.get(`${path}/invitations`),
			await system.get(`${path}/api-keys`),
			await system.post(`${path}/members`, { userId: member.userId, role: "member" }),
			await system.post(`${path}/restore`),
		];
		const byMember = await member.get(path);
		const byKey = await api.as(key).get(path);
		const accepted = await api.post(`/auth/invitations/${invitation}/accept`, { password: PASSWORD });
		expect(rowsLeft).toBeGreaterThan(500);
		expect(bySystem.map(codeOf)).toEqual(bySystem.map(() => [410, "purged"]));
		expect([byMember, byKey, accepted].map(codeOf)).toEqual([
			[401, "token_revoked"],
			[401, "unauthenticated"],
			[422, "token_invalid"],
		]);
	});

	test("is no longer among the organizations of its members", async () => {
		const other = await api.createOrganization();
		await api.enroll(member.userId, other.orgId, "guest");
		await purge();

		const there = await login(member.email, owner.orgId);
		const here = await login(member.email);
		const profile = await api.as(here.body.access_token).get("/auth/profile");

		expect(codeOf(there)).toEqual([403, "org_mismatch"]);
		expect(here.body.user.role).toBe("guest");
		expect(profile.body.data.memberships.map(({ orgId }: { orgId: string }) => orgId)).toEqual([other.orgId]);
	});

	test("lets sessions continue without it", async () => {
		const signedIn = await login(member.email, owner.orgId);
		const administrator = await api.post("/auth/login", {
			email: "root@parley.example",
			password: "correct horse battery",
			orgId: owner.orgId,
		});
		await purge();

		const refreshed = await Promise.all(
			[signedIn, administrator].map(({ body }) => api.post("/auth/refresh", { refresh_token: body.refresh_token })),
		);

		const profiles = await Promise.all(refreshed.map(({ body }) => api.as(body.access_token).get("/auth/profile")));
		expect(profiles.map(({ status }) => status)).toEqual([200, 200]);
	});

	test("is erased by a job, and announces its end once", async () => {
		await purge();

		await runJobs();

		expect(await leftOf(owner.orgId)).toBe(0);
		expect((await announced(api.store, owner.orgId)).filter((type) => type === "org.purged")).toHaveLength(1);
	});

	test("does not come back when the time of one of its blocks is over", async () => {
		const expiresAt = new Date(api.nowMs() + DAY_MS).toISOString();
		await system.post(`${path}/suspend`, { expiresAt });
		const [block] = await db.select().from(organizationBlocks).where(eq(organizationBlocks.orgId, owner.orgId));
		await purge();
		// The purge may have reached both already.
		if (block) await db.insert(organizationBlocks).values(block).onConflictDoNothing();
		const payload = { blockId: block?.id };
		await api.parley.services.jobs.enqueue(db, { queue: "organizations.lift_block", orgId: owner.orgId, payload });

		await runJobs();

		system = api.as(await api.signInSystem());
		expect(codeOf(await system.get(path))).toEqual([410, "purged"]);
	});

	test("is erased by the job of a deletion whose time has come, too", async () => {
		await owner.delete(path);
		api.advanceMs(30 * DAY_MS);

		await runJobs();

		expect(await leftOf(owner.orgId)).toBe(0);
	});
});

inProcessDescribe("the end of all sessions of a person who has many", () => {
	test("is immediate for all, and names the newest", async () => {
		const person = await api.addMember(owner, "member");
		const others = [await login(person.email), await login(person.email)];
		await enlargeOrganization(person, { sessions: 300 });
		for (const { body } of others) await api.as(body.access_token).get("/auth/profile");

		const ended = await person.delete("/auth/sessions");

		const unmarked = await sessionsOf(db, person.userId);
		const denied = await Promise.all(others.map(({ body }) => api.as(body.access_token).get("/auth/profile")));
		const refused = await api.post("/auth/refresh", { refresh_token: others[0]?.body.refresh_token });
		const listed = await person.get("/auth/sessions");
		const last = (await eventsOf(api.store, owner.orgId)).findLast(({ type }) => type === "security.signed_out");
		expect(ended.status).toBe(204);
		expect(unmarked.length).toBeGreaterThan(100);
		expect([...denied, refused].map(codeOf)).toEqual([
			[401, "session_revoked"],
			[401, "session_revoked"],
			[401, "session_revoked"],
		]);
		expect(listed.body.data.map(({ current }: { current: boolean }) => current)).toEqual([true]);
		expect(last?.object).toMatchObject({ hasMore: true });
		expect(last?.object.sessionIds).toHaveLength(100);
	});

	test("is written to their rows by a job, which leaves the current one and new ones alone", async () => {
		const person = await api.addMember(owner, "member");
		await enlargeOrganization(person, { sessions: 300 });
		await person.delete("/auth/sessions");
		const later = await login(person.email);

		await runJobs();

		const alive = await db.$count(sessions, and(eq(sessions.userId, person.userId), isNull(sessions.revokedAtMs)));
		const answers = await Promise.all(
			[person.token, later.body.access_token].map((token) => api.as(token).get("/auth/profile")),
		);
		expect(alive).toBe(2);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});

	test("happens again with the next password", async () => {
		const person = await api.addMember(owner, "member");
		const change = (current: string, next: string) =>
			person.patch("/auth/update-profile", { password: { current, new: next } });
		await change(PASSWORD, "the second long password");
		const second = await api.post("/auth/login", { email: person.email, password: "the second long password" });

		const third = await change("the second long password", "the third long password");

		expect(third.status).toBe(200);
		expect(codeOf(await api.as(second.body.access_token).get("/auth/profile"))).toEqual([401, "session_revoked"]);
	});
});

inProcessDescribe("the removal of a member with many invitations and keys", () => {
	let admin: SignedIn;
	/** A token that the removal does not reach at once: guests come first. */
	let token: string;

	beforeEach(async () => {
		admin = await api.addMember(owner, "admin");
		await enlargeOrganization(admin, { invitations: 120, keys: 120 });
		const invited = await admin.post(`${path}/invitations`, { email: newAddress(), role: "member" });
		token = invited.body.data.token;
	});

	const remove = () => owner.delete(`${path}/members/${admin.userId}`);
	const pending = () =>
		db.$count(invitations, and(eq(invitations.orgId, owner.orgId), eq(invitations.state, "pending")));
	const active = () => db.$count(apiKeys, and(eq(apiKeys.orgId, owner.orgId), eq(apiKeys.makerState, "active")));

	test("lets nobody accept an invitation that is not revoked yet", async () => {
		await remove();

		const left = await pending();
		const accepted = await api.post(`/auth/invitations/${token}/accept`, { password: PASSWORD });

		expect(left).toBe(71);
		expect(codeOf(accepted)).toEqual([422, "token_invalid"]);
	});

	test("revokes and marks all of them in the end, each recorded", async () => {
		await remove();
		const before = await active();

		await runJobs();

		const types = await announced(api.store, owner.orgId);
		expect([before, await pending(), await active()]).toEqual([70, 0, 0]);
		expect(types.filter((type) => type === "org.invitation.revoked")).toHaveLength(121);
		expect(types.filter((type) => type === "security.api_key_orphaned")).toHaveLength(120);
	});

	test("does not touch the invitations of a later invitation to the organization", async () => {
		await remove();
		api.advanceMs(1_000);
		await api.enroll(admin.userId, owner.orgId, "admin");
		const again = await login(admin.email, owner.orgId);
		const body = { email: newAddress(), role: "guest" };
		const invited = await api.as(again.body.access_token).post(`${path}/invitations`, body);

		await runJobs();
		const url = `/auth/invitations/${invited.body.data.token}/accept`;
		const accepted = await api.post(url, { password: PASSWORD });

		expect(accepted.status).toBe(200);
		expect(await pending()).toBe(0);
	});
});
