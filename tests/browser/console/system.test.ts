import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { freePort } from "#tests/support/free-port";
import { until } from "#tests/support/until";

describe.skipIf(!hasBrowser)(`The installation in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let api: ReturnType<typeof clientAt>;
	beforeAll(async () => {
		// Mail that does not leave: no server is there.
		ui = await openConsole({ SMTP_URL: `smtp://127.0.0.1:${freePort()}`, MAIL_FROM: "parley@parley.example" });
		api = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token);
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	/** Asserts that a screen says when it cannot be read, and is shown when that is tried again. */
	async function expectFailure(page: Page, address: string): Promise<void> {
		// Nothing that is worth another attempt.
		const answer = { status: 400, json: { status: "error", error: { code: "invalid_request", message: "No." } } };
		await page.route(address, (route) => route.fulfill(answer));
		await page.reload();
		await page.getByRole("alert").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.unroute(address);
		await page.getByRole("button", { name: "Try again" }).click();
	}
	const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

	test("its health says what works, and why something does not", async () => {
		await api.post("/orgs", { name: "Green Valley", orgType: "education", ownerEmail: "mei@school.example" });
		await until(async () => (await api.get("/health/ready")).body.message === "Ready, but degraded");
		const page = await ui.openAs(FIRST_ADMIN, "system/organizations");
		await page.getByRole("link", { name: "Health" }).click();
		const mail = page.getByRole("region", { name: "Mail" });
		await mail.getByText("Mail cannot be sent").waitFor();

		await page.getByText("ready, with limitations").waitFor();
		const models = page.getByRole("region", { name: "Models" });
		await models.getByText("extractive").waitFor();
		await models.getByText("No provider of transcriptions is available").waitFor();
		await until(async () => (await page.getByRole("region", { name: "Storage" }).getByText("Works").count()) === 4);
		await expectWhole(page);

		const checks = [
			{ name: "accepting", ok: true, detail: null },
			{ name: "disk", ok: false, detail: "The disk with the data directory is full or cannot be read." },
		];
		const error = { code: "unavailable", message: "The service is not ready.", meta: { checks } };
		await page.route("**/health/ready", (route) => route.fulfill({ status: 503, json: { status: "error", error } }));
		await page.getByRole("button", { name: "Check again" }).click();
		await page.getByRole("alert").filter({ hasText: "not ready" }).waitFor();
		await page.getByText("The disk with the data directory is full").waitFor();
		await mail.getByText("Not checked").waitFor();
		expect(await violationsOf(page)).toEqual([]);

		await page.unroute("**/health/ready");
		await page.route("**/health/ready", (route) => route.abort());
		await page.getByRole("button", { name: "Check again" }).click();
		await page.getByText("The last known state is shown").waitFor();
		await page.reload();
		await page.getByText("The server cannot be reached").waitFor();
		await page.unroute("**/health/ready");
		await page.getByRole("button", { name: "Try again" }).click();
		await mail.waitFor();
	});

	test("a plan is changed, whatever another tab had read, and restored", async () => {
		const page = await ui.openAs(FIRST_ADMIN, "system/plans");
		await page.getByRole("row", { name: /Team/ }).getByText("€49.00").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("link", { name: /Team/ }).click();
		await page.getByLabel("Currency").fill("XXX");
		await save(page).click();
		await page.locator('[name="currency"][aria-invalid]:focus').waitFor();
		await page.getByLabel("Currency").fill("EUR");
		await page.getByRole("group", { name: "Paid monthly" }).getByLabel("Base price").fill("59.5");
		await page.getByLabel("Workspaces").fill("");
		await page.getByRole("switch", { name: "ltiIntegration" }).click();
		const overage = page.getByRole("group", { name: "API requests" });
		await overage.getByLabel("Units", { exact: true }).fill("1000");
		await overage.getByLabel("Price of these units").fill("0.4");
		await expectWhole(page);
		await save(page).click();
		await page.getByText("Saved", { exact: true }).waitFor();

		const { body } = await api.get("/configurations/plans");
		const team = body.data.plans.find(({ code }: { code: string }) => code === "team");
		expect(team.prices.month).toEqual({ baseMinor: 5950, perSeatMinor: 900 });
		expect(team.limits).toMatchObject({ workspaces: null, recording_storage_bytes: 250 * 1024 ** 3 });
		expect(team.lacks).toEqual([]);
		expect(team.overage.api_requests).toEqual({ per: 1000, amountMinor: 40 });

		await api.patch("/configurations/plans/team", { trialDays: 21 });
		await page.getByLabel("Name", { exact: true }).fill("Crew");
		await save(page).click();
		await page.getByText("Another person has saved this").waitFor();
		expect(await page.getByLabel("Trial, in days").inputValue()).toBe("21");

		await page.getByRole("button", { name: "Restore built-in values" }).click();
		await page.locator(":focus", { hasText: "Cancel" }).waitFor();
		await page.getByRole("dialog").getByRole("button", { name: "Restore built-in values" }).click();
		await page.getByRole("dialog").waitFor({ state: "hidden" });
		expect(await page.getByLabel("Trial, in days").inputValue()).toBe("14");

		await expectFailure(page, "**/configurations/plans");
		await page.getByLabel("Name", { exact: true }).waitFor();
	});

	test("a feature flag is added, rolled out, killed, revived and deleted; its rules stay", async () => {
		const page = await ui.openAs(FIRST_ADMIN, "system/features");
		await page
			.getByRole("row", { name: /ltiIntegration/ })
			.getByText("1 kind")
			.waitFor();
		await page.getByRole("button", { name: "New feature flag" }).click();
		await page.getByLabel("Key", { exact: true }).fill("aiSummaries");
		await page.getByRole("dialog").getByRole("button", { name: "New feature flag" }).click();
		await page.locator("[aria-invalid]").waitFor();
		await page.getByLabel("Key", { exact: true }).fill("whiteboard");
		await page.getByRole("dialog").getByRole("button", { name: "New feature flag" }).click();
		await page.getByRole("heading", { level: 1, name: "whiteboard" }).waitFor();

		const rules = [{ when: { plan: ["team", "education"], orgType: ["education"] }, variant: "on" }];
		const path = "/configurations/feature-flags/whiteboard";
		expect((await api.put(path, { rules })).status).toBe(200);
		await page.reload();
		await page.getByText("Plan: team, education").waitFor();
		await page.getByLabel("Description").fill("Drawings in meetings.");
		await page.getByLabel("On, in percent").fill("25");
		await save(page).click();
		await page.getByText("Saved", { exact: true }).waitFor();
		const { data } = (await api.get(path)).body;
		expect(data.rollout).toEqual({ by: "organization", split: [{ variant: "on", percentage: 25 }] });
		expect(data).toMatchObject({ rules, description: "Drawings in meetings.", defaultVariant: "off" });

		await page.getByRole("button", { name: "Kill" }).click();
		await page.getByLabel("Reason").fill("Drawings are lost.");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("dialog").getByRole("button", { name: "Kill" }).click();
		await page.getByText("Drawings are lost.").waitFor();
		await expectWhole(page);
		await page.getByRole("link", { name: "All features" }).click();
		await page
			.getByRole("row", { name: /whiteboard/ })
			.getByText("Killed")
			.waitFor();
		await expectWhole(page);

		await page.getByRole("link", { name: /whiteboard/ }).click();
		await page.getByRole("button", { name: "Revive" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Revive" }).click();
		await page.getByText("whiteboard was revived").waitFor();
		await page.getByRole("button", { name: "Delete" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
		await page.getByText("whiteboard was deleted").waitFor();
		await page.getByRole("row", { name: /whiteboard/ }).waitFor({ state: "detached" });

		await expectFailure(page, "**/configurations/feature-flags");
		await page.getByRole("link", { name: /aiSummaries/ }).waitFor();
	});

	test("defaults say whom they change before they are saved; a killed flag does not become one", async () => {
		await api.post("/orgs", { name: "Blue Harbour", orgType: "business" });
		await api.post("/configurations/feature-flags/transcriptSearch/kill", {});
		const page = await ui.openAs(FIRST_ADMIN, "system/defaults");
		await page.getByLabel("Kind of organization").selectOption({ label: "Business" });
		await page.waitForURL(/kind=business/);
		const zone = page.getByLabel("Time zone");
		await zone.fill("Mars/Olympus");
		await save(page).click();
		await page.locator('[name="settings/timezone"][aria-invalid]:focus').waitFor();
		await zone.fill("Europe/Madrid");
		await page.getByLabel("Chat messages").fill("30");
		await page.getByRole("switch", { name: "realTimeTranslation" }).click();
		await expectWhole(page);
		await save(page).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("one organization change at once. Shorter retention").waitFor();
		await page.locator(":focus", { hasText: "Cancel" }).waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await dialog.getByRole("button", { name: "Save" }).click();
		await page.getByText("Saved", { exact: true }).waitFor();

		const path = "/configurations/tenant-defaults/business";
		const { data } = (await api.get(path)).body;
		expect(data.settings.timezone).toBe("Europe/Madrid");
		expect(data.retentionPolicy.chatLogs).toBe("30d");
		expect(data.featureFlags.realTimeTranslation).toBe(true);
		const killed = (await api.get("/configurations/feature-flags/transcriptSearch")).body.data;
		expect(killed.orgTypeDefaults).toEqual({});

		await api.put(path, { settings: { timezone: "Asia/Tokyo" } });
		await zone.fill("Europe/Berlin");
		await save(page).click();
		await page.getByText("Another person has saved this").waitFor();
		expect(await zone.inputValue()).toBe("Asia/Tokyo");
		await page.getByRole("button", { name: "Restore built-in values" }).click();
		await dialog.getByRole("button", { name: "Restore built-in values" }).click();
		await dialog.waitFor({ state: "hidden" });
		expect(await zone.inputValue()).toBe("Etc/UTC");

		await expectFailure(page, "**/configurations/tenant-defaults/*");
		await zone.waitFor();
	});

	test("an organization one does not belong to says so, and system screens are for administrators", async () => {
		const { id } = (await api.post("/orgs", { name: "Red Hill", orgType: "business" })).body.data;
		const page = await ui.openAs(FIRST_ADMIN, "../");
		await page.waitForURL(`${ui.base}/console/system/organizations`);
		await page.goto(`${ui.base}/console/o/${id}/members`);
		await page.getByText("You act as system administrator.").waitFor();
		await page.getByText("You do not belong to Red Hill").waitFor();
		await expectWhole(page);
		await page.getByRole("link", { name: "All organizations" }).click();
		await page.getByRole("link", { name: /Red Hill/ }).waitFor();
		expect(await page.getByText("You act as system administrator.").count()).toBe(0);

		const owner = { email: "ada@harbour.example", password: "correct horse battery" };
		const invited = await api.post(`/orgs/${id}/invitations`, { email: owner.email, role: "owner" });
		const link = await api.post(`/orgs/${id}/invitations/${invited.body.data.id}/link`, {});
		const token = link.body.data.acceptUrl.split("#")[1];
		await api.post(`/auth/invitations/${token}/accept`, { name: "Ada", password: owner.password });
		const other = await ui.openAs(owner, "system/plans");
		await other.getByRole("link", { name: "Members" }).waitFor();
		expect(other.url()).toContain(`/o/${id}`);
		expect(await other.getByText("You act as system administrator.").count()).toBe(0);
	});
});
