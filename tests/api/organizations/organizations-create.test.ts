import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";
import { auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness();
const token = await api.signInSystem();

const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
	api.request("POST", "/orgs", { token, body: { name: "Green Valley", orgType: "education", ...body }, headers });

describe("POST /orgs", () => {
	inProcessTest("answers the organization, where it is and its version", async () => {
		const created = await create({ name: "  Green Valley High School " });

		expect(created.status).toBe(201);
		const { id } = created.body.data;
		expect(id).toMatch(/^org_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
		expect(created.headers.get("location")).toBe(`${api.config.publicUrl.href}/orgs/${id}`);
		expect(created.headers.get("etag")).toBe('"1"');
		expect(created.body.data).toMatchObject({
			name: "Green Valley High School",
			state: "active",
			createdAt: "2030-01-01T00:00:00.000Z",
		});
	});

	test("stores every member in its canonical form", async () => {
		const given = {
			slug: "canonical",
			externalId: "SIS 42",
			billingAccountId: "acct_9",
			settings: {
				timezone: "europe/paris",
				defaultLanguage: "FR-fr",
				complianceMode: "gdpr",
				recordingConsent: "notify",
				aiSummaries: "off",
				educationMode: false,
			},
			retentionPolicy: { recordings: "0d" },
			allowedDomains: ["Example.EDU", "bücher.example"],
			featureFlags: { realTimeTranslation: true },
			metadata: { region: "west" },
		};

		const { body } = await create(given);

		const shown = await api.request("GET", `/orgs/${body.data.id}?fields=*`, { token });
		expect(shown.body.data).toMatchObject({
			...given,
			settings: { ...given.settings, timezone: "Europe/Paris", defaultLanguage: "fr-FR" },
			retentionPolicy: { transcripts: "365d", recordings: "0d" },
			allowedDomains: ["example.edu", "xn--bcher-kva.example"],
			featureFlags: { realTimeTranslation: true, liveTranscription: true },
		});
	});

	test("records its event and its audit entry", async () => {
		const { body } = await create({});

		const [event] = await eventsOf(api.store, body.data.id);
		const [entry] = await auditOf(api.store, body.data.id);
		expect(event).toMatchObject({ sequence: 1, type: "org.created", object: body.data });
		expect(entry).toMatchObject({
			sequence: 1,
			action: "organization.create",
			targets: [{ type: "organization", id: body.data.id }],
		});
	});

	test("derives the slug from the name, another one when it is taken, and one for a name without letters", async () => {
		const first = await create({ name: "Élite & Söhne" });
		const second = await create({ name: "Elite Sohne" });
		const third = await create({ name: "東京" });

		const slugs = await Promise.all(
			[first, second, third].map(
				async ({ body }) => (await api.request("GET", `/orgs/${body.data.id}?fields=slug`, { token })).body.data.slug,
			),
		);
		expect(slugs[0]).toBe("elite-sohne");
		expect(slugs[1]).toMatch(/^elite-sohne-[0-9a-z]{12}$/);
		expect(slugs[2]).toMatch(/^organization/);
	});

	test.each(["slug", "externalId"])("rejects a %s that is taken, and names it", async (field) => {
		await create({ [field]: "taken" });

		const second = await create({ [field]: "taken" });

		expect(second.status).toBe(409);
		expect(second.body.error).toMatchObject({ code: "conflict", meta: { field } });
	});

	inProcessTest("invites the owner and shows the link once, where no mail transport is set up", async () => {
		const created = await create({ ownerEmail: "Ada@Example.edu" });

		expect(created.body.data.ownerInvitation).toEqual({
			id: expect.stringMatching(/^inv_/),
			delivery: null,
			email: "Ada@example.edu",
			role: "owner",
			expiresAt: "2030-01-08T00:00:00.000Z",
			token: expect.stringMatching(/^[\w-]{69}$/),
			acceptUrl: `${api.config.publicUrl.href}/console/invitation#${created.body.data.ownerInvitation.token}`,
		});
	});

	test("returns the same result to a retry with the same key, including the invitation", async () => {
		const headers = { "idempotency-key": crypto.randomUUID() };

		const first = await create({ name: "Once", ownerEmail: "once@example.edu" }, headers);
		const again = await create({ name: "Once", ownerEmail: "once@example.edu" }, headers);

		expect(again.status).toBe(201);
		expect(again.body.data).toEqual(first.body.data);
		expect(again.headers.get("location")).toBe(first.headers.get("location"));
	});

	test.each([
		["no name", { name: undefined }, "/name"],
		["a name of blanks", { name: " \u200b " }, "/name"],
		["a name that is too long", { name: "x".repeat(129) }, "/name"],
		["an unknown kind", { orgType: "school" }, "/orgType"],
		["an unknown member", { plan: "free" }, "/plan"],
		["an unknown setting", { settings: { color: "red" } }, "/settings/color"],
		["an offset as zone", { settings: { timezone: "+05:00" } }, "/settings/timezone"],
		["an abbreviation as zone", { settings: { timezone: "EST" } }, "/settings/timezone"],
		["a language without region", { settings: { defaultLanguage: "en" } }, "/settings/defaultLanguage"],
		["a region that is none", { settings: { defaultLanguage: "en-ZZ" } }, "/settings/defaultLanguage"],
		["an unknown compliance mode", { settings: { complianceMode: "soc2" } }, "/settings/complianceMode"],
		["null for a setting", { settings: { timezone: null } }, "/settings/timezone"],
		["months of retention", { retentionPolicy: { recordings: "3m" } }, "/retentionPolicy/recordings"],
		["more than a century", { retentionPolicy: { recordings: "36501d" } }, "/retentionPolicy/recordings"],
		["leading zeros", { retentionPolicy: { recordings: "030d" } }, "/retentionPolicy/recordings"],
		["a URL as domain", { allowedDomains: ["https://example.edu"] }, "/allowedDomains/0"],
		["a domain twice", { allowedDomains: ["example.edu", "EXAMPLE.edu"] }, "/allowedDomains/1"],
		["51 domains", { allowedDomains: Array.from({ length: 51 }, (_, n) => `d${n}.example`) }, "/allowedDomains"],
		[
			"a flag that is no boolean",
			{ featureFlags: { realTimeTranslation: "yes" } },
			"/featureFlags/realTimeTranslation",
		],
		["51 notes", { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, ""])) }, "/metadata"],
		["a note that is too long", { metadata: { note: "x".repeat(501) } }, "/metadata/note"],
		["a slug with capitals", { slug: "Green" }, "/slug"],
		["an owner without address", { ownerEmail: "Ada <ada@example.edu>" }, "/ownerEmail"],
	])("rejects %s and says where", async (_, member, path) => {
		const response = await create(member);

		expect(response.status).toBe(422);
		expect(response.body.error.code).toBe("validation_failed");
		expect(response.body.error.errors.map((fault: { path: string }) => fault.path)).toContain(path);
	});

	test("reports all errors together", async () => {
		const response = await create({ name: " ", settings: { timezone: "Mars/Base" }, ownerEmail: "nobody" });

		const paths = response.body.error.errors.map((fault: { path: string }) => fault.path);
		expect(paths.sort()).toEqual(["/name", "/ownerEmail", "/settings/timezone"]);
	});

	test("rejects an unknown flag, and lists the known ones", async () => {
		const response = await create({ featureFlags: { telepathy: true } });

		expect(response.status).toBe(422);
		expect(response.body.error).toMatchObject({ code: "unknown_flag", errors: [{ path: "/featureFlags/telepathy" }] });
		expect(response.body.error.meta.known).toContain("realTimeTranslation");
	});

	test("is for system administrators only", async () => {
		const owner = await api.createOrganization();

		const response = await api.request("POST", "/orgs", {
			token: owner.token,
			body: { name: "Mine", orgType: "personal" },
		});

		expect(response.status).toBe(403);
		expect(response.body.error.code).toBe("admin_required");
	});
});
