import { beforeEach, describe, expect, test } from "bun:test";
import { complianceOf } from "#tests/support/compliance";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness();
const { switchTo } = complianceOf(api);

let owner: SignedIn;
let path: string;
beforeEach(async () => {
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}/feature-flags`;
});

type Headers = Record<string, string>;
const put = (body: unknown, headers: Headers = {}, token = owner.token) =>
	api.request("PUT", path, { token, body, headers });
const get = (query = "", token = owner.token) => api.request("GET", `${path}${query}`, { token });
const flagEvents = async () =>
	(await eventsOf(api.store, owner.orgId)).filter(({ type }) => type === "feature_flag.updated");
const sourceOf = async (flag: string) => (await get("?explain=true")).body.data[flag];

describe("GET /orgs/{orgId}/feature-flags", () => {
	test("returns the eleven flags in effect, with an entity tag", async () => {
		const { status, body, headers } = await get();

		expect(status).toBe(200);
		expect(body.data).toEqual({
			realTimeTranslation: false,
			liveTranscription: true,
			aiSummaries: true,
			speakerDiarization: true,
			meetingRecording: true,
			transcriptSearch: true,
			transcriptEditing: true,
			autoJoinByDomain: true,
			ltiIntegration: expect.any(Boolean),
			calendarSync: true,
			piiRedaction: false,
		});
		const again = await api.request("GET", path, {
			token: owner.token,
			headers: { "if-none-match": headers.get("etag") ?? "" },
		});
		expect(again.status).toBe(304);
	});

	test("explains each value with its source", async () => {
		await put({ aiSummaries: false });

		const { body } = await get("?explain=true");

		expect(body.data.aiSummaries).toEqual({
			value: false,
			variant: "off",
			source: "organization",
			reason: "The organization has decided so.",
		});
		expect(body.data.meetingRecording).toMatchObject({ value: true, source: "system" });
		expect((await get("?explain=false")).body.data.aiSummaries).toBe(false);
	});

	test("names the default of the type as a source", async () => {
		owner = await api.createOrganization({ orgType: "healthcare" });
		path = `/orgs/${owner.orgId}/feature-flags`;

		expect(await sourceOf("piiRedaction")).toMatchObject({ value: true, source: "org_type" });
	});

	test("shows what `fields` selects, of values and of explanations", async () => {
		expect((await get("?fields=aiSummaries,piiRedaction")).body.data).toEqual({
			aiSummaries: true,
			piiRedaction: false,
		});
		expect((await get("?explain=true&fields=aiSummaries.source")).body.data).toEqual({
			aiSummaries: { source: "system" },
		});
		expect(codeOf(await get("?fields=telepathy"))).toEqual([400, "invalid_fields"]);
		expect(codeOf(await get("?fields=aiSummaries.source"))).toEqual([400, "invalid_fields"]);
		expect(codeOf(await get("?explain=perhaps"))).toEqual([400, "invalid_request"]);
		expect(codeOf(await get("?why=1"))).toEqual([400, "invalid_request"]);
	});

	test("requires org:write, of this organization", async () => {
		const member = await api.addMember(owner, "member");
		const stranger = await api.createOrganization();

		expect(codeOf(await get("", member.token))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(await put({}, {}, member.token))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(await get("", stranger.token))).toEqual([403, "org_mismatch"]);
		expect(codeOf(await put({}, {}, stranger.token))).toEqual([403, "org_mismatch"]);
	});
});

describe("PUT /orgs/{orgId}/feature-flags", () => {
	test("replaces all decisions: what is left out has its default again", async () => {
		await put({ aiSummaries: false, realTimeTranslation: true });

		const { status, body } = await put({ transcriptSearch: false });

		expect(status).toBe(200);
		expect(body.data).toMatchObject({ aiSummaries: true, realTimeTranslation: false, transcriptSearch: false });
		const organization = await api.request("GET", `/orgs/${owner.orgId}`, { token: owner.token });
		expect(organization.body.data.featureFlags).toEqual(body.data);
	});

	test("keeps a decision that is the default today", async () => {
		await put({ aiSummaries: true });

		expect(await sourceOf("aiSummaries")).toMatchObject({ value: true, source: "organization" });
	});

	test("is recorded once, with what changed, and not when nothing does", async () => {
		await put({ aiSummaries: false });
		await put({ aiSummaries: false });

		const told = await flagEvents();
		expect(told).toHaveLength(1);
		expect(told[0]).toMatchObject({
			object: { orgId: owner.orgId, overrides: { aiSummaries: false }, featureFlags: { aiSummaries: false } },
			changes: [{ path: "/aiSummaries", from: null, to: false }],
		});
	});

	test("is recorded the same way when the organization is replaced", async () => {
		await api.request("PUT", `/orgs/${owner.orgId}`, {
			token: owner.token,
			body: { featureFlags: { aiSummaries: false } },
		});

		expect(await flagEvents()).toHaveLength(1);
		expect((await eventsOf(api.store, owner.orgId)).at(-1)?.type).toBe("org.updated");
	});

	test("takes If-Match, and refuses another version", async () => {
		const { headers } = await get();
		const etag = headers.get("etag") ?? "";

		expect((await put({ aiSummaries: false }, { "if-match": etag })).status).toBe(200);
		expect(codeOf(await put({ aiSummaries: true }, { "if-match": etag }))).toEqual([412, "precondition_failed"]);
		expect((await get()).body.data.aiSummaries).toBe(false);
	});

	test("refuses unknown flags by name, and what every object has", async () => {
		const { status, body } = await put({ telepathy: true, aiSummaries: false, toString: true });

		expect([status, body.error.code]).toEqual([422, "unknown_flag"]);
		expect(body.error.errors.map((error: { path: string }) => error.path)).toEqual(["/telepathy", "/toString"]);
		expect((await get()).body.data.aiSummaries).toBe(true);
	});

	test.each([["yes"], [1], [null], [{}], [[]], [0]])(
		"refuses the value %p of a flag that is on or off",
		async (value) => {
			const { status, body } = await put({ aiSummaries: value });

			expect([status, body.error.code]).toEqual([422, "validation_failed"]);
			expect(body.error.errors[0].path).toStartWith("/aiSummaries");
		},
	);

	test("refuses a body that is no object", async () => {
		expect(codeOf(await put([]))).toEqual([422, "validation_failed"]);
		expect(codeOf(await put("on"))).toEqual([422, "validation_failed"]);
	});

	test("is refused while the organization is to be deleted", async () => {
		await api.request("DELETE", `/orgs/${owner.orgId}`, { token: owner.token });
		const system = await api.signInSystem();

		expect(codeOf(await put({ aiSummaries: false }, {}, system))).toEqual([409, "state_conflict"]);
	});
});

describe("a flag that the compliance mode locks", () => {
	test("cannot be decided where the compliance mode does", async () => {
		await put({ piiRedaction: false });
		await switchTo(owner, "hipaa");

		expect(await sourceOf("piiRedaction")).toMatchObject({ value: true, source: "compliance" });
		const other = await api.createOrganization({ settings: { complianceMode: "hipaa" } });
		const refused = await api.request("PUT", `/orgs/${other.orgId}/feature-flags`, {
			token: other.token,
			body: { piiRedaction: false },
		});
		expect(codeOf(refused)).toEqual([403, "flag_locked"]);
		expect(refused.body.error).toMatchObject({
			meta: { flags: ["piiRedaction"], control: "hipaa.redaction" },
			errors: [{ path: "/piiRedaction", code: "flag_locked" }],
		});
		const whole = await api.request("PUT", `/orgs/${other.orgId}`, {
			token: other.token,
			body: { featureFlags: { piiRedaction: false } },
		});
		expect(codeOf(whole)).toEqual([403, "flag_locked"]);
		expect(whole.body.error.errors[0].path).toBe("/featureFlags/piiRedaction");
	});

	test("accepts its own value, which is no decision: the earlier one returns with the end of the mode", async () => {
		await put({ piiRedaction: false });
		await switchTo(owner, "hipaa");

		const { body } = await get();
		expect((await put(body.data)).status).toBe(200);
		await switchTo(owner, "none");

		expect(await sourceOf("piiRedaction")).toMatchObject({ value: false, source: "organization" });
	});

	test("is refused in a new organization", async () => {
		const system = await api.signInSystem();
		const body = {
			name: "Clinic",
			orgType: "healthcare",
			settings: { complianceMode: "hipaa" },
			featureFlags: { piiRedaction: false },
		};

		expect(codeOf(await api.request("POST", "/orgs", { token: system, body }))).toEqual([403, "flag_locked"]);
	});
});

test("the audit trail of an organization shows who decided about flags", async () => {
	await put({ aiSummaries: false });

	const entries = await auditOf(api.store, owner.orgId);
	expect(entries.at(-1)).toMatchObject({ action: "feature_flag.update" });
});
