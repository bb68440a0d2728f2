import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { auditOf } from "#tests/support/traces";

const api = await useHarness();
const PATH = "/configurations/tenant-defaults";

let system: string;
beforeAll(async () => {
	system = await api.signInSystem();
});
afterEach(() => put("", {}));

const put = (rest: string, body: unknown, headers = {}) =>
	api.request("PUT", `${PATH}${rest}`, { token: system, body, headers });
const get = (rest = "", headers = {}) => api.request("GET", `${PATH}${rest}`, { token: system, headers });
const read = async (of: SignedIn, path: string) =>
	(await api.request("GET", `/orgs/${of.orgId}${path}`, { token: of.token })).body.data;
const patch = (of: SignedIn, path: string, body: unknown) =>
	api.request("PATCH", `/orgs/${of.orgId}${path}`, { token: of.token, body });

describe("the defaults of organizations", () => {
	test("are those built in until somebody sets them", async () => {
		const all = await get();
		const one = await get("/education");

		expect(all.status).toBe(200);
		expect(Object.keys(all.body.data)).toHaveLength(7);
		expect(one.body.data).toEqual(all.body.data.education);
		expect(Object.keys(one.body.data)).toEqual(["settings", "retentionPolicy", "featureFlags"]);
		expect(one.body.data.settings).toMatchObject({ educationMode: true, recordingConsent: "required" });
		expect((await get("/education?fields=settings.timezone")).body.data).toEqual({ settings: { timezone: "Etc/UTC" } });
		expect(codeOf(await get("/education?fields=orgType"))).toEqual([400, "invalid_fields"]);
	});

	test("are in effect at once, for organizations there are and for new ones, in every representation", async () => {
		const school = await api.createOrganization({ orgType: "education" });
		const firm = await api.createOrganization({ orgType: "business" });
		await read(school, "");

		const set = await put("/education", {
			settings: { timezone: "europe/madrid", aiSummaries: "off" },
			retentionPolicy: { recordings: "10d" },
			featureFlags: { realTimeTranslation: true },
		});

		expect(set.status).toBe(200);
		expect(set.body.data).toMatchObject({ dryRun: false, settings: { timezone: "Europe/Madrid", aiSummaries: "off" } });
		for (const owner of [school, await api.createOrganization({ orgType: "education" })]) {
			expect(await read(owner, "")).toMatchObject({
				settings: { timezone: "Europe/Madrid", aiSummaries: "off", educationMode: true },
				retentionPolicy: { recordings: "10d", transcripts: "365d" },
				featureFlags: { realTimeTranslation: true },
			});
			expect(await read(owner, "/settings")).toMatchObject({ timezone: "Europe/Madrid", aiSummaries: "off" });
			expect(await read(owner, "/retention?fields=*")).toMatchObject({
				recordings: "10d",
				source: { recordings: "system" },
			});
		}
		const listed = await api.request("GET", "/orgs?orgType=education", { token: system });
		expect(listed.body.data[0].settings.timezone).toBe("Europe/Madrid");
		expect(await read(firm, "/settings")).toMatchObject({ timezone: "Etc/UTC", aiSummaries: "basic" });
	});

	test("yield to what an organization sets itself, and are in effect again once it removes that", async () => {
		const owner = await api.createOrganization({ orgType: "nonprofit" });
		await patch(owner, "/settings", { timezone: "Asia/Tokyo" });
		await put("/nonprofit", { settings: { timezone: "Europe/Paris", defaultLanguage: "fr-FR" } });

		const own = await read(owner, "/settings");
		const removed = await patch(owner, "/settings", { timezone: null });

		expect(own).toMatchObject({ timezone: "Asia/Tokyo", defaultLanguage: "fr-FR" });
		expect(removed.body.data).toMatchObject({ timezone: "Europe/Paris", defaultLanguage: "fr-FR" });
		await put("/nonprofit", {});
		expect(await read(owner, "/settings")).toMatchObject({ timezone: "Etc/UTC", defaultLanguage: "en-US" });
	});

	test("are bounded by the compliance mode of an organization, which may be a default itself", async () => {
		const owner = await api.createOrganization({ orgType: "government", settings: { complianceMode: "gdpr" } });
		const other = await api.createOrganization({ orgType: "government" });
		await put("/government", { settings: { recordingConsent: "optional" }, retentionPolicy: { recordings: "3000d" } });
		const bounded = [await read(owner, ""), await read(other, "")];

		await put("/government", { settings: { complianceMode: "gdpr" } });

		expect(bounded[0].settings.recordingConsent).not.toBe("optional");
		expect(bounded[0].retentionPolicy.recordings).toBe("365d");
		expect(bounded[1].settings.recordingConsent).toBe("optional");
		expect(bounded[1].retentionPolicy.recordings).toBe("3000d");
		expect((await read(other, "/compliance")).mode).toBe("gdpr");
		const forbidden = await patch(other, "/settings", { recordingConsent: "optional" });
		expect(codeOf(forbidden)).toEqual([422, "compliance_violation"]);
		const left = await api.addMember(other, "admin");
		expect((await patch(left, "/settings", { complianceMode: "none" })).status).toBe(200);
		expect((await read(other, "/compliance")).mode).toBe("none");
	});

	test("never leave a client with a stale answer: the entity tag changes with them", async () => {
		const owner = await api.createOrganization({ orgType: "personal" });
		const paths = ["", "?fields=settings", "/settings", "/retention", "/retention?fields=*"].map(
			(rest) => `/orgs/${owner.orgId}${rest}`,
		);
		const ask = (path: string, etag = "") =>
			api.request("GET", path, { token: owner.token, headers: { "if-none-match": etag } });
		const tagsOf = () => Promise.all(paths.map(async (path) => (await ask(path)).headers.get("etag") ?? ""));
		const statuses = (tags: string[]) =>
			Promise.all(paths.map(async (path, index) => (await ask(path, tags[index])).status));
		const before = await tagsOf();
		const unchanged = await statuses(before);

		await put("/personal", { settings: { timezone: "Asia/Tokyo" }, retentionPolicy: { chatLogs: "7d" } });
		const changed = await statuses(before);
		const between = await tagsOf();
		await put("/personal", {});

		expect(unchanged).toEqual(paths.map(() => 304));
		expect(changed).toEqual(paths.map(() => 200));
		expect(await statuses(between)).toEqual(paths.map(() => 200));
		const saved = await patch(owner, "/settings", { aiSummaries: "off" });
		expect((await ask(`/orgs/${owner.orgId}/settings`, saved.headers.get("etag") ?? "")).status).toBe(304);
		const conditional = await api.request("PATCH", `/orgs/${owner.orgId}/settings`, {
			token: owner.token,
			body: { aiSummaries: "basic" },
			headers: { "if-match": saved.headers.get("etag") ?? "" },
		});
		expect(conditional.status).toBe(200);
	});
});

