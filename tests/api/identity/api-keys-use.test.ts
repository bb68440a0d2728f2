import { beforeEach, describe, expect, test } from "bun:test";
import { MINUTE_MS } from "#kernel/clock";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe, inProcessTest } from "#tests/support/target";
import { auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness({ env: { TRUSTED_PROXIES: "127.0.0.1/32" } });

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const base = () => `/orgs/${owner.orgId}/api-keys`;
const REFUSED = [401, "unauthenticated"];

async function make(body: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
	const made = await api.request("POST", base(), {
		token: owner.token,
		body: { name: "Sync", scopes: ["org:read"], ...body },
	});
	return made.body.data;
}
const use = (key: string, from?: string, path = `/orgs/${owner.orgId}`) =>
	api.request("GET", path, { token: key, headers: from === undefined ? {} : { "X-Forwarded-For": from } });
const manage = (method: string, id: string, path = "", body?: unknown) =>
	api.request(method, `${base()}/${id}${path}`, { token: owner.token, body });
const rotate = async (id: string, body: unknown = {}) => (await manage("POST", id, "/rotate", body)).body.data;

describe("an API key", () => {
	test("acts for its organization, with exactly its scopes", async () => {
		const { key } = await make({ scopes: ["org:read"] });
		const other = await api.createOrganization();

		const allowed = await use(key);
		const people = await use(key, undefined, `/orgs/${owner.orgId}/members`);
		const beyond = await api.request("PATCH", `/orgs/${owner.orgId}/settings`, { token: key, body: {} });
		const elsewhere = await use(key, undefined, `/orgs/${other.orgId}`);
		const system = await use(key, undefined, "/orgs");

		expect(allowed.status).toBe(200);
		expect([codeOf(people), codeOf(beyond)]).toEqual([
			[403, "insufficient_scope"],
			[403, "insufficient_scope"],
		]);
		expect(codeOf(elsewhere)).toEqual([403, "org_mismatch"]);
		expect(codeOf(system)).toEqual([403, "admin_required"]);
	});

	test("is the actor of what it does", async () => {
		const { key, id } = await make({ scopes: ["org:write"] });

		await api.request("PATCH", `/orgs/${owner.orgId}/settings`, { token: key, body: { timezone: "Europe/Berlin" } });

		const event = (await eventsOf(api.store, owner.orgId)).at(-1);
		const entry = (await auditOf(api.store, owner.orgId)).at(-1);
		expect(event).toMatchObject({ type: "org.settings_updated", actor: { type: "service", id } });
		expect(entry).toMatchObject({ actorType: "service", actorId: id, actorRole: null });
	});

	test("reflects each change from the next request on", async () => {
		const { key, id } = await make({ scopes: ["org:read"] });
		const seen = [(await use(key)).status];

		for (const body of [{ scopes: ["member:read"] }, { scopes: ["org:read"], allowedIps: ["192.0.2.1"] }]) {
			await manage("PATCH", id, "", body);
			seen.push((await use(key)).status);
		}
		await manage("PATCH", id, "", { allowedIps: null });
		seen.push((await use(key)).status);
		await manage("DELETE", id);
		const revoked = await use(key);

		expect(seen).toEqual([200, 403, 401, 200]);
		expect(codeOf(revoked)).toEqual(REFUSED);
	});

	test("is rejected in the same way, whatever the reason", async () => {
		const [revoked, bound, live] = [await make(), await make({ allowedIps: ["192.0.2.1"] }), await make()];
		await manage("DELETE", revoked.id);
		const other = await api.createOrganization();
		const keys = [
			revoked.key,
			bound.key,
			"mpk_",
			"mpk_x",
			`${live.key.slice(0, -1)}${live.key.endsWith("A") ? "B" : "A"}`,
			`${live.key}A`,
			live.key.replace(owner.orgId.slice(4), other.orgId.slice(4)),
			live.key.toUpperCase().replace("MPK_", "mpk_"),
		];

		const answers = await Promise.all(keys.map((key) => use(key)));

		expect(answers.map(codeOf)).toEqual(keys.map(() => REFUSED));
		expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1);
	});

	test.each([
		[["203.0.113.0/24"], "203.0.113.255", 200],
		[["203.0.113.0/24"], "203.0.114.1", 401],
		[["203.0.113.7"], "203.0.113.7", 200],
		[["203.0.113.7"], "::ffff:203.0.113.7", 200],
		[["203.0.113.7"], "2001:db8::1", 401],
		[["2001:db8::/32", "10.0.0.0/8"], "2001:db8:ffff::1", 200],
		[["2001:db8::/32", "10.0.0.0/8"], "10.255.0.1", 200],
		[["2001:db8::/32"], "2001:db9::1", 401],
		[["0.0.0.0/0"], "2001:db8::1", 401],
		[["0.0.0.0/0"], "198.51.100.1", 200],
		[[], "198.51.100.1", 200],
	])("for %j used from %s gets %d", async (allowedIps, from, status) => {
		const { key } = await make({ allowedIps });

		const [first, again] = [await use(key, from), await use(key, from)];

		expect([first.status, again.status]).toEqual([status, status]);
	});

	test("is checked against the address of each request", async () => {
		const { key } = await make({ allowedIps: ["203.0.113.7"] });

		const answers = [];
		for (const from of ["203.0.113.7", "203.0.113.8", "203.0.113.7"]) answers.push((await use(key, from)).status);

		expect(answers).toEqual([200, 401, 200]);
	});

	test("is suspended with its organization", async () => {
		const { key } = await make({ scopes: ["org:read", "member:read"] });
		await use(key);

		await api.request("POST", `/orgs/${owner.orgId}/suspend`, { token: owner.token, body: {} });
		const suspended = await use(key, undefined, `/orgs/${owner.orgId}/members`);
		const allowed = await use(key);
		await api.request("POST", `/orgs/${owner.orgId}/resume`, { token: owner.token, body: {} });
		const resumed = await use(key, undefined, `/orgs/${owner.orgId}/members`);

		expect(codeOf(suspended)).toEqual([403, "organization_suspended"]);
		expect([allowed.status, resumed.status]).toEqual([200, 200]);
	});

	test("ends with its organization", async () => {
		const { key } = await make();
		await use(key);
		const token = await api.signInSystem();
		const { name } = (await api.request("GET", `/orgs/${owner.orgId}`, { token })).body.data;

		const path = `/orgs/${owner.orgId}?force=true&confirm=${encodeURIComponent(name)}`;
		const deleted = await api.request("DELETE", path, { token });

		expect(deleted.status).toBeLessThan(300);
		expect(codeOf(await use(key))).toEqual(REFUSED);
	});

	test("belongs to the organization: it outlives its maker's membership", async () => {
		const admin = await api.addMember(owner, "admin");
		const made = await api.request("POST", base(), {
			token: admin.token,
			body: { name: "Sync", scopes: ["org:read"] },
		});
		await api.request("DELETE", `/orgs/${owner.orgId}/members/${admin.userId}`, { token: owner.token });

		const response = await use(made.body.data.key);

		expect(response.status).toBe(200);
	});

	test("has no sessions and no passkeys", async () => {
		const { key } = await make();

		const profile = await use(key, undefined, "/auth/profile");
		const passkeys = await use(key, undefined, "/auth/passkeys");

		expect(profile.status).toBe(200);
		expect(codeOf(passkeys)).toEqual([403, "forbidden"]);
	});

	inProcessTest("ends when it expires, to the millisecond", async () => {
		const { key } = await make({ expiresAt: new Date(api.nowMs() + MINUTE_MS).toISOString() });

		api.advanceMs(MINUTE_MS - 1);
		const before = await use(key);
		api.advanceMs(1);
		const after = await use(key);

		expect(before.status).toBe(200);
		expect(codeOf(after)).toEqual(REFUSED);
	});
});

