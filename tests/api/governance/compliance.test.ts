import { describe, expect, test } from "bun:test";
import { complianceOf, violationOf } from "#tests/support/compliance";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { auditOf } from "#tests/support/traces";

const api = await useHarness();
const { send, openIn, switchTo, controlOf } = complianceOf(api);

describe("locked members of an organization", () => {
	test.each([
		["ferpa", "PATCH", "/settings", { recordingConsent: "notify" }, "recording_consent", "/recordingConsent"],
		["ferpa", "PATCH", "/settings", { educationMode: false }, "education_mode", "/educationMode"],
		[
			"ferpa",
			"PUT",
			"",
			{ settings: { complianceMode: "ferpa", educationMode: false } },
			"education_mode",
			"/settings/educationMode",
		],
		["gdpr", "PATCH", "/settings", { recordingConsent: "optional" }, "recording_consent", "/recordingConsent"],
		["hipaa", "PATCH", "/settings", { recordingConsent: "disabled" }, "recording_consent", "/recordingConsent"],
		["ferpa", "PATCH", "/ai-policy", { summary: { allowExternal: true } }, "ai_engines", "/summary/allowExternal"],
		[
			"gdpr",
			"PATCH",
			"/ai-policy",
			{ translation: { allowExternal: true } },
			"ai_engines",
			"/translation/allowExternal",
		],
		[
			"hipaa",
			"PATCH",
			"/ai-policy",
			{ transcription: { allowExternal: true } },
			"ai_engines",
			"/transcription/allowExternal",
		],
		["ferpa", "PATCH", "/retention", { examData: "30d" }, "retention", "/examData"],
		["gdpr", "PUT", "/retention", { userData: "31d" }, "retention", "/userData"],
		["gdpr", "POST", "/retention/preview", { userData: "31d" }, "retention", "/userData"],
		["hipaa", "PUT", "", { retentionPolicy: { recordings: "366d" } }, "retention", "/retentionPolicy/recordings"],
	] as const)("%s refuses %s %s %j", async (mode, method, rest, body, control, path) => {
		const owner = await openIn(mode);
		const before = await send(owner, "GET", "");

		const refused = await send(owner, method, rest, body);

		expect(violationOf(refused)).toEqual([422, "compliance_violation", `${mode}.${control}`, [path]]);
		expect((await send(owner, "GET", "")).body.data).toEqual(before.body.data);
		expect((await controlOf(owner, `${mode}.${control}`)).status).toBe("met");
	});

	test("name everything that is forbidden at once", async () => {
		const owner = await openIn("ferpa");

		const refused = await send(owner, "PUT", "", {
			settings: { complianceMode: "ferpa", recordingConsent: "optional", educationMode: false },
			retentionPolicy: { examData: "0d", userData: "400d" },
		});

		expect(refused.body.error.meta.controls).toEqual([
			"ferpa.recording_consent",
			"ferpa.education_mode",
			"ferpa.retention",
		]);
		expect(violationOf(refused)[3]).toEqual([
			"/settings/recordingConsent",
			"/settings/educationMode",
			"/retentionPolicy/userData",
			"/retentionPolicy/examData",
		]);
	});

	test("hold from the start for an organization that is created in a mode", async () => {
		const token = await api.signInSystem();
		const create = (settings: unknown) =>
			api.request("POST", "/orgs", { token, body: { name: "Clinic", orgType: "healthcare", settings } });

		const refused = await create({ complianceMode: "hipaa", recordingConsent: "notify" });
		const created = await create({ complianceMode: "gdpr" });

		expect(violationOf(refused)).toEqual([
			422,
			"compliance_violation",
			"hipaa.recording_consent",
			["/settings/recordingConsent"],
		]);
		expect(created.status).toBe(201);
	});

	test("are bounded in every read as soon as the mode is on, whatever was set before", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		await send(owner, "PATCH", "/settings", { recordingConsent: "optional" });
		await send(owner, "PATCH", "/retention", { recordings: "3650d", userData: "400d", examData: "5d" });
		await send(owner, "PATCH", "/ai-policy", { summary: { allowExternal: true } });

		const switched = await send(owner, "PATCH", "/settings", { complianceMode: "ferpa" });
		const whole = await api.request("GET", `/orgs/${owner.orgId}?fields=settings,retentionPolicy,aiPolicy`, {
			token: owner.token,
		});
		const { data } = whole.body;

		expect(switched.body.data).toMatchObject({ recordingConsent: "required", educationMode: true });
		expect(data.settings).toEqual(switched.body.data);
		expect(data.retentionPolicy).toMatchObject({ recordings: "1825d", userData: "365d", examData: "365d" });
		expect(data.aiPolicy.summary.allowExternal).toBe(false);
		expect((await send(owner, "GET", "/retention")).body.data).toEqual(data.retentionPolicy);
		const { source } = (await send(owner, "GET", "/retention?fields=source")).body.data;
		expect(source).toMatchObject({ recordings: "compliance", examData: "compliance", transcripts: "system" });
	});

	test("leave everything else free, and what the mode permits", async () => {
		const owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
		await switchTo(owner, "gdpr");

		const renamed = await send(owner, "PUT", "", { name: "Renamed" });
		const zone = await send(owner, "PATCH", "/settings", { timezone: "Europe/Paris", recordingConsent: "required" });
		const shorter = await send(owner, "PATCH", "/retention", { recordings: "30d" });

		expect([renamed.status, zone.status, shorter.status]).toEqual([200, 200, 200]);
		expect(zone.body.data).toMatchObject({ timezone: "Europe/Paris", recordingConsent: "required" });
	});
});

describe("a compliance mode", () => {
	test("is ended by an administrator in person, which is audited", async () => {
		const owner = await openIn("hipaa");
		const admin = await api.addMember(owner, "admin");
		const created = await send(owner, "POST", "/api-keys", { name: "Sync", scopes: ["org:read", "org:write"] });
		const key = created.body.data.key as string;
		const end = (token: string) =>
			api.request("PATCH", `/orgs/${owner.orgId}/settings`, { token, body: { complianceMode: "none" } });

		const byKey = await end(key);
		const byAdmin = await end(admin.token);

		expect(codeOf(byKey)).toEqual([403, "forbidden"]);
		expect(byAdmin.status).toBe(200);
		const ended = (await auditOf(api.store, owner.orgId)).at(-1);
		expect(ended?.action).toBe("organization.update_settings");
	});

	test("lists every control with evidence, and none lists nothing", async () => {
		const none = await api.createOrganization();
		const owner = await openIn("ferpa");
		const student = await api.addMember(owner, "student");

		const nothing = await send(none, "GET", "/compliance");
		const { status, body } = await api.request("GET", `/orgs/${owner.orgId}/compliance`, { token: student.token });
		const selected = await send(owner, "GET", "/compliance?fields=mode,controls(id,status)");

		expect(nothing.body.data).toMatchObject({ mode: "none", controls: [] });
		expect([status, body.data.mode]).toEqual([200, "ferpa"]);
		expect(body.data.controls[0]).toMatchObject({
			id: "ferpa.recording_consent",
			status: "met",
			note: null,
			evidence: { "settings.recordingConsent": "required" },
		});
		expect(selected.body.data.controls[0]).toEqual({ id: "ferpa.recording_consent", status: "met" });
	});
});
