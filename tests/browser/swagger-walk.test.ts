import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { FIRST_ADMIN, openSwaggerPage, type SwaggerPage } from "#tests/support/swagger-page";

/** What a person with a fresh machine does first, with nothing but the page that the first start names. */
describe.skipIf(!hasBrowser)(`A person at Swagger UI (needs ${CHROMIUM})`, () => {
	let ui: SwaggerPage;

	beforeAll(async () => {
		ui = await openSwaggerPage();
	}, 60_000);
	afterAll(() => ui.close());

	test("signs in, makes a school, changes, suspends, resumes, deletes and restores it", async () => {
		const { body: session } = await ui.execute("Auth", "login", {}, FIRST_ADMIN);
		await ui.authorize(session.access_token);

		const school = { name: "Green Valley High School", orgType: "education", ownerEmail: "ada@school.example" };
		const created = await ui.execute("Organizations", "createOrganization", {}, school);
		const orgId = created.body.data.id;
		const settings = { timezone: "America/New_York", aiSummaries: "enhanced" };
		const changed = await ui.execute("Organizations", "updateOrganizationSettings", { orgId }, settings);
		const read = await ui.execute("Organizations", "getOrganization", { orgId });
		const suspended = await ui.execute("Organizations", "suspendOrganization", { orgId }, { reasonCode: "other" });
		const resumed = await ui.execute("Organizations", "resumeOrganization", { orgId });
		const deleted = await ui.execute("Organizations", "deleteOrganization", { orgId });
		const restored = await ui.execute("Organizations", "restoreOrganization", { orgId });

		expect(created.status).toBe(201);
		expect(changed.body.data).toMatchObject(settings);
		expect(read.body.data).toMatchObject({ name: school.name, settings });
		expect(suspended.body.data.state).toBe("suspended");
		expect(resumed.body.data.state).toBe("active");
		expect(deleted).toMatchObject({ status: 202, body: { data: { state: "pending_deletion" } } });
		expect(restored.body.data.state).toBe("active");
		expect(ui.foreign).toEqual([]);
	}, 60_000);
});