describe("POST /orgs/{orgId}/api-keys/{keyId}/rotate", () => {
	test("replaces the key immediately without a grace period", async () => {
		const { key, id } = await make();
		await use(key);

		const rotated = await rotate(id);

		expect(rotated.id).toBe(id);
		expect(rotated.key).not.toBe(key);
		expect(rotated.hint).toBe(rotated.key.slice(-4));
		expect(codeOf(await use(key))).toEqual(REFUSED);
		expect((await use(rotated.key)).status).toBe(200);
	});

	test("keeps the previous key, and only that one, for the grace period", async () => {
		const { key: first, id } = await make();
		const { key: second } = await rotate(id, { graceSeconds: 60 });
		const both = [(await use(first)).status, (await use(second)).status];

		const { key: third } = await rotate(id, { graceSeconds: 60 });

		const statuses = [];
		for (const key of [first, second, third]) statuses.push((await use(key)).status);
		expect(both).toEqual([200, 200]);
		expect(statuses).toEqual([401, 200, 200]);
		const entry = (await auditOf(api.store, owner.orgId)).at(-1);
		expect(entry?.action).toBe("api_key.rotate");
		expect(JSON.stringify(entry)).not.toContain(third);
	});

	test("revokes both together", async () => {
		const { key: first, id } = await make();
		const { key: second } = await rotate(id, { graceSeconds: 60 });

		await manage("DELETE", id);

		expect(codeOf(await use(first))).toEqual(REFUSED);
		expect(codeOf(await use(second))).toEqual(REFUSED);
	});

	test.each([-1, 0.5, 604_801, "60"])("rejects a grace period of %p", async (graceSeconds) => {
		const { id } = await make();

		const response = await manage("POST", id, "/rotate", { graceSeconds });

		expect(codeOf(response)).toEqual([422, "validation_failed"]);
	});

	inProcessTest("ends the grace to the millisecond", async () => {
		const { key, id } = await make();
		await rotate(id, { graceSeconds: 60 });

		api.advanceMs(MINUTE_MS - 1);
		const before = await use(key);
		api.advanceMs(1);
		const after = await use(key);

		expect(before.status).toBe(200);
		expect(codeOf(after)).toEqual(REFUSED);
	});
});

