import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { startDnsServer, type TestDnsServer } from "#tests/support/dns-server";
import { FIRST_ADMIN } from "#tests/support/installation";
import { RECEIVER_ENV, startReceiver } from "#tests/support/receiver";
import { openSwaggerPage, type SwaggerPage, WALK_MS } from "#tests/support/swagger-page";

/** What the specification lets an organization do about its data and its domains, with nothing but the page. */
describe.skipIf(!hasBrowser)(`A school's data protection officer at Swagger UI (needs ${CHROMIUM})`, () => {
	let dns: TestDnsServer;
	let receiver: Awaited<ReturnType<typeof startReceiver>>;
	let ui: SwaggerPage;
	let orgId: string;

	beforeAll(async () => {
		dns = await startDnsServer();
		receiver = await startReceiver();
		ui = await openSwaggerPage({
			variables: { ...RECEIVER_ENV, DNS_RESOLVERS: dns.address },
			operations: [
				"allowDomains",
				"disallowDomains",
				"getRetentionPolicy",
				"listAuditLogs",
				"listEvents",
				"placeLegalHold",
				"registerWebhook",
				"setRetentionPolicy",
				"updateOrganizationSettings",
				"updateRetentionPolicy",
				"verifyAuditLogs",
				"verifyDomain",
			],
		});
		const token = (await ui.post("/auth/login", FIRST_ADMIN)).body.access_token;
		const school = { name: "Green Valley High School", orgType: "education", ownerEmail: "ada@school.example" };
		orgId = (await ui.post("/orgs", school, token)).body.data.id;
		await ui.authorize(token);
	}, WALK_MS);
	afterAll(async () => {
		await ui.close();
		await Promise.all([dns.close(), receiver.close()]);
	});

	test(
		"sets, reads and updates how long data is kept",
		async () => {
			const policy = { recordings: "30d", transcripts: "90d" };

			const set = await ui.execute("Retention", "setRetentionPolicy", { orgId }, policy);
			const updated = await ui.execute("Retention", "updateRetentionPolicy", { orgId }, { recordings: null });
			const read = await ui.execute("Retention", "getRetentionPolicy", { orgId });

			expect(set.body.data).toMatchObject(policy);
			expect(updated.body.data).toMatchObject({ recordings: "90d", transcripts: "90d" });
			expect(read.body.data).toEqual(updated.body.data);
		},
		WALK_MS,
	);

	test(
		"allows, verifies and disallows a domain",
		async () => {
			const domain = "greenvalley.org";

			const allowed = await ui.execute("Domains", "allowDomains", { orgId }, { domain });
			const { name, value } = allowed.body.data.challenge;
			dns.publish(name, value);
			const verified = await ui.execute("Domains", "verifyDomain", { orgId, domain }, {});
			const disallowed = await ui.execute("Domains", "disallowDomains", { orgId }, { domains: [domain] });

			expect([allowed.status, verified.status]).toEqual([201, 200]);
			expect(verified.body.data).toMatchObject({ domain, state: "verified" });
			expect(disallowed.status).toBeLessThan(300);
		},
		WALK_MS,
	);

	test(
		"registers a webhook, and reads the event that it was sent",
		async () => {
			const sentTo = { url: receiver.url("/school"), eventTypes: ["org.*"] };

			const registered = await ui.execute("Webhooks", "registerWebhook", { orgId }, sentTo);
			const settings = { timezone: "America/New_York" };
			await ui.execute("Organizations", "updateOrganizationSettings", { orgId }, settings);
			await receiver.got(1, "/school");
			const read = await ui.execute("Events", "listEvents", { orgId });

			expect([registered.status, registered.body.data.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
			const [received] = receiver.at("/school").map(({ body }) => body);
			expect(received).toMatchObject({ type: "org.settings_updated", orgId });
			expect(read.body.data).toContainEqual(received);
		},
		WALK_MS,
	);

	test(
		"holds everything, and reads in the audit log who did",
		async () => {
			const hold = { name: "Complaint 7", reason: "A complaint.", scope: "organization" };

			const placed = await ui.execute("Legal holds", "placeLegalHold", { orgId }, hold);
			const listed = await ui.execute("Audit logs", "listAuditLogs", { orgId, action: "legal_hold.*" });
			const verified = await ui.execute("Audit logs", "verifyAuditLogs", { orgId });

			expect(placed.status).toBe(201);
			expect(listed.body.data).toMatchObject([{ action: "legal_hold.place", outcome: "success" }]);
			expect(verified.body.data).toMatchObject({ ok: true, firstBadSequence: null });
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);
});
