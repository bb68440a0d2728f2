import { beforeEach, describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness();
const system = await api.signInSystem();

let owner: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization({ name: "Green Valley" });
	path = `/orgs/${owner.orgId}`;
});

type Headers = Record<string, string>;
const put = (body: unknown, headers: Headers = {}, token = owner.token) =>
	api.request("PUT", path, { token, body, headers });
const patch = (body: unknown, headers: Headers = {}, token = owner.token) =>
	api.request("PATCH", `${path}/settings`, { token, body, headers });
const read = async (fields = "*") =>
	(await api.request("GET", `${path}?fields=${fields}`, { token: system })).body.data;

describe("PUT /orgs/{orgId}", () => {
	test("replaces the members that are sent, keeps the others and returns them all", async () => {
		await put({ allowedDomains: ["green.example"], metadata: { a: "1" } });

		const response = await put({ name: "Blue Valley", metadata: { b: "2" } });

		expect(response.status).toBe(200);
		expect(Object.keys(response.body.data)).toHaveLength(7);
		expect(response.body.data).toMatchObject({ name: "Blue Valley", allowedDomains: ["green.example"] });
		expect(response.headers.get("etag")).toBe('"3"');
		expect(await read("metadata,version")).toEqual({ metadata: { b: "2" }, version: 3 });
	});

	test("is reflected by the next GET", async () => {
		await api.request("GET", path, { token: owner.token });

		await put({ name: "Blue Valley" });

		const { body, headers } = await api.request("GET", path, { token: owner.token });
		expect(body.data.name).toBe("Blue Valley");
		expect(headers.get("etag")).toBe('"2"');
	});

	test("replaces settings, retention and flags as a whole: absent members have their defaults again", async () => {
		await put({
			settings: { timezone: "Europe/Paris", aiSummaries: "off" },
			retentionPolicy: { recordings: "1d" },
			featureFlags: { piiRedaction: true },
		});

		const { body } = await put({ settings: { aiSummaries: "enhanced" }, retentionPolicy: {}, featureFlags: {} });

		expect(body.data.settings).toMatchObject({ timezone: "Etc/UTC", aiSummaries: "enhanced" });
		expect(body.data.retentionPolicy.recordings).toBe("90d");
		expect(body.data.featureFlags.piiRedaction).toBe(false);
	});

	test("accepts the response of GET, and then changes nothing", async () => {
		const { body } = await api.request("GET", path, { token: owner.token });

		const response = await put(body.data);

		expect(response.status).toBe(200);
		expect(response.body.data).toEqual(body.data);
	});

	test("publishes and audits changes, and nothing when nothing changed", async () => {
		await put({ name: "Blue Valley", settings: { aiSummaries: "off" } });
		await put({ name: "Blue Valley" });

		const changes = [
			{ path: "/name", from: "Green Valley", to: "Blue Valley" },
			{ path: "/settings/aiSummaries", from: "basic", to: "off" },
		];
		const updates = (await eventsOf(api.store, owner.orgId)).filter(({ type }) => type === "org.updated");
		const entries = (await auditOf(api.store, owner.orgId)).filter(({ action }) => action === "organization.update");
		expect(updates.map((event) => event.changes)).toEqual([changes]);
		expect(entries.map((entry) => entry.changes)).toEqual([changes]);
		expect((await read("version")).version).toBe(2);
	});

	test("lets only a system administrator change the billing account", async () => {
		const byOwner = await put({ billingAccountId: "acct_1" });
		const bySystem = await put({ billingAccountId: "acct_1" }, {}, system);
		const same = await put({ billingAccountId: "acct_1", name: "Same payer" });
		const back = await put({ billingAccountId: null }, {}, system);

		expect([byOwner.status, byOwner.body.error.code]).toEqual([403, "admin_required"]);
		expect(bySystem.body.data.billingAccountId).toBe("acct_1");
		expect(same.body.data).toMatchObject({ name: "Same payer", billingAccountId: "acct_1" });
		expect(back.body.data.billingAccountId).toBe(owner.orgId.replace("org_", "bac_"));
	});

	test("rejects a stale If-Match and accepts the current version", async () => {
		await put({ name: "One" });

		const stale = await put({ name: "Two" }, { "if-match": '"1"' });
		const current = await put({ name: "Two" }, { "if-match": '"2"' });

		expect([stale.status, stale.body.error.code]).toEqual([412, "precondition_failed"]);
		expect(current.status).toBe(200);
	});

	test.each(["slug", "externalId"])("rejects a %s of another organization", async (field) => {
		await put({ [field]: `mine-${field.toLowerCase()}` });
		const other = await api.createOrganization();

		const response = await api.request("PUT", `/orgs/${other.orgId}`, {
			token: other.token,
			body: { [field]: `mine-${field.toLowerCase()}` },
		});

		expect(response.status).toBe(409);
		expect(response.body.error).toMatchObject({ code: "conflict", meta: { field } });
	});

	test.each([
		{ id: "org_x" },
		{ state: "active" },
		{ version: 9 },
		{ settings: null },
		{ name: null },
		{ orgType: "club" },
	])("rejects %j", async (body) => {
		const response = await put(body);

		expect([response.status, response.body.error.code]).toEqual([422, "validation_failed"]);
	});

	test("rejects an unknown flag", async () => {
		const response = await put({ featureFlags: { telepathy: true } });

		expect([response.status, response.body.error.code]).toEqual([422, "unknown_flag"]);
	});

	test("requires org:write", async () => {
		const teacher = await api.addMember(owner, "teacher");

		const response = await put({ name: "Mine" }, {}, teacher.token);

		expect([response.status, response.body.error.code]).toEqual([403, "insufficient_scope"]);
	});

	test("cannot change another organization", async () => {
		const other = await api.createOrganization();

		const response = await put({ name: "Mine" }, {}, other.token);

		expect([response.status, response.body.error.code]).toEqual([403, "org_mismatch"]);
		expect((await read("name")).name).toBe("Green Valley");
	});
});

