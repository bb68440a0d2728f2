import { beforeEach, describe, expect, test } from "bun:test";
import { systemContext } from "#modules/tenancy/permissions";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { disablePerson } from "#tests/support/people";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const NOWHERE = "org_01jd0z7v9gf2nbrexx3vqjhp41";

const api = await useHarness();

let system: string;
let owner: SignedIn;
let admin: SignedIn;
let path: string;
beforeEach(async () => {
	system = await api.signInSystem();
	owner = await api.createOrganization();
	admin = await api.addMember(owner, "admin");
	path = `/orgs/${owner.orgId}`;
	await read(admin.token); // so that whatever can be cached is
});

const send = (method: string, url: string, token: string, body: unknown = {}) =>
	api.request(method, url, { token, body });
const read = (token: string, url = path) => api.request("GET", url, { token });
const setRole = (userId: string, role: string) => send("PATCH", `${path}/members/${userId}`, owner.token, { role });
const signIn = async ({ email, orgId }: SignedIn): Promise<string> => {
	const { body } = await api.request("POST", "/auth/login", { body: { email, password: PASSWORD, orgId } });
	return body.access_token;
};

describe("the very next request", () => {
	test("after signing out is rejected, for that session only", async () => {
		const other = await signIn(admin);
		await read(other);
		await send("POST", "/auth/logout", admin.token);

		const ended = await read(admin.token);
		const alive = await read(other);

		expect(codeOf(ended)).toEqual([401, "session_revoked"]);
		expect(ended.headers.get("www-authenticate")).toContain('error="invalid_token"');
		expect(alive.status).toBe(200);
	});

	test("after signing out everywhere is rejected for every session of the person", async () => {
		const other = await signIn(admin);
		await read(other);
		await send("POST", "/auth/logout", admin.token, { allDevices: true });

		const answers = [await read(admin.token), await read(other), await read(owner.token)];

		expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
	});

	test("after a suspension is rejected, after the resumption served", async () => {
		const members = `${path}/members`;
		const before = await read(admin.token, members);
		await send("POST", `${path}/suspend`, owner.token);
		const during = await read(admin.token, members);
		await send("POST", `${path}/resume`, owner.token);

		const after = await read(admin.token, members);

		expect([before.status, during.status, after.status]).toEqual([200, 403, 200]);
		expect(during.body.error).toMatchObject({ code: "organization_suspended", meta: { state: "suspended" } });
	});

	test("after the removal of the membership is rejected; a new membership is effective immediately", async () => {
		await send("DELETE", `${path}/members/${admin.userId}`, owner.token);
		const removed = await read(admin.token);
		await api.enroll(admin.userId, owner.orgId, "member");

		const back = await read(admin.token);

		expect(codeOf(removed)).toEqual([401, "token_revoked"]);
		expect(back.status).toBe(200);
	});

	test("after a change of role has the scopes of the new one", async () => {
		const write = () => send("PATCH", `${path}/settings`, admin.token, {});
		const before = await write();
		await setRole(admin.userId, "member");
		const demoted = await write();
		const profile = await read(admin.token, "/auth/profile");
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

		const old = await send("PATCH", `${path}/settings`, member.token, {});
		const fresh = await send("PATCH", `${path}/settings`, await signIn(member), {});

		expect(codeOf(old)).toEqual([403, "insufficient_scope"]);
		expect(fresh.status).toBe(200);
	});

	inProcessTest("after the account was disabled is rejected", async () => {
		await api.parley.services.unitOfWork.run(systemContext("cli:test"), async (change) => {
			await disablePerson(change.tx, admin.userId);
			change.invalidate(admin.userId);
		});

		const refused = await read(admin.token);
		const login = await api.request("POST", "/auth/login", { body: { email: admin.email, password: PASSWORD } });

		expect(codeOf(refused)).toEqual([401, "token_revoked"]);
		expect(codeOf(login)).toEqual([401, "invalid_credentials"]);
	});

	test("after the purge of the organization is rejected, for a system administrator with 410", async () => {
		const { name } = (await read(admin.token)).body.data;
		await send("DELETE", `${path}?force=true&confirm=${encodeURIComponent(name)}`, system);

		const answers = [await read(admin.token), await read(owner.token), await read(system)];

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
		const response = await read(admin.token);

		expect(codeOf(response)).toEqual([401, "token_expired"]);
	});
});

describe("another organization", () => {
	test("looks the same whether or not it exists, byte for byte except the request id", async () => {
		const other = await api.createOrganization();
		const headers = { "x-request-id": crypto.randomUUID() };
		const ask = (orgId: string) => api.request("GET", `/orgs/${orgId}`, { token: admin.token, headers });

		const existing = await ask(other.orgId);
		const missing = await ask(NOWHERE);

		expect(codeOf(existing)).toEqual([403, "org_mismatch"]);
		expect(missing.text).toBe(existing.text);
		expect([...missing.headers]).toEqual([...existing.headers]);
	});

	test("is known to exist to system administrators only", async () => {
		const other = await api.createOrganization();

		const answers = [await read(system, `/orgs/${other.orgId}`), await read(system, `/orgs/${NOWHERE}`)];

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
				return method === "GET" ? read(owner.token, url) : send(method, url, owner.token);
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
				const { role } = (await read(token, "/auth/profile")).body.data;
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
		const newer = (await api.request("POST", "/auth/refresh", { body: { refresh_token: older.refresh_token } })).body;
		const tokens = [older.access_token, newer.access_token];
		const before = await Promise.all(tokens.map((token) => read(token)));
		await send("POST", "/auth/logout", newer.access_token);

		const after = await Promise.all(tokens.map((token) => read(token)));

		expect(before.map(({ status }) => status)).toEqual([200, 200]);
		expect(after.map(codeOf)).toEqual([
			[401, "session_revoked"],
			[401, "session_revoked"],
		]);
	});
});
