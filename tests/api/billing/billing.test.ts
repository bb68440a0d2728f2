import { expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const DAY_MS = 24 * 60 * 60 * 1_000;

const billingOf = async ({ orgId, token }: SignedIn) =>
	(await api.request("GET", `/orgs/${orgId}/billing`, { token })).body.data;
const choose = ({ orgId, token }: SignedIn, body: object, headers: Readonly<Record<string, string>> = {}) =>
	api.request("POST", `/orgs/${orgId}/billing/plan`, { token, body, headers });
const invoicesOf = async ({ orgId, token }: SignedIn) =>
	(await api.request("GET", `/orgs/${orgId}/billing/invoices`, { token })).body.data;

test("An organization without a subscription has the plan that is free of charge, where plans are enforced", async () => {
	const owner = await api.createOrganization({ orgType: "business" });

	const billing = await billingOf(owner);

	expect(billing).toMatchObject({
		plan: { code: "free" },
		subscription: { id: null, planCode: "free", status: "active" },
		upcomingInvoice: null,
		enforcement: "hard",
	});
	expect(billing.entitlements).toContainEqual({
		key: "seats",
		type: "static",
		value: 5,
		planValue: 5,
		used: 1,
		remaining: 4,
		unit: "seat",
	});
	expect(billing.entitlements).toContainEqual({
		key: "realTimeTranslation",
		type: "boolean",
		value: false,
		planValue: false,
	});
});

test("A change of plan is charged once, however often its request is repeated", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	const headers = { "idempotency-key": crypto.randomUUID() };

	const answers = await Promise.all([1, 2, 3].map(() => choose(owner, { planCode: "team" }, headers)));

	const done = answers.filter(({ status }) => status === 200);
	expect(done.length).toBeGreaterThan(0);
	expect(new Set(done.map(({ text }) => text)).size).toBe(1);
	expect(await invoicesOf(owner)).toHaveLength(1);
});

test("Two changes at once are charged as if one had followed the other", async () => {
	const owner = await api.createOrganization({ orgType: "business" });

	await Promise.all([choose(owner, { planCode: "team" }), choose(owner, { planCode: "business" })]);

	const invoices = await invoicesOf(owner);
	const total = invoices.reduce((sum: number, { totalMinor }: { totalMinor: number }) => sum + totalMinor, 0);
	expect([4_900, 19_900]).toContain(total);
});

test("A dry run shows what would be charged, and changes nothing", async () => {
	const owner = await api.createOrganization({ orgType: "business" });

	const preview = await choose(owner, { planCode: "team", seats: 8, interval: "year", dryRun: true });

	expect(preview.body.data).toMatchObject({
		subscription: { planCode: "team", status: "active", seats: 8, interval: "year" },
		invoicePreview: { subtotalMinor: 49_000 + 3 * 9_000 },
	});
	expect((await billingOf(owner)).subscription).toMatchObject({ id: null, planCode: "free" });
	expect(await invoicesOf(owner)).toEqual([]);
});

test("A plan with less room than is used is refused with everything that is too much, features in use as well", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	await choose(owner, { planCode: "education", seats: 110 });
	for (let n = 0; n < 6; n++) await api.addMember(owner, "member");
	const system = await api.signInSystem();
	const limits = { seats: 5, workspaces: 1 };
	const team = (await api.request("GET", "/configurations/plans", { token: system })).body.data.plans.find(
		({ code }: { code: string }) => code === "team",
	);
	const patch = (body: object) => api.request("PATCH", "/configurations/plans/team", { token: system, body });
	await patch({ limits: { ...team.limits, ...limits }, lacks: ["ltiIntegration", "piiRedaction", "calendarSync"] });
	for (let n = 0; n < 2; n++)
		await api.request("POST", `/orgs/${owner.orgId}/workspaces`, { token: owner.token, body: { name: `Room ${n}` } });
	const flags = await api.request("PUT", `/orgs/${owner.orgId}/feature-flags`, {
		token: owner.token,
		body: { ltiIntegration: true },
	});

	const refused = await choose(owner, { planCode: "team", seats: 5 });
	await patch({ limits: null, lacks: null });

	expect([flags.status, refused.status, refused.body.error?.code]).toEqual([200, 409, "downgrade_blocked"]);
	expect(refused.body.error.meta.violations).toEqual([
		{ key: "seats", limit: 5, used: 7 },
		{ key: "workspaces", limit: 1, used: 2 },
		{ key: "ltiIntegration", limit: 0, used: 1 },
	]);
	expect((await billingOf(owner)).subscription).toMatchObject({ planCode: "education", pendingChange: null });
});

