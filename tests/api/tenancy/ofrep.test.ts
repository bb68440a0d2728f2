import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";

const api = await useHarness();
const system = await api.signInSystem();
const owner = await api.createOrganization();

const PATH = "/ofrep/v1/evaluate/flags";
type Headers = Record<string, string>;
const post = (rest = "", body: unknown = {}, headers: Headers = {}, token: string | undefined = owner.token) =>
	api.request("POST", PATH + rest, { token, body, headers });

describe("OFREP", () => {
	test("evaluates one flag without an envelope", async () => {
		const { status, body } = await post("/aiSummaries", { context: { targetingKey: "usr_1", country: "FR" } });

		expect(status).toBe(200);
		expect(body).toEqual({
			key: "aiSummaries",
			value: true,
			variant: "on",
			reason: "DEFAULT",
			metadata: { source: "system" },
		});
	});

	test("evaluates all flags, and says 304 while nothing has changed", async () => {
		const first = await post();
		const etag = first.headers.get("etag") ?? "";

		expect(first.body.flags).toHaveLength(11);
		expect(first.body.metadata).toEqual({ orgId: owner.orgId });
		const again = await post("", {}, { "if-none-match": etag });
		expect([again.status, again.text]).toEqual([304, ""]);
		await api.request("PUT", `/orgs/${owner.orgId}/feature-flags`, {
			token: owner.token,
			body: { calendarSync: false },
		});
		const changed = await post("", {}, { "if-none-match": etag });
		expect(changed.status).toBe(200);
		expect(changed.body.flags).toContainEqual({
			key: "calendarSync",
			value: false,
			variant: "off",
			reason: "TARGETING_MATCH",
			metadata: { source: "organization" },
		});
	});

	test("has an entity tag for one flag as well", async () => {
		const { headers } = await post("/aiSummaries");

		expect((await post("/aiSummaries", {}, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
	});

	test.each(["telepathy", "constructor", "%F0%9F%92%A9", "a%2Fb"])("says FLAG_NOT_FOUND of %s", async (key) => {
		const { status, body } = await post(`/${key}`);

		expect([status, body.errorCode, body.error.code]).toEqual([404, "FLAG_NOT_FOUND", "not_found"]);
		expect(body.key).toBe(decodeURIComponent(key));
		expect(body.errorDetails).toBe(body.error.detail);
	});

	test.each([
		[{ context: { targetingKey: 7 } }, "INVALID_CONTEXT"],
		[{ context: [] }, "INVALID_CONTEXT"],
		[{ context: "x" }, "INVALID_CONTEXT"],
		[[], "INVALID_CONTEXT"],
		[{ context: { targetingKey: "x".repeat(257) } }, "INVALID_CONTEXT"],
	])("says 400 of the body %j", async (body, code) => {
		for (const rest of ["", "/aiSummaries"]) {
			const refused = await post(rest, body);
			expect([refused.status, refused.body.errorCode]).toEqual([400, code]);
		}
	});

	test("names no key when the path is not text", async () => {
		const { status, body } = await post("/%zz");

		expect([status, body.errorCode]).toEqual([400, "INVALID_CONTEXT"]);
		expect(body).not.toHaveProperty("key");
	});

	test("says PARSE_ERROR of what is no JSON", async () => {
		const headers = { "content-type": "application/json" };
		const { status, body } = await api.request("POST", PATH, { token: owner.token, raw: "{", headers });

		expect([status, body.errorCode]).toEqual([400, "PARSE_ERROR"]);
	});

	test("names what a rollout by targetingKey lacks, and evaluates the others", async () => {
		const rollout = { by: "targetingKey", split: [{ variant: "on", percentage: 50 }] };
		const definition = { key: "divided", type: "boolean", rollout };
		await api.request("POST", "/configurations/feature-flags", { token: system, body: definition });

		const one = await post("/divided");
		const all = await post();

		expect([one.status, one.body.errorCode]).toEqual([400, "TARGETING_KEY_MISSING"]);
		expect(all.status).toBe(200);
		expect(all.body.flags.at(-1)).toMatchObject({ key: "divided", errorCode: "TARGETING_KEY_MISSING" });
		expect((await post("/divided", { context: { targetingKey: "usr_1" } })).status).toBe(200);
		await api.request("PUT", `/orgs/${owner.orgId}/feature-flags`, { token: owner.token, body: { divided: true } });
		expect((await post("/divided")).body).toMatchObject({ value: true, metadata: { source: "organization" } });
		await api.request("DELETE", "/configurations/feature-flags/divided", { token: system });
	});

	test("is for those who have a token", async () => {
		const { status, body, headers } = await api.request("POST", PATH, { body: {} });

		expect([status, body.errorCode]).toEqual([401, "GENERAL"]);
		expect(headers.get("www-authenticate")).toStartWith("Bearer");
		const guest = await api.addMember(owner, "guest");
		expect((await post("", {}, {}, guest.token)).status).toBe(403);
	});

	test("takes the organization of the context from system administrators alone", async () => {
		const other = await api.createOrganization();
		const context = { orgId: other.orgId };

		expect((await post("", { context })).body.metadata.orgId).toBe(owner.orgId);
		expect((await post("", { context }, {}, system)).body.metadata.orgId).toBe(other.orgId);
		expect((await post("", {}, {}, system)).body.errorCode).toBe("INVALID_CONTEXT");
		for (const orgId of ["org_01jd0z7v9gf2nbrexx3vqjhp41", "'; --", ""]) {
			const refused = await post("", { context: { orgId } }, {}, system);
			expect([refused.status, refused.body.errorCode]).toEqual([400, "INVALID_CONTEXT"]);
		}
	});

	test("is closed with the organization", async () => {
		const other = await api.createOrganization();
		await api.request("POST", `/orgs/${other.orgId}/suspend`, { token: system, body: {} });

		expect((await post("", {}, {}, other.token)).body.error.code).toBe("organization_suspended");
	});

	test("says why a killed flag is off", async () => {
		await api.request("POST", "/configurations/feature-flags/aiSummaries/kill", { token: system, body: {} });

		expect((await post("/aiSummaries")).body).toMatchObject({ value: false, reason: "DISABLED" });
		await api.request("POST", "/configurations/feature-flags/aiSummaries/revive", { token: system, body: {} });
	});
});
