import { beforeEach, describe, expect, test } from "bun:test";
import { systemContext } from "#modules/tenancy/permissions";
import type { Caller } from "#tests/support/client";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { disablePerson } from "#tests/support/people";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const NOWHERE = "org_01jd0z7v9gf2nbrexx3vqjhp41";

const api = await useHarness();

let system: Caller;
let owner: SignedIn;
let admin: SignedIn;
let path: string;
beforeEach(async () => {
	system = api.as(await api.signInSystem());
	owner = await api.createOrganization();
	admin = await api.addMember(owner, "admin");
	path = `/orgs/${owner.orgId}`;
	await admin.get(path); // so that whatever can be cached is
});

const setRole = (userId: string, role: string) => owner.patch(`${path}/members/${userId}`, { role });
const signIn = async ({ email, orgId }: SignedIn): Promise<string> => {
	const { body } = await api.post("/auth/login", { email, password: PASSWORD, orgId });
	return body.access_token;
};

describe("the very next request", () => {
	test("after signing out is rejected, for that session only", async () => {
		const other = await signIn(admin);
		await api.as(other).get(path);
		await admin.post("/auth/logout", {});

		const ended = await admin.get(path);
		const alive = await api.as(other).get(path);

		expect(codeOf(ended)).toEqual([401, "session_revoked"]);
		expect(ended.headers.get("www-authenticate")).toContain('error="invalid_token"');
		expect(alive.status).toBe(200);
	});

	test("after signing out everywhere is rejected for every session of the person", async () => {
		const other = await signIn(admin);
		await api.as(other).get(path);
		await admin.post("/auth/logout", { allDevices: true });

		const answers = [await admin.get(path), await api.as(other).get(path), await owner.get(path)];

		expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
	});

	test("after a suspension is rejected, after the resumption served", async () => {
		const members = `${path}/members`;
		const before = await admin.get(members);
		await owner.post(`${path}/suspend`, {});
		const during = await admin.get(members);
		await owner.post(`${path}/resume`, {});

		const after = await admin.get(members);

		expect([before.status, during.status, after.status]).toEqual([200, 403, 200]);
		expect(during.body.error).toMatchObject({ code: "organization_suspended", meta: { state: "suspended" } });
	});

	test("after the removal of the membership is rejected; a new membership is effective immediately", async () => {
		await owner.delete(`${path}/members/${admin.userId}`);
		const removed = await admin.get(path);
		await api.enroll(admin.userId, owner.orgId, "member");

		const back = await admin.get(path);

		expect(codeOf(removed)).toEqual([401, "token_revoked"]);
		expect(back.status).toBe(200);
	});

	test("after a change of role has the scopes of the new one", async () => {
		const write = () => admin.patch(`${path}/settings`, {});
		const before = await write();
		await setRole(admin.userId, "member");
		const demoted = await write();
		const profile = await admin.get("/auth/profile");
		await setRole(admin.userId, "admin");

		const promoted = await write();

		expect([before.status, promoted.status]).toEqual([200, 200]);
		expect(codeOf(demoted)).toEqual([403, "insufficient_scope"]);
		expect(demoted.body.error.meta).toEqual({ required: "org:write" });
		expect([profile.body.data.role, profile.body.data.scopes]).toEqual([
			"member",
			["meeting:read", "org:read", "transcript:read", "workspace:read"],
		]);
	});

	test("after a promotion has no more scopes than its token was issued with", async () => {
		const member = await api.addMember(owner, "member");
		await setRole(member.userId, "admin");

		const old = await member.patch(`${path}/settings`, {});
		const fresh = await api.as(await signIn(member)).patch(`${path}/settings`, {});

		expect(codeOf(old)).toEqual([403, "insufficient_scope"]);
		expect(fresh.status).toBe(200);
	});

	inProcessTest("after the account was disabled is rejected", async () => {
		await api.parley.services.unitOfWork.run(systemContext("cli:test"), async (change) => {
			await disablePerson(change.tx, admin.userId);
			change.invalidate(admin.userId);
		});

		const refused = await admin.get(path);
		const login = await api.post("/auth/login", { email: admin.email, password: PASSWORD });

		expect(codeOf(refused)).toEqual([401, "token_revoked"]);
		expect(codeOf(login)).toEqual([401, "invalid_credentials"]);
	});

	test("after the purge of the organization is rejected, for a system administrator with 410", async () => {
		const { name } = (await admin.get(path)).body.data;
		await system.delete(`${path}?force=true&confirm=${encodeURIComponent(name)}`, {});

		const answers = [await admin.get(path), await owner.get(path), await system.get(path)];

		expect(answers.map(codeOf)).toEqual([
			[401, "token_revoked"],
			[401, "token_revoked"],
			[410, "purged"],
		]);
	});

	inProcessTest("after the session's end is rejected, even with cached state", async () => {
		const [claims = ""] = admin.token.split(".").slice(1);
		const lifetimeMs = JSON.parse(Buffer.from(claims, "base64url").toString()).exp * 1000 - api.nowMs();

		api.advanceMs(lifetimeMs + 31_000);
		const response = await admin.get(path);

		expect(codeOf(response)).toEqual([401, "token_expired"]);
	});
});

