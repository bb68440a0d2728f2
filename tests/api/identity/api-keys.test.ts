import { beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "#kernel/clock";
import type { Scope } from "#kernel/scopes";
import { systemContext } from "#modules/tenancy/permissions";
import { type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { announced, auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness();

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const base = ({ orgId }: SignedIn) => `/orgs/${orgId}/api-keys`;
const uuid = () => crypto.randomUUID();

const make = (body: Record<string, unknown> = {}, by = owner): Promise<TestResponse> =>
	api.request("POST", base(by), { token: by.token, body: { name: "Sync", scopes: ["org:read"], ...body } });
const change = (id: string, body: unknown, by = owner, headers = {}) =>
	api.request("PATCH", `${base(by)}/${id}`, { token: by.token, body, headers });
async function tokenWith(scopes: readonly Scope[]): Promise<string> {
	const { orgId, email } = owner;
	return (await api.parley.services.scriptTokens.issue(systemContext("cli:test"), { email, orgId, scopes })).token;
}
const revoke = (id: string, by = owner) => api.request("DELETE", `${base(by)}/${id}`, { token: by.token });
const list = async (by = owner, query = "") => (await api.request("GET", base(by) + query, { token: by.token })).body;

describe("POST /orgs/{orgId}/api-keys", () => {
	test("returns a key with 256 random bits, once, and stores only its hash", async () => {
		const { status, headers, body } = await make({ name: " Timetable ", allowedIps: ["10.1.2.3/8", "::1"] });

		const { key, ...shown } = body.data;
		const got = await api.request("GET", `${base(owner)}/${shown.id}`, { token: owner.token });
		const dump = JSON.stringify([
			await list(),
			await eventsOf(api.store, owner.orgId),
			await auditOf(api.store, owner.orgId),
		]);
		expect(status).toBe(201);
		expect(key).toMatch(new RegExp(`^mpk_${owner.orgId.slice(4)}_[\\w-]{43}$`));
		expect(shown).toMatchObject({
			name: "Timetable",
			hint: key.slice(-4),
			scopes: ["org:read"],
			allowedIps: ["10.0.0.0/8", "::1/128"],
			createdBy: owner.userId,
			expiresAt: null,
			lastUsedAt: null,
		});
		expect(headers.get("location")).toBe(`http://localhost:3000${base(owner)}/${shown.id}`);
		expect(headers.get("etag")).not.toBeNull();
		expect(got.body.data).toEqual(shown);
		expect(dump).not.toContain(key);
		expect(api.logged.join("")).not.toContain(key);
		expect(await announced(api.store, owner.orgId)).toContain("security.api_key_created");
		const entry = (await auditOf(api.store, owner.orgId)).at(-1);
		expect(entry).toMatchObject({ action: "api_key.create", targets: [{ type: "api_key", id: shown.id }] });
	});

	test.each([
		[{ scopes: [] }, "/scopes"],
		[{ scopes: ["org:everything"] }, "/scopes/0"],
		[{ scopes: ["org:read", "org:read"] }, "/scopes"],
		[{ name: " " }, "/name"],
		[{ allowedIps: ["10.0.0.0/33"] }, "/allowedIps/0"],
		[{ allowedIps: ["::1", "localhost"] }, "/allowedIps/1"],
		[{ allowedIps: ["0x7f.1"] }, "/allowedIps/0"],
		[{ allowedIps: ["::ffff:10.0.0.0/104"] }, "/allowedIps/0"],
		[{ allowedIps: ["10.0.0.0/8/8"] }, "/allowedIps/0"],
		[{ expiresAt: "2020-01-01T00:00:00.000Z" }, "/expiresAt"],
		[{ expiresAt: "tomorrow" }, "/expiresAt"],
		[{ role: "owner" }, "/role"],
	])("rejects %j", async (body, path) => {
		const response = await make(body);

		expect(codeOf(response)).toEqual([422, "validation_failed"]);
		expect(response.body.error.errors[0].path).toBe(path);
	});

	// A token can have fewer scopes than its role.
	test("never exceeds the rights of its maker", async () => {
		const strong = (await make({ scopes: ["org:admin", "org:read"] })).body.data;
		const weak = { ...owner, token: await tokenWith(["apikey:admin", "org:read", "member:read"]) };

		const beyond = await make({ scopes: ["org:read", "audit:read", "org:admin"] }, weak);
		const within = await make({ scopes: ["org:read", "member:read"] }, weak);
		const widened = await change(within.body.data.id, { scopes: ["org:write"] }, weak);
		const taken = await api.request("POST", `${base(owner)}/${strong.id}/rotate`, { token: weak.token, body: {} });
		const loosened = await change(strong.id, { scopes: ["org:read"], allowedIps: null }, weak);

		const refused = [beyond, widened, taken, loosened];
		expect(within.status).toBe(201);
		expect(refused.map(codeOf)).toEqual(refused.map(() => [403, "insufficient_scope"]));
		expect(beyond.body.error.meta).toEqual({ required: "org:admin audit:read" });
		expect((await revoke(strong.id, weak)).status).toBe(204);
	});

	test("is for administrators", async () => {
		const manager = await api.addMember(owner, "manager");

		const response = await make({}, manager);

		expect(response.body.error.meta).toEqual({ required: "apikey:admin" });
	});

	test("returns the same key to a retry", async () => {
		const headers = { "Idempotency-Key": uuid() };
		const send = () =>
			api.request("POST", base(owner), { token: owner.token, headers, body: { name: "Sync", scopes: ["org:read"] } });

		const [first, second] = [await send(), await send()];

		expect(second.body.data).toEqual(first.body.data);
		expect(second.headers.get("idempotency-replayed")).toBe("true");
		expect((await list()).data).toHaveLength(1);
	});

	test("is not for API keys, which could create others without their own limits", async () => {
		const { key, id } = (await make({ scopes: ["org:admin", "org:read"] })).body.data;
		const asKey = { ...owner, token: key };

		const answers = [
			await make({}, asKey),
			await change(id, { allowedIps: null }, asKey),
			await api.request("POST", `${base(owner)}/${id}/rotate`, { token: key, body: {} }),
			await revoke(id, asKey),
		];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "forbidden"]));
		expect((await list(asKey)).data).toHaveLength(1);
	});
});