describe("PATCH /orgs/{orgId}/settings", () => {
	test("changes one setting and keeps the others", async () => {
		await patch({ timezone: "Asia/Tokyo" });

		const response = await patch({ aiSummaries: "off" }, { "content-type": "application/merge-patch+json" });

		expect(response.status).toBe(200);
		expect(response.body.data).toEqual({
			attendance: { lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 50 },
			whenUnattended: null,
			timezone: "Asia/Tokyo",
			defaultLanguage: "en-US",
			complianceMode: "none",
			recordingConsent: "required",
			aiSummaries: "off",
			educationMode: true,
		});
		expect(response.headers.get("etag")).toBe('"3"');
	});

	test("removes an override with null: the default applies again, including one that depends on the organization type", async () => {
		await patch({ recordingConsent: "optional", educationMode: true });

		const removed = await patch({ recordingConsent: null, educationMode: null });
		const { body } = await put({ orgType: "business" });

		expect(removed.body.data).toMatchObject({ recordingConsent: "required", educationMode: true });
		expect(body.data.settings).toMatchObject({ recordingConsent: "notify", educationMode: false });
	});

	test("is reflected by GET, its 304 and its fields", async () => {
		await patch({ timezone: "Asia/Tokyo" });

		const whole = await api.request("GET", `${path}/settings`, { token: owner.token });
		const known = await api.request("GET", `${path}/settings`, {
			token: owner.token,
			headers: { "if-none-match": '"2"' },
		});
		const part = await api.request("GET", `${path}/settings?fields=timezone`, { token: owner.token });

		expect(whole.body.data.timezone).toBe("Asia/Tokyo");
		expect(known.status).toBe(304);
		expect(part.body.data).toEqual({ timezone: "Asia/Tokyo" });
	});

	test("publishes the change", async () => {
		await patch({ aiSummaries: "off" });

		const event = (await eventsOf(api.store, owner.orgId)).at(-1);
		expect(event).toMatchObject({
			type: "org.settings_updated",
			changes: [{ path: "/settings/aiSummaries", from: "basic", to: "off" }],
		});
	});

	test.each([
		[{ timezone: "Nowhere/City" }],
		[{ color: "red" }],
		[{ educationMode: "yes" }],
		[{ aiSummaries: "max" }],
		[[]],
		["x"],
		[null],
	])("rejects %j", async (body) => {
		const response = await patch(body);

		expect([response.status, response.body.error.code]).toEqual([422, "validation_failed"]);
	});

	test("rejects a stale If-Match", async () => {
		const response = await patch({ aiSummaries: "off" }, { "if-match": '"7"' });

		expect([response.status, response.body.error.code]).toEqual([412, "precondition_failed"]);
	});
});