describe("a change of defaults", () => {
	test("counts whom it affects, and changes nothing when it is only tried", async () => {
		const all = [];
		for (let n = 0; n < 3; n++) all.push(await api.createOrganization({ orgType: "community" }));
		const [own] = all;
		if (own === undefined) throw new Error("there are three");
		await patch(own, "/settings", { timezone: "Asia/Tokyo" });

		const body = { settings: { timezone: "Europe/Rome" } };
		const tried = await put("/community?dryRun=true", body);
		const [unchanged, shown] = [await read(all[1] ?? own, "/settings"), await get("/community")];
		const none = await put("/community?dryRun=true", { settings: { timezone: "Etc/UTC" } });
		const done = await put("/community", body);

		expect(tried.body.data).toMatchObject({ dryRun: true, affectedTenants: 2, settings: { timezone: "Europe/Rome" } });
		expect(tried.headers.get("etag")).toBe(shown.headers.get("etag"));
		expect(unchanged.timezone).toBe("Etc/UTC");
		expect(shown.body.data.settings.timezone).toBe("Etc/UTC");
		expect(none.body.data.affectedTenants).toBe(0);
		expect(done.body.data).toMatchObject({
			dryRun: false,
			affectedTenants: null,
			settings: { timezone: "Europe/Rome" },
		});
		const both = await put("?dryRun=true", { community: { settings: { timezone: "Asia/Seoul" } } });
		expect(both.body.data.affectedTenants).toBe(2);
		expect(codeOf(await put("?dryRun=yes", {}))).toEqual([400, "invalid_request"]);
	});

	test("replaces what was set, for one type or for all", async () => {
		await put("/education", { settings: { timezone: "Europe/Rome" }, featureFlags: { realTimeTranslation: true } });
		await put("/business", { settings: { timezone: "Europe/Oslo" } });
		const replaced = await put("/education", { retentionPolicy: { examData: "9d" } });

		const all = await put("", { healthcare: { settings: { timezone: "Europe/Bern" } } });

		expect(codeOf(all)).toEqual([422, "validation_failed"]);
		expect(replaced.body.data).toMatchObject({
			settings: { timezone: "Etc/UTC" },
			featureFlags: { realTimeTranslation: false },
			retentionPolicy: { examData: "9d" },
		});
		expect((await get("/business")).body.data.settings.timezone).toBe("Europe/Oslo");
		const healthcare = await put("", { healthcare: { settings: { timezone: "Europe/Zurich" } } });
		expect(healthcare.body.data.healthcare.settings.timezone).toBe("Europe/Zurich");
		expect(healthcare.body.data.business.settings.timezone).toBe("Etc/UTC");
		expect(healthcare.body.data.education.retentionPolicy.examData).toBe("1095d");
	});

	test("names every fault of a request at its place, and stores nothing of it", async () => {
		const wrong = await put("", {
			education: { settings: { timezone: "Mars/Base" }, retentionPolicy: { recordings: "36501d" } },
			business: { settings: { defaultLanguage: "xx" } },
		});
		const unknownFlag = await put("/education", { featureFlags: { teleport: true } });
		const impossible = await put("", {
			healthcare: { settings: { complianceMode: "hipaa", recordingConsent: "optional" } },
		});

		expect(codeOf(wrong)).toEqual([422, "validation_failed"]);
		expect(wrong.body.error.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
			"/business/settings/defaultLanguage",
			"/education/retentionPolicy/recordings",
			"/education/settings/timezone",
		]);
		expect(codeOf(unknownFlag)).toEqual([422, "unknown_flag"]);
		expect(codeOf(impossible)).toEqual([422, "compliance_violation"]);
		expect(impossible.body.error.errors[0].path).toBe("/healthcare/settings/recordingConsent");
		for (const body of [{ settings: { color: "red" } }, { aiPolicy: {} }, { settings: { timezone: null } }, []])
			expect(codeOf(await put("/education", body))).toEqual([422, "validation_failed"]);
		expect(codeOf(await put("", { school: {} }))).toEqual([422, "validation_failed"]);
		expect([400, 404, 422]).toContain((await put("/school", {})).status);
		expect((await get("/education")).body.data.settings.timezone).toBe("Etc/UTC");
	});

	test("takes If-Match, is audited with what has changed, and recorded once", async () => {
		const { headers } = await get();
		const etag = headers.get("etag") ?? "";
		const first = await put("/business", { settings: { timezone: "Europe/Rome" } }, { "if-match": etag });
		const late = await put("/business", { settings: { timezone: "Europe/Oslo" } }, { "if-match": etag });
		const lateTry = await put("/business?dryRun=true", {}, { "if-match": etag });
		const again = await put("/business", { settings: { timezone: "Europe/Rome" } });

		expect(first.status).toBe(200);
		expect([codeOf(late), codeOf(lateTry)]).toEqual([
			[412, "precondition_failed"],
			[412, "precondition_failed"],
		]);
		expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
		const entries = (await auditOf(api.store, "platform")).filter(
			({ action }) => action === "configuration.set_tenant_defaults",
		);
		expect(entries.at(-1)?.changes).toEqual([
			{ path: "/business/settings/timezone", from: "Etc/UTC", to: "Europe/Rome" },
		]);
		const same = entries.filter(({ changes }) => Bun.deepEquals(changes, entries.at(-1)?.changes));
		expect(same).toHaveLength(1);
	});

	test("is for system administrators alone", async () => {
		const owner = await api.createOrganization();
		const requests = ["GET", "PUT"].flatMap((method) =>
			[PATH, `${PATH}/education`].map((path) => ({ method, path, body: method === "PUT" ? {} : undefined })),
		);
		for (const { method, path, body } of requests) {
			expect(codeOf(await api.request(method, path, { token: owner.token, body }))).toEqual([403, "admin_required"]);
			expect((await api.request(method, path, { body })).status).toBe(401);
		}
	});

	test("made by several at once loses none", async () => {
		const types = ["education", "business", "nonprofit", "government"];

		const done = await Promise.all(types.map((type) => put(`/${type}`, { settings: { timezone: "Europe/Rome" } })));

		expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		const { data } = (await get()).body;
		expect(types.map((type) => data[type].settings.timezone)).toEqual(types.map(() => "Europe/Rome"));
	});
});