describe("another organization", () => {
	test("looks the same whether or not it exists, byte for byte except the request id", async () => {
		const other = await api.createOrganization();
		const headers = { "x-request-id": crypto.randomUUID() };
		const ask = (orgId: string) => admin.get(`/orgs/${orgId}`, { headers });

		const existing = await ask(other.orgId);
		const missing = await ask(NOWHERE);

		expect(codeOf(existing)).toEqual([403, "org_mismatch"]);
		expect(missing.text).toBe(existing.text);
		expect([...missing.headers]).toEqual([...existing.headers]);
	});

	test("is known to exist to system administrators only", async () => {
		const other = await api.createOrganization();

		const answers = [await system.get(`/orgs/${other.orgId}`), await system.get(`/orgs/${NOWHERE}`)];

		expect(answers.map(codeOf)).toEqual([
			[200, undefined],
			[404, "not_found"],
		]);
	});

	test("is closed to every operation on an organization", async () => {
		const documented = (await api.parley.document()).paths;
		const operations = Object.entries(documented)
			.filter(([template]) => template.startsWith("/orgs/{orgId}"))
			.flatMap(([template, item]) => Object.keys(item).map((method) => ({ method: method.toUpperCase(), template })));
		const other = await api.createOrganization();

		const answers = await Promise.all(
			operations.map(({ method, template }) => {
				const url = template.replace("{orgId}", other.orgId).replace(/\{\w+\}/g, other.userId);
				return method === "GET" ? owner.get(url) : api.request(method, url, { token: owner.token, body: {} });
			}),
		);

		expect(answers.length).toBeGreaterThan(10);
		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "org_mismatch"]));
	});
});

describe("requests during changes", () => {
	test("two hundred reads during changes of role never return an older role than already returned", async () => {
		const ROUNDS = 40;
		const roleAfter = (changes: number): string => ["manager", "member", "auditor", "billing"][changes % 4] ?? "";
		const tokens = [admin.token, await signIn(admin), await signIn(admin), await signIn(admin), await signIn(admin)];
		let answered = 0;
		const change = async () => {
			for (let n = 1; n <= ROUNDS; n++) {
				await setRole(admin.userId, roleAfter(n));
				answered = n;
			}
		};
		const outdated: string[] = [];
		const reads = async (token: string) => {
			for (let n = 0; n < ROUNDS; n++) {
				const floor = answered;
				const { role } = (await api.as(token).get("/auth/profile")).body.data;
				// The last role answered before the request, or any later one up to the change in progress.
				const current = Array.from({ length: answered - floor + 2 }, (_, later) => roleAfter(floor + later));
				if (floor > 0 && !current.includes(role)) outdated.push(`${role} after ${floor} changes`);
			}
		};

		await Promise.all([change(), ...tokens.map(reads)]);

		expect(answered).toBe(ROUNDS);
		expect(outdated).toEqual([]);
	});

	test("two tokens of one session, used concurrently, are both rejected after signing out with one of them", async () => {
		const login = { body: { email: admin.email, password: PASSWORD, orgId: admin.orgId } };
		const older = (await api.request("POST", "/auth/login", login)).body;
		const newer = (await api.post("/auth/refresh", { refresh_token: older.refresh_token })).body;
		const tokens = [older.access_token, newer.access_token];
		const before = await Promise.all(tokens.map((token) => api.as(token).get(path)));
		await api.as(newer.access_token).post("/auth/logout", {});

		const after = await Promise.all(tokens.map((token) => api.as(token).get(path)));

		expect(before.map(({ status }) => status)).toEqual([200, 200]);
		expect(after.map(codeOf)).toEqual([
			[401, "session_revoked"],
			[401, "session_revoked"],
		]);
	});
});