test("Everybody may leave: what there is stays, and only what is new is refused", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	await choose(owner, { planCode: "business", seats: 20 });
	for (let n = 0; n < 6; n++) await api.addMember(owner, "member");
	const workspace = (name: string) =>
		api.request("POST", `/orgs/${owner.orgId}/workspaces`, { token: owner.token, body: { name } });
	for (let n = 0; n < 3; n++) await workspace(`Room ${n}`);

	const planned = await choose(owner, { planCode: "free" });
	const left = await choose(owner, { planCode: "free", effective: "immediately" });
	const refused = await workspace("Another room");
	const { body } = await api.request("GET", `/orgs/${owner.orgId}/members`, { token: owner.token });

	expect(planned.body.data.subscription).toMatchObject({ planCode: "business", cancelAtPeriodEnd: true });
	expect(left.body.data.subscription).toMatchObject({ planCode: "free", status: "canceled" });
	expect([refused.status, refused.body.error.code]).toEqual([402, "quota_exceeded"]);
	expect(body.data).toHaveLength(7);
});

test("What was planned for the end of the period is taken back by choosing the current plan", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	await choose(owner, { planCode: "team", seats: 5 });
	const planned = await choose(owner, { planCode: "free" });

	const kept = await choose(owner, { planCode: "team", seats: 5, effective: "period_end" });

	expect(planned.body.data.subscription).toMatchObject({ cancelAtPeriodEnd: true });
	expect(kept.body.data.subscription).toMatchObject({ cancelAtPeriodEnd: false, pendingChange: null });
	expect(await invoicesOf(owner)).toHaveLength(1);
});

test("Plans that nobody offers, seats beyond the plan, and the plan without limits are refused by name", async () => {
	const owner = await api.createOrganization({ orgType: "business" });

	const answers = [
		await choose(owner, { planCode: "gold" }),
		await choose(owner, { planCode: "unlimited" }),
		await choose(owner, { planCode: "team", seats: 101 }),
	];

	expect(answers.map(({ status, body }) => [status, body.error.errors[0].path])).toEqual([
		[422, "/planCode"],
		[422, "/planCode"],
		[422, "/seats"],
	]);
});

test("Only those who may change the billing change the plan", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	const [admin, billing, stranger] = [
		await api.addMember(owner, "admin"),
		await api.addMember(owner, "billing"),
		await api.createOrganization(),
	];

	const asOf = (by: SignedIn) => choose({ ...by, orgId: owner.orgId }, { planCode: "team", dryRun: true });
	const statuses = [(await asOf(billing)).status, (await asOf(stranger)).status];
	const member = await asOf(await api.addMember(owner, "member"));

	expect(statuses).toEqual([200, 403]);
	expect(member.status).toBe(403);
	expect([200, 403]).toContain((await asOf(admin)).status);
});

test("An operator grants what the plan does not include, and nobody else does", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	const grant = (token: string, entitlements: object) =>
		api.request("PUT", `/orgs/${owner.orgId}/billing/entitlements`, { token, body: { entitlements } });
	const system = await api.signInSystem();

	const refused = await grant(owner.token, { seats: null });
	const unknown = await grant(system, { seats: true, chairs: 4 });
	const granted = await grant(system, { seats: 9, realTimeTranslation: true });

	const shown = (await billingOf(owner)).entitlements;
	expect(refused.status).toBe(403);
	expect([unknown.status, unknown.body.error.errors.map(({ path }: { path: string }) => path)]).toEqual([
		422,
		["/entitlements/seats", "/entitlements/chairs"],
	]);
	expect(granted.status).toBe(200);
	expect(shown).toContainEqual(expect.objectContaining({ key: "seats", value: 9, planValue: 5, overrideValue: 9 }));
	expect(shown).toContainEqual(expect.objectContaining({ key: "realTimeTranslation", value: true, planValue: false }));
});

inProcessDescribe("a subscription", () => {
	test("is renewed once for each period that went by while nothing ran", async () => {
		const owner = await api.createOrganization({ orgType: "business", settings: { timezone: "UTC" } });
		await choose(owner, { planCode: "team", seats: 5 });

		api.advanceMs(100 * DAY_MS);
		for (let n = 0; n < 4; n++) await api.parley.services.jobs.runDue();

		const system = await api.signInSystem();
		const { body } = await api.request("GET", `/orgs/${owner.orgId}/billing/invoices`, { token: system });
		const starts = body.data.map(({ periodStart }: { periodStart: string }) => periodStart);
		expect(new Set(starts).size).toBe(starts.length);
		expect(starts).toHaveLength(4);
	});

	test("is charged nothing more once its organization is deleted", async () => {
		const owner = await api.createOrganization({ orgType: "business", settings: { timezone: "UTC" } });
		await choose(owner, { planCode: "team", seats: 5 });
		const system = await api.signInSystem();
		await api.request("DELETE", `/orgs/${owner.orgId}`, { token: system });

		api.advanceMs(20 * DAY_MS);
		for (let n = 0; n < 4; n++) await api.parley.services.jobs.runDue();

		const { body } = await api.request("GET", `/orgs/${owner.orgId}/billing/invoices`, {
			token: await api.signInSystem(),
		});
		expect(body.data).toHaveLength(1);
	});
});
