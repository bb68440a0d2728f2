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
const send = (method: string, url: string, token: string, body?: unknown) =>
	api.request(method, url, { token, ...(body !== undefined && { body }) });
const login = (email: string, orgId?: string) =>
	api.request("POST", "/auth/login", { body: { email, password: PASSWORD, ...(orgId && { orgId }) } });

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
	let system: string;
	let member: SignedIn;
	let key: string;
	let invitation: string;

	/** Purges the organization, and leaves most of its rows to the job. */
	async function purge(): Promise<void> {
		const response = await send("DELETE", `${path}?force=true&confirm=Large`, system);
		expect(response.body.data.state).toBe("deleted");
	}

	beforeEach(async () => {
		system = await api.signInSystem();
		member = await api.addMember(owner, "member");
		key = (await send("POST", `${path}/api-keys`, owner.token, { name: "Sync", scopes: ["org:read"] })).body.data.key;
		const invited = await send("POST", `${path}/invitations`, owner.token, { email: newAddress(), role: "member" });
		invitation = invited.body.data.token;
		await send("GET", path, key);
		await enlargeOrganization(owner, { members: 400, invitations: 300, keys: 200, background: 400, sessions: 300 });
	});

	test("is gone for everybody, though its rows are still there", async () => {
		await purge();

		const rowsLeft = await leftOf(owner.orgId);
		const bySystem = [
			await send("GET", path, system),
			await send("GET", `${path}/members`, system),
			await send("GET", `${path}/members/${member.userId}`, system),
			await send("GET", `${path}/invitations`, system),
			await send("GET", `${path}/api-keys`, system),
			await send("POST", `${path}/members`, system, { userId: member.userId, role: "member" }),
			await send("POST", `${path}/restore`, system),
		];
		const byMember = await send("GET", path, member.token);
		const byKey = await send("GET", path, key);
		const accepted = await api.request("POST", `/auth/invitations/${invitation}/accept`, {
			body: { password: PASSWORD },
		});
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
		const profile = await send("GET", "/auth/profile", here.body.access_token);

		expect(codeOf(there)).toEqual([403, "org_mismatch"]);
		expect(here.body.user.role).toBe("guest");
		expect(profile.body.data.memberships.map(({ orgId }: { orgId: string }) => orgId)).toEqual([other.orgId]);
	});

	test("lets sessions continue without it", async () => {
		const signedIn = await login(member.email, owner.orgId);
		const administrator = await api.request("POST", "/auth/login", {
			body: { email: "root@parley.example", password: "correct horse battery", orgId: owner.orgId },
		});
		await purge();

		const refreshed = await Promise.all(
			[signedIn, administrator].map(({ body }) =>
				api.request("POST", "/auth/refresh", { body: { refresh_token: body.refresh_token } }),
			),
		);

		const profiles = await Promise.all(refreshed.map(({ body }) => send("GET", "/auth/profile", body.access_token)));
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
		await send("POST", `${path}/suspend`, system, { expiresAt });
		const [block] = await db.select().from(organizationBlocks).where(eq(organizationBlocks.orgId, owner.orgId));
		await purge();
		// The purge may have reached both already.
		if (block) await db.insert(organizationBlocks).values(block).onConflictDoNothing();
		const payload = { blockId: block?.id };
		await api.parley.services.jobs.enqueue(db, { queue: "organizations.lift_block", orgId: owner.orgId, payload });

		await runJobs();

		system = await api.signInSystem();
		expect(codeOf(await send("GET", path, system))).toEqual([410, "purged"]);
	});

	test("is erased by the job of a deletion whose time has come, too", async () => {
		await send("DELETE", path, owner.token);
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
		for (const { body } of others) await send("GET", "/auth/profile", body.access_token);

		const ended = await send("DELETE", "/auth/sessions", person.token);

		const unmarked = await sessionsOf(db, person.userId);
		const denied = await Promise.all(others.map(({ body }) => send("GET", "/auth/profile", body.access_token)));
		const refused = await api.request("POST", "/auth/refresh", {
			body: { refresh_token: others[0]?.body.refresh_token },
		});
		const listed = await send("GET", "/auth/sessions", person.token);
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
		await send("DELETE", "/auth/sessions", person.token);
		const later = await login(person.email);

		await runJobs();

		const alive = await db.$count(sessions, and(eq(sessions.userId, person.userId), isNull(sessions.revokedAtMs)));
		const answers = await Promise.all(
			[person.token, later.body.access_token].map((token) => send("GET", "/auth/profile", token)),
		);
		expect(alive).toBe(2);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});

	test("happens again with the next password", async () => {
		const person = await api.addMember(owner, "member");
		const change = (current: string, next: string) =>
			send("PATCH", "/auth/update-profile", person.token, { password: { current, new: next } });
		await change(PASSWORD, "the second long password");
		const second = await api.request("POST", "/auth/login", {
			body: { email: person.email, password: "the second long password" },
		});

		const third = await change("the second long password", "the third long password");

		expect(third.status).toBe(200);
		expect(codeOf(await send("GET", "/auth/profile", second.body.access_token))).toEqual([401, "session_revoked"]);
	});
});

inProcessDescribe("the removal of a member with many invitations and keys", () => {
	let admin: SignedIn;
	/** A token that the removal does not reach at once: guests come first. */
	let token: string;

	beforeEach(async () => {
		admin = await api.addMember(owner, "admin");
		await enlargeOrganization(admin, { invitations: 120, keys: 120 });
		const invited = await send("POST", `${path}/invitations`, admin.token, { email: newAddress(), role: "member" });
		token = invited.body.data.token;
	});

	const remove = () => send("DELETE", `${path}/members/${admin.userId}`, owner.token);
	const pending = () =>
		db.$count(invitations, and(eq(invitations.orgId, owner.orgId), eq(invitations.state, "pending")));
	const active = () => db.$count(apiKeys, and(eq(apiKeys.orgId, owner.orgId), eq(apiKeys.makerState, "active")));

	test("lets nobody accept an invitation that is not revoked yet", async () => {
		await remove();

		const left = await pending();
		const accepted = await api.request("POST", `/auth/invitations/${token}/accept`, { body: { password: PASSWORD } });

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
		const invited = await send("POST", `${path}/invitations`, again.body.access_token, body);

		await runJobs();
		const url = `/auth/invitations/${invited.body.data.token}/accept`;
		const accepted = await api.request("POST", url, { body: { password: PASSWORD } });

		expect(accepted.status).toBe(200);
		expect(await pending()).toBe(0);
	});
});
