import { describe, expect, test } from "bun:test";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { openMailbox } from "#tests/support/mailbox";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";

const mailbox = await forThisFile(openMailbox());
const api = await useHarness({ env: { SIGNUP: "invite" } });
const mailed = await useHarness({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@school.example" } });
const PATH = "/configurations/configs";
const system = await api.signInSystem();
const owner = await api.createOrganization();
const put = (body: unknown, headers = {}) => api.request("PUT", PATH, { token: system, body, headers });
const get = (query = "", headers = {}) => api.request("GET", `${PATH}${query}`, { token: owner.token, headers });

describe("the configuration that clients read", () => {
	test("has enumerations, limits, languages, event types and providers, for anybody who is signed in", async () => {
		const { status, body, headers } = await get();

		expect(status).toBe(200);
		expect(body.data.enumerations).toMatchObject({
			complianceModes: ["none", "ferpa", "gdpr", "hipaa"],
			recordingConsents: ["required", "notify", "optional", "disabled"],
			retentionClasses: ["transcripts", "recordings", "chatLogs", "userData", "examData"],
		});
		expect(body.data.enumerations.featureFlags).toContain("piiRedaction");
		expect(body.data.limits).toMatchObject({ pageSize: 50, maxPageSize: 200, retentionDays: 36_500 });
		const catalogue = await api.request("GET", "/webhooks/event-types", { token: owner.token });
		expect(body.data.eventTypes).toEqual(expect.arrayContaining(["org.created", "meeting.started"]));
		for (const { type } of catalogue.body.data.eventTypes) expect(body.data.eventTypes).toContain(type);
		expect(body.data.providers).toMatchObject({ mail: false, sso: false });
		expect((await get("", { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
		expect((await get("?fields=limits.pageSize")).body.data).toEqual({ limits: { pageSize: 50 } });
		expect(codeOf(await get("?fields=secrets"))).toEqual([400, "invalid_fields"]);
		expect((await api.request("GET", PATH)).status).toBe(401);
	});

	test("says who runs the installation, as an operator has set it", async () => {
		const before = (await get()).headers.get("etag") ?? "";

		const set = await put({ installation: { name: "  Springfield Schools ", supportUrl: "https://help.example.edu" } });

		expect(set.status).toBe(200);
		const after = await get("", { "if-none-match": before });
		expect(after.status).toBe(200);
		expect(after.body.data.installation).toEqual({
			name: "Springfield Schools",
			supportUrl: "https://help.example.edu/",
		});
		expect(after.headers.get("etag")).toBe(set.headers.get("etag"));
		expect(codeOf(await put({}, { "if-match": before }))).toEqual([412, "precondition_failed"]);
		expect((await put({ installation: { supportUrl: null } })).body.data.installation).toEqual({
			name: null,
			supportUrl: null,
		});
		const entries = (await auditOf(api.store, "platform")).filter(
			({ action }) => action === "configuration.set_configs",
		);
		expect(entries.at(-2)?.changes).toContainEqual({
			path: "/installation/name",
			from: null,
			to: "Springfield Schools",
		});
	});

	test("takes nothing that would not be in effect, nor an address that is none", async () => {
		for (const body of [
			{ limits: { pageSize: 10 } },
			{ installation: { color: "red" } },
			{ installation: { name: "" } },
			{ installation: { name: "x".repeat(129) } },
			{ installation: { supportUrl: "javascript:alert(1)" } },
			{ installation: { supportUrl: "http://help.example.edu/" } },
			{ installation: { supportUrl: "https://user:secret@help.example.edu/" } },
			{ installation: { supportUrl: `https://help.example.edu/${"x".repeat(500)}` } },
			{ installation: { supportUrl: "help" } },
		])
			expect(codeOf(await put(body))).toEqual([422, "validation_failed"]);
		expect(codeOf(await api.request("PUT", PATH, { token: owner.token, body: {} }))).toEqual([403, "admin_required"]);
	});

	inProcessTest("names who sends them in mails", async () => {
		const token = await mailed.signInSystem();
		const body = { installation: { name: "Springfield <Schools>", supportUrl: "mailto:help@example.edu" } };
		await mailed.request("PUT", PATH, { token, body });

		const invited = { name: "School", orgType: "education", ownerEmail: "new@school.example" };
		await mailed.request("POST", "/orgs", { token, body: invited });
		await mailed.parley.services.jobs.runDue();

		const mail = await mailbox.next("new@school.example");
		expect(mail.text).toContain("Springfield <Schools>");
		expect(mail.text).toContain("mailto:help@example.edu");
	});
});

test("the languages are those of mails, pages and errors", async () => {
	const { body } = await api.request("GET", "/configurations/languages", { token: owner.token });

	expect(body.data.default).toBe("en");
	expect(body.data.languages.map(({ code }: { code: string }) => code)).toEqual(["en", "es", "de"]);
	expect(body.data.languages[1]).toEqual({
		...{ code: "es", name: "Spanish", nativeName: "Español" },
		...{ mails: true, pages: true, messages: true },
	});
});

test("what a page for signing in has to know is public", async () => {
	const { status, body } = await api.request("GET", "/configurations/sign-in");

	const other = await mailed.request("GET", "/configurations/sign-in?fields=mail,signup");
	expect(other.body.data).toEqual({ mail: true, signup: "open" });
	expect(status).toBe(200);
	expect(body.data).toEqual({
		signup: "invite",
		passwordMinLength: api.config.passwordMinLength,
		sso: false,
		passkeys: true,
		mail: false,
		languages: ["en", "es", "de"],
	});
});