describe("GET /orgs/{orgId}/api-keys", () => {
	test("pages through the keys, oldest first, except revoked ones", async () => {
		const ids: string[] = [];
		for (const name of ["a", "b", "c", "d"]) ids.push((await make({ name })).body.data.id);
		await revoke(ids[1] ?? "");

		const first = await list(owner, "?limit=2&fields=id,name");
		const second = await list(owner, `?limit=2&fields=id,name&cursor=${first.page.nextCursor}`);

		expect([...first.data, ...second.data]).toEqual([
			{ id: ids[0], name: "a" },
			{ id: ids[2], name: "c" },
			{ id: ids[3], name: "d" },
		]);
		expect(second.page.hasMore).toBe(false);
	});

	test("is for administrators", async () => {
		const member = await api.addMember(owner, "member");

		const response = await api.request("GET", base(member), { token: member.token });

		expect(codeOf(response)).toEqual([403, "insufficient_scope"]);
	});
});

describe("a key of another organization", () => {
	test("looks like one that does not exist, byte for byte", async () => {
		const other = await api.createOrganization();
		const foreign = (await make({}, other)).body.data.id;
		const missing = "key_01jd0z7v9gf2nbrexx3vqjhp41";
		const ask = async (method: string, id: string, path = "", body?: unknown) => {
			const response = await api.request(method, `${base(owner)}/${id}${path}`, { token: owner.token, body });
			return response.text.replace(response.headers.get("x-request-id") ?? "", "");
		};

		const requests = [
			["GET", "", undefined],
			["PATCH", "", { name: "Mine" }],
			["DELETE", "", undefined],
			["POST", "/rotate", { graceSeconds: 60 }],
		] as const;
		const answers = await Promise.all(
			requests.map(async ([method, path, body]) => [
				await ask(method, foreign, path, body),
				await ask(method, missing, path, body),
			]),
		);

		for (const [ofForeign, ofMissing] of answers) expect(ofForeign).toBe(ofMissing ?? "");
		expect(answers[0]?.[0]).toContain("not_found");
		expect((await list(other)).data[0].name).toBe("Sync");
	});

	test("is not accessible through the path of its own organization either", async () => {
		const other = await api.createOrganization();
		const { id } = (await make({}, other)).body.data;

		const response = await api.request("GET", `${base(other)}/${id}`, { token: owner.token });

		expect(codeOf(response)).toEqual([403, "org_mismatch"]);
	});
});

describe("PATCH /orgs/{orgId}/api-keys/{keyId}", () => {
	test("changes members that are sent and removes restrictions set to null", async () => {
		const expiresAt = new Date(api.nowMs() + DAY_MS).toISOString();
		const { id } = (await make({ allowedIps: ["10.0.0.1"], expiresAt })).body.data;

		const narrowed = await change(id, { name: "Renamed", scopes: ["member:read"] });
		const widened = await change(id, { allowedIps: null, expiresAt: null });

		expect(narrowed.body.data).toMatchObject({ name: "Renamed", scopes: ["member:read"], expiresAt });
		expect(widened.body.data).toMatchObject({ name: "Renamed", allowedIps: [], expiresAt: null });
		expect(widened.headers.get("etag")).not.toBe(narrowed.headers.get("etag"));
		const entry = (await auditOf(api.store, owner.orgId)).at(-1);
		expect(entry).toMatchObject({ action: "api_key.update" });
		expect(entry?.changes.map(({ path }) => path)).toEqual(["/allowedIps", "/expiresAt"]);
	});

	test("neither stores nor publishes anything when nothing changes", async () => {
		const made = await make();
		const before = await eventsOf(api.store, owner.orgId);

		const same = await change(made.body.data.id, { name: "Sync", expiresAt: null });

		expect(same.headers.get("etag")).toBe(made.headers.get("etag"));
		expect(await eventsOf(api.store, owner.orgId)).toHaveLength(before.length);
	});

	test("respects If-Match", async () => {
		const made = await make();
		const headers = { "If-Match": made.headers.get("etag") ?? "" };
		await change(made.body.data.id, { name: "Second" }, owner, headers);

		const late = await change(made.body.data.id, { name: "Third" }, owner, headers);

		expect(codeOf(late)).toEqual([412, "precondition_failed"]);
	});

	test("does not change a revoked key", async () => {
		const { id } = (await make()).body.data;
		await revoke(id);

		const answers = [await change(id, { name: "Again" }), await revoke(id)];

		expect(answers.map(codeOf)).toEqual([
			[404, "not_found"],
			[404, "not_found"],
		]);
	});
});
