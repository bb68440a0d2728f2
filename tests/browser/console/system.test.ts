import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { type Console, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { freePort } from "#tests/support/installation";
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

	/** Asserts that a screen is whole in the dark at the width of a phone. */
	async function expectWhole(page: Page): Promise<void> {
		expect(await violationsOf(page)).toEqual([]);
		await page.setViewportSize({ width: 390, height: 800 });
		await page.emulateMedia({ colorScheme: "dark" });
		expect(await violationsOf(page)).toEqual([]);
		expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
		await page.setViewportSize({ width: 1280, height: 720 });
		await page.emulateMedia({ colorScheme: "light" });
	}

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
		expect(await page.getByRole("region", { name: "Storage" }).getByText("Works").count()).toBe(4);
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
});
