import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { FIRST_ADMIN } from "#tests/support/installation";
import { openSwaggerPage, type SwaggerPage, WALK_MS } from "#tests/support/swagger-page";

/** What the specification says of billing, feature flags, trials and configurations, with nothing but the page. */
describe.skipIf(!hasBrowser)(`An operator at Swagger UI (needs ${CHROMIUM})`, () => {
	let ui: SwaggerPage;
	let orgId: string;

	beforeAll(async () => {
		ui = await openSwaggerPage({
			variables: { BILLING_ENFORCEMENT: "hard" },
			operations: [
				"getAllTenantDefaults",
				"getBilling",
				"getConfigs",
				"getFeatureFlags",
				"getTrial",
				"listFeatureFlags",
				"listInvoices",
				"listPlans",
				"setFeatureFlags",
				"startTrial",
				"updateBillingPlan",
			],
		});
		const token = (await ui.post("/auth/login", FIRST_ADMIN)).body.access_token;
		const school = { name: "Green Valley High School", orgType: "education", ownerEmail: "ada@school.example" };
		orgId = (await ui.post("/orgs", school, token)).body.data.id;
		await ui.authorize(token);
	}, WALK_MS);
	afterAll(() => ui.close());

	test(
		"starts the trial of an organization, and reads its limits",
		async () => {
			const started = await ui.execute("Billing", "startTrial", { orgId }, { planCode: "education" });
			const read = await ui.execute("Billing", "getTrial", { orgId });

			expect(started.status).toBe(201);
			expect(read.body.data).toMatchObject({ status: "active", plan: "education", daysLeft: 30 });
			expect(read.body.data.limits.length).toBeGreaterThan(5);
		},
		WALK_MS,
	);

	test(
		"changes its plan, and reads its billing and its invoices",
		async () => {
			const changed = await ui.execute(
				"Billing",
				"updateBillingPlan",
				{ orgId },
				{ planCode: "education", seats: 120 },
			);
			const billing = await ui.execute("Billing", "getBilling", { orgId });
			const invoices = await ui.execute("Billing", "listInvoices", { orgId });

			expect([changed.status, changed.body.data.subscription.status]).toEqual([200, "active"]);
			expect(billing.body.data).toMatchObject({ plan: { code: "education" }, enforcement: "hard" });
			expect(invoices.body.data).toMatchObject([{ number: "INV-000001", subtotalMinor: 9_900 + 20 * 100 }]);
		},
		WALK_MS,
	);

	test(
		"sets and reads feature flags, and reads what the installation offers and what new organizations begin with",
		async () => {
			const set = await ui.execute("Feature flags", "setFeatureFlags", { orgId }, { realTimeTranslation: true });
			const read = await ui.execute("Feature flags", "getFeatureFlags", { orgId });
			const plans = await ui.execute("Configurations", "listPlans", {});
			const flags = await ui.execute("Configurations", "listFeatureFlags", {});
			const configs = await ui.execute("Configurations", "getConfigs", {});
			const defaults = await ui.execute("Configurations", "getAllTenantDefaults", {});

			expect(set.status).toBe(200);
			expect(read.body.data).toMatchObject({ realTimeTranslation: true, liveTranscription: true });
			expect(plans.body.data.plans).toHaveLength(5);
			expect(JSON.stringify(flags.body.data)).toContain('"realTimeTranslation"');
			expect(configs.body.data).toHaveProperty("limits");
			expect(defaults.body.data).toHaveProperty("education.settings.timezone");
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);
});
