import { beforeEach, describe, expect, test } from "bun:test";
import { ADMIN, PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";
import { announced } from "#tests/support/traces";

const api = await useHarness();

let system: string;
let owner: SignedIn;
let path: string;
beforeEach(async () => {
	system = await api.signInSystem();
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}`;
});

const post = (verb: string, token: string, body?: unknown, headers: Record<string, string> = {}) =>
	api.request("POST", `${path}/${verb}`, { token, body, headers });
const authorities = (response: { body: { data: { suspension: { blocks: { authority: string }[] } | null } } }) =>
	response.body.data.suspension?.blocks.map(({ authority }) => authority) ?? [];
const loginAgain = async (email: string, password: string) =>
	(await api.request("POST", "/auth/login", { body: { email, password } })).body.access_token as string;

describe("POST /orgs/{orgId}/suspend", () => {
	test("suspends by the owner's authority and returns the organization with its suspension", async () => {
		const response = await post("suspend", owner.token, { reason: "Summer break" });

		expect(response.status).toBe(200);
		expect(response.headers.get("etag")).toBe('"2"');
		expect(response.body.data).toMatchObject({
			id: owner.orgId,
			state: "suspended",
			suspension: {
				blocks: [
					{
						authority: "owner",
						reasonCode: "owner_request",
						reason: "Summer break",
						liveMeetings: "drain",
						expiresAt: null,
					},
				],
			},
		});
		expect(await announced(api.store, owner.orgId)).toContain("org.suspended");
	});

	test("closes the organization to its members from the next request on, except for the necessary operations", async () => {
		const member = await api.addMember(owner, "admin");

		await post("suspend", owner.token);

		const settings = await api.request("GET", `${path}/settings`, { token: member.token });
		const write = await api.request("PUT", path, { token: member.token, body: { name: "x" } });
		const whole = await api.request("GET", path, { token: member.token });
		const profile = await api.request("GET", "/auth/profile", { token: member.token });
		expect([settings.status, settings.body.error.code]).toEqual([403, "organization_suspended"]);
		expect([write.status, write.body.error.meta]).toEqual([403, { state: "suspended" }]);
		expect([whole.status, profile.status]).toEqual([200, 200]);
	});

	test("leaves open what gets an organization out of it, and what proves what happened", async () => {
		const entries = await api.request("GET", `${path}/audit-logs`, { token: owner.token });
		await post("suspend", owner.token);
		const open = [
			["GET", path],
			...["", "/account", "/invoices", "/bill", "/usage", "/payment-methods"].map((of) => [
				"GET",
				`${path}/billing${of}`,
			]),
			["GET", `${path}/trial`],
			["GET", `${path}/audit-logs`],
			["GET", `${path}/audit-logs/verify`],
			["GET", `${path}/audit-logs/${entries.body.data[0].id}`],
			["POST", `${path}/privacy/exports`, { subject: "organization" }],
			["GET", `${path}/privacy/exports`],
			["POST", "/auth/profile/export", { password: PASSWORD }],
			["GET", "/auth/profile"],
			["PATCH", "/auth/update-profile", { name: "Ada" }],
		] as const;

		const refused = [];
		for (const [method, of, body] of open as readonly (readonly [string, string, object?])[]) {
			const { status } = await api.request(method, of, { token: owner.token, ...(body && { body }) });
			if (status >= 300) refused.push([method, of, status]);
		}
		const listed = ["text/csv", "application/x-ndjson"].map((accept) =>
			api.request("GET", `${path}/audit-logs`, { token: owner.token, headers: { accept } }),
		);
		const formats = (await Promise.all(listed)).map(({ status }) => status);
		const left = await api.request("POST", "/auth/logout", { token: owner.token, body: {} });

		expect(refused).toEqual([]);
		expect([...formats, left.status]).toEqual([200, 200, 204]);
	});

	test("keeps it open to system administrators", async () => {
		await post("suspend", system);

		const response = await api.request("PUT", path, { token: system, body: { name: "Renamed" } });

		expect(response.status).toBe(200);
	});

	test.each([
		["nonpayment", "billing"],
		["security", "security"],
		["abuse", "security"],
		["compliance", "system"],
		["other", "system"],
		[undefined, "system"],
	])("for %s a system administrator acts as %s", async (reasonCode, authority) => {
		const response = await post("suspend", system, reasonCode ? { reasonCode } : undefined);

		expect(authorities(response)).toEqual([authority]);
	});

	test("changes nothing the second time, except terms that differ", async () => {
		const first = await post("suspend", owner.token, { reason: "one" });
		const again = await post("suspend", owner.token, { reason: "one" });
		const other = await post("suspend", owner.token, { reason: "two" });

		expect(again.body).toEqual(first.body);
		expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
		expect(other.body.data.suspension.blocks).toMatchObject([{ reason: "two" }]);
	});

	inProcessTest("lifts itself when it expires", async () => {
		const expiresAt = new Date(api.nowMs() + 60_000).toISOString();
		await post("suspend", owner.token, { expiresAt });
		await api.parley.services.jobs.runDue();
		const before = await api.request("GET", `${path}?fields=state`, { token: system });

		api.advanceMs(60_000);
		await api.parley.services.jobs.runDue();

		const after = await api.request("GET", `${path}?fields=state,suspension`, { token: system });
		expect(before.body.data.state).toBe("suspended");
		expect(after.body.data).toEqual({ state: "active", suspension: null });
		expect((await api.request("GET", `${path}/settings`, { token: owner.token })).status).toBe(200);
		expect(await announced(api.store, owner.orgId)).toContain("org.resumed");
	});

	inProcessTest("does not lift itself when the terms were changed meanwhile", async () => {
		await post("suspend", owner.token, { expiresAt: new Date(api.nowMs() + 60_000).toISOString() });
		await post("suspend", owner.token, { expiresAt: new Date(api.nowMs() + 120_000).toISOString() });

		api.advanceMs(60_000);
		await api.parley.services.jobs.runDue();

		const { body } = await api.request("GET", `${path}?fields=state`, { token: system });
		expect(body.data.state).toBe("suspended");
	});

	test.each([
		{ reasonCode: "boredom" },
		{ expiresAt: "2020-01-01T00:00:00Z" },
		{ expiresAt: "tomorrow" },
		{ liveMeetings: "keep" },
		{ reason: "x".repeat(501) },
		{ until: "x" },
	])("rejects %j", async (body) => {
		const response = await post("suspend", owner.token, body);

		expect([response.status, response.body.error.code]).toEqual([422, "validation_failed"]);
	});

	test("rejects a stale If-Match", async () => {
		const response = await post("suspend", owner.token, {}, { "if-match": '"9"' });

		expect([response.status, response.body.error.code]).toEqual([412, "precondition_failed"]);
	});

	test("is for administrators of that organization", async () => {
		const teacher = await api.addMember(owner, "teacher");
		const other = await api.createOrganization();

		const byTeacher = await post("suspend", teacher.token);
		const byOther = await post("suspend", other.token);

		expect([byTeacher.status, byTeacher.body.error.code]).toEqual([403, "insufficient_scope"]);
		expect([byOther.status, byOther.body.error.code]).toEqual([403, "org_mismatch"]);
	});
});

describe("POST /orgs/{orgId}/resume", () => {
	test("lets the owner lift their own suspension, after which everything works again", async () => {
		await post("suspend", owner.token);

		const response = await post("resume", owner.token);

		expect(response.body.data).toMatchObject({ state: "active", suspension: null });
		expect((await api.request("GET", `${path}/settings`, { token: owner.token })).status).toBe(200);
	});

	test("rejects an active organization", async () => {
		const response = await post("resume", owner.token);

		expect(response.status).toBe(409);
		expect(response.body.error).toMatchObject({ code: "state_conflict", meta: { state: "active" } });
	});

	test.each(["nonpayment", "security", "other"])("rejects an owner after a suspension for %s", async (reasonCode) => {
		await post("suspend", system, { reasonCode });

		const response = await post("resume", owner.token);

		expect([response.status, response.body.error.code]).toEqual([403, "block_not_owned"]);
		expect((await api.request("GET", `${path}?fields=state`, { token: system })).body.data.state).toBe("suspended");
	});

	test("lifts the owner's block but not the others, so that the organization stays suspended", async () => {
		await post("suspend", owner.token);
		await post("suspend", system, { reasonCode: "nonpayment" });

		const byOwner = await post("resume", owner.token);
		const bySystem = await post("resume", system);

		expect([byOwner.body.data.state, authorities(byOwner)]).toEqual(["suspended", ["billing"]]);
		expect([bySystem.body.data.state, authorities(bySystem)]).toEqual(["active", []]);
		const types = await announced(api.store, owner.orgId);
		expect(types.filter((type) => type === "org.resumed")).toHaveLength(1);
	});

	test("by a system administrator lifts all blocks", async () => {
		await post("suspend", owner.token);
		await post("suspend", system, { reasonCode: "abuse" });
		await post("suspend", system, { reasonCode: "compliance" });

		const response = await post("resume", system);

		expect(response.body.data).toMatchObject({ state: "active", suspension: null });
	});

	test("returns the same result to a retry with the same key", async () => {
		await post("suspend", owner.token);
		const headers = { "idempotency-key": crypto.randomUUID() };

		const first = await post("resume", owner.token, undefined, headers);
		const again = await post("resume", owner.token, undefined, headers);

		expect([first.status, again.status]).toEqual([200, 200]);
		expect(again.body).toEqual(first.body);
	});
});

describe("signing in to a suspended organization", () => {
	test("is possible, so that its owner can resume it", async () => {
		await post("suspend", owner.token);

		const token = await loginAgain(owner.email, PASSWORD);
		const response = await post("resume", token);

		expect(response.status).toBe(200);
		expect(await loginAgain(ADMIN.email, ADMIN.password)).toBeString();
	});
});
