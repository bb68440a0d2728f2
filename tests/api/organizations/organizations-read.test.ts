import { beforeAll, describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const STRANGER = "org_01jd0z7v9gf2nbrexx3vqjhp41";

const api = await useHarness();
const system = api.as(await api.signInSystem());
const owner = await api.createOrganization({ name: "Green Valley", allowedDomains: ["green.example"] });
const path = `/orgs/${owner.orgId}`;

describe("GET /orgs/{orgId}", () => {
	// Exactly the representation of the specification.
	test("returns exactly the seven members", async () => {
		const { body, status, headers } = await owner.get(path);

		expect(status).toBe(200);
		expect(Object.keys(body)).toEqual(["status", "message", "data"]);
		expect(body.status).toBe("ok");
		expect(Object.keys(body.data).sort()).toEqual(
			["allowedDomains", "billingAccountId", "featureFlags", "name", "orgType", "retentionPolicy", "settings"].sort(),
		);
		expect(typeof body.data.billingAccountId).toBe("string");
		expect(body.data.settings).toEqual({
			attendance: { lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 50 },
			whenUnattended: null,
			timezone: "Etc/UTC",
			defaultLanguage: "en-US",
			complianceMode: "none",
			recordingConsent: "required",
			aiSummaries: "basic",
			educationMode: true,
		});
		expect(body.data.retentionPolicy).toEqual({
			transcripts: "365d",
			recordings: "90d",
			chatLogs: "180d",
			userData: "30d",
			examData: "1095d",
		});
		expect(body.data.featureFlags.realTimeTranslation).toBe(false);
		expect(headers.get("etag")).toBe('"1"');
	});

	test("responds with 304 to a client that has the version", async () => {
		const known = await owner.get(path, { headers: { "if-none-match": 'W/"0", "1"' } });
		const stale = await owner.get(path, { headers: { "if-none-match": '"0"' } });

		expect(known.status).toBe(304);
		expect(known.text).toBe("");
		expect(stale.status).toBe(200);
	});

	test("returns only the members selected by fields, with a different tag", async () => {
		const some = await owner.get(`${path}?fields=id,settings(timezone,aiSummaries),suspension`);
		const dotted = await owner.get(`${path}?fields=name,settings.complianceMode`);

		expect(some.body.data).toEqual({
			id: owner.orgId,
			settings: { timezone: "Etc/UTC", aiSummaries: "basic" },
			suspension: null,
		});
		expect(dotted.body.data).toEqual({ name: "Green Valley", settings: { complianceMode: "none" } });
		expect(some.headers.get("etag")).not.toBe(dotted.headers.get("etag"));
	});

	test("returns all members for *", async () => {
		const { body } = await owner.get(`${path}?fields=*`);

		expect(Object.keys(body.data)).toHaveLength(18);
		expect(body.data).toMatchObject({ state: "active", version: 1, externalId: null, metadata: {}, purgeAt: null });
	});

	test.each(["nothing", "settings.color", "name.first", "", "name,", "settings(timezone"])(
		"refuses fields=%s",
		async (fields) => {
			const response = await owner.get(`${path}?fields=${encodeURIComponent(fields)}`);

			expect(response.status).toBe(400);
			expect(response.body.error.code).toBe("invalid_fields");
			expect(response.body.error.meta.allowed).toBeArray();
		},
	);

	// Existing and missing organizations must be indistinguishable to a tenant.
	test("responds with org_mismatch for any other organization, whether it exists or not", async () => {
		const other = await api.createOrganization();

		const existing = await owner.get(`/orgs/${other.orgId}`);
		const missing = await owner.get(`/orgs/${STRANGER}`);

		expect(existing.status).toBe(403);
		expect(existing.body.error.code).toBe("org_mismatch");
		expect({ ...existing.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
	});

	test("responds to a system administrator with 404 for an unknown one, and 400 for a malformed id", async () => {
		const missing = await system.get(`/orgs/${STRANGER}`);
		const garbled = await system.get("/orgs/org_1");

		expect([missing.status, missing.body.error.code]).toEqual([404, "not_found"]);
		expect([garbled.status, garbled.body.error.code]).toEqual([400, "invalid_request"]);
	});

	test("requires org:read", async () => {
		const guest = await api.addMember(owner, "guest");

		const response = await guest.get(path);

		expect([response.status, response.body.error.code]).toEqual([403, "insufficient_scope"]);
	});
});

inProcessDescribe("GET /orgs", () => {
	const list = (query: string) => system.get(`/orgs?${query}`);
	const names = async (query: string) => (await list(query)).body.data.map((item: { name: string }) => item.name);

	beforeAll(async () => {
		for (const [n, body] of [
			{ name: "alpha Straße", orgType: "nonprofit", allowedDomains: ["a.example", "shared.example"] },
			{ name: "Ålpha_Two", orgType: "nonprofit", externalId: "ext-2", allowedDomains: ["shared.example"] },
			{ name: "Beta", orgType: "nonprofit", slug: "the-beta" },
			{ name: "Gamma", orgType: "healthcare", allowedDomains: ["notshared.example"] },
		].entries()) {
			api.advanceMs(n === 2 ? 0 : 1000); // Two of them in the same millisecond.
			await system.post("/orgs", body);
		}
	});

	test("contains id, state and createdAt in addition to the seven members, newest first", async () => {
		const { body } = await list("limit=1");

		expect(body.data).toHaveLength(1);
		expect(Object.keys(body.data[0])).toHaveLength(10);
		expect(body.data[0]).toMatchObject({ name: "Gamma", state: "active", createdAt: "2030-01-01T00:00:03.000Z" });
		expect(body.page).toEqual({ limit: 1, nextCursor: expect.any(String), hasMore: true });
	});

	test.each([
		["orgType=healthcare", ["Gamma"]],
		["q=ALPHA&sort=name", ["alpha Straße", "Ålpha_Two"]],
		["q=a_t", ["Ålpha_Two"]],
		["q=%25", []],
		["q=the-beta", ["Beta"]],
		["domain=Shared.example&sort=createdAt", ["alpha Straße", "Ålpha_Two"]],
		["domain=hared.example", []],
		["domain=shared.exampl", []],
		["domain=shared.example&q=two", ["Ålpha_Two"]],
		["domain=shared.example&q=%25", []],
		["domain=shared.example&sort=name", ["alpha Straße", "Ålpha_Two"]],
		["domain=shared.example&orgType=healthcare", []],
		["q=shared", []],
		["externalId=ext-2", ["Ålpha_Two"]],
		["state=suspended", []],
		["state=deleted", []],
		["createdAfter=2030-01-01T00:00:02.000Z", ["Gamma"]],
		["createdAfter=2030-01-01T00:00:00.500Z&createdBefore=2030-01-01T01:00:02%2B01:00", ["alpha Straße"]],
		["createdAfter=2030-01-01T00:00:00.500Z&sort=name", ["alpha Straße", "Ålpha_Two", "Beta", "Gamma"]],
		["createdBefore=2030-01-01T00:00:00.500Z&sort=name&orgType=nonprofit", []],
		["orgType=nonprofit&sort=name", ["alpha Straße", "Ålpha_Two", "Beta"]],
	])("filters by %s", async (query, expected) => {
		const found = await names(query);

		expect(found).toEqual(expected);
	});

	test.each(["createdAt", "-createdAt", "name"])("pages through all organizations by %s, each once", async (sort) => {
		const whole = (await list(`sort=${sort}&limit=200&fields=id`)).body.data;

		const walked: unknown[] = [];
		for (let next: string | null = `/orgs?sort=${sort}&limit=2&fields=id`; next !== null; ) {
			const { body, headers } = await system.get(next);
			walked.push(...body.data);
			next = /<[^>]*(\/orgs\?[^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? null;
		}

		expect(walked).toEqual(whole);
		expect(new Set(walked.map((item) => JSON.stringify(item))).size).toBe(whole.length);
	});

	test("is not affected by organizations created between two pages", async () => {
		const first = await list("sort=-createdAt&limit=2&fields=name");
		await system.post("/orgs", { name: "Newcomer", orgType: "personal" });

		const second = await list(`sort=-createdAt&limit=2&fields=name&cursor=${first.body.page.nextCursor}`);

		expect(first.body.data).toEqual([{ name: "Gamma" }, { name: expect.any(String) }]);
		expect(second.body.data).not.toContainEqual({ name: "Newcomer" });
		expect(second.body.data).not.toContainEqual(first.body.data[1]);
	});

	test("filters by the domains that an organization has now", async () => {
		const body = { name: "Moving", orgType: "community", allowedDomains: ["before.example", "kept.example"] };
		const { data } = (await system.post("/orgs", body)).body;

		const moved = { ...body, allowedDomains: ["kept.example", "after.example"] };
		const { name, orgType, allowedDomains } = moved;
		await system.put(`/orgs/${data.id}`, { name, orgType, allowedDomains });

		expect(await names("domain=before.example")).toEqual([]);
		expect(await names("domain=kept.example")).toEqual(["Moving"]);
		expect(await names("domain=after.example")).toEqual(["Moving"]);
		expect(await names("q=moving")).toEqual(["Moving"]);
	});

	test("rejects a cursor that was altered or belongs to other filters", async () => {
		const { nextCursor } = (await list("limit=1")).body.page;

		const foreign = await list(`limit=1&orgType=nonprofit&cursor=${nextCursor}`);
		const altered = await list(`limit=1&cursor=${nextCursor.slice(0, -2)}xx`);

		expect([foreign.body.error.code, altered.body.error.code]).toEqual(["invalid_cursor", "invalid_cursor"]);
		expect([foreign.status, altered.status]).toEqual([400, 400]);
	});

	test.each([
		"limit=0",
		"limit=-1",
		"limit=x",
		"sort=age",
		"state=asleep",
		"color=red",
		"createdAfter=yesterday",
		"createdAfter=2030-02-30T00:00:00Z",
		"domain=a%20b",
	])("rejects %s", async (query) => {
		const response = await list(query);

		expect([response.status, response.body.error.code]).toEqual([400, "invalid_request"]);
	});

	test("returns at most 200, and says so", async () => {
		const { body } = await list("limit=5000");

		expect(body.page.limit).toBe(200);
	});

	test("is for system administrators only, and says where everybody finds their own", async () => {
		const response = await owner.get("/orgs");

		expect([response.status, response.body.error.code]).toEqual([403, "admin_required"]);
		expect(response.body.error.detail).toContain("GET /auth/profile");
	});
});