inProcessDescribe("the last use of an API key", () => {
	const lastUseOf = async (id: string) => (await manage("GET", id)).body.data.lastUsedAt;

	test("is stored to the minute, later and for all keys together", async () => {
		const keys = [await make(), await make()];
		const refused = await make({ allowedIps: ["192.0.2.1"] });
		for (const { key } of [...keys, ...keys, refused]) await use(key);
		const before = await lastUseOf(keys[0]?.id ?? "");

		await api.parley.services.keys.flushUsage();

		const minute = new Date(Math.floor(api.nowMs() / MINUTE_MS) * MINUTE_MS).toISOString();
		expect(before).toBeNull();
		for (const { id } of keys) expect(await lastUseOf(id)).toBe(minute);
		expect(await lastUseOf(refused.id)).toBeNull();
	});

	test("changes the representation of the key, but not its version", async () => {
		const { key, id } = await make();
		const first = await manage("GET", id);
		await use(key);
		await api.parley.services.keys.flushUsage();

		const headers = { "If-None-Match": first.headers.get("etag") ?? "" };
		const second = await api.request("GET", `${base()}/${id}`, { token: owner.token, headers });
		const changed = await api.request("PATCH", `${base()}/${id}`, {
			token: owner.token,
			headers: { "If-Match": first.headers.get("etag") ?? "" },
			body: { name: "Still the same version" },
		});

		expect(second.status).toBe(200);
		expect(changed.status).toBe(200);
	});
});
