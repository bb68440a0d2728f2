import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Console, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";

describe.skipIf(!hasBrowser)(`The settings of an organization in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	beforeAll(async () => {
		ui = await openConsole();
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	/** Opens the settings of a new organization. */
	async function openSettings(name: string): Promise<Page> {
		const page = await ui.openAs(FIRST_ADMIN, "system/organizations");
		await page.getByRole("button", { name: "New organization" }).first().click();
		await page.getByLabel("Name", { exact: true }).fill(name);
		await page.getByRole("dialog").getByRole("button", { name: "New organization" }).click();
		await page.getByRole("link", { name, exact: true }).click();
		await page.getByRole("link", { name: "Enter" }).click();
		await page.getByRole("link", { name: "Settings", exact: true }).click();
		await page.getByLabel("Time zone").waitFor();
		return page;
	}
	const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

	test("are saved, and what the API refuses shows at its field", async () => {
		const page = await openSettings("Settings saved");
		const zone = page.getByLabel("Time zone");
		expect(await save(page).count()).toBe(0);
		await zone.fill("Mars/Olympus");
		await save(page).click();
		await page.locator("[aria-invalid]:focus").waitFor();
		expect(await page.evaluate("document.activeElement.name")).toBe("timezone");
		expect(await violationsOf(page)).toEqual([]);

		await zone.fill("Europe/Madrid");
		await page.getByLabel("Consent to recordings").selectOption({ label: "Participants are notified" });
		await page.getByRole("switch", { name: "Education" }).click();
		await save(page).click();
		await page.getByText("Saved", { exact: true }).waitFor();
		await page.reload();

		await page.getByLabel("Time zone").waitFor();
		expect(await page.getByLabel("Time zone").inputValue()).toBe("Europe/Madrid");
		expect(await page.getByLabel("Consent to recordings").inputValue()).toBe("notify");
		expect(await page.getByRole("switch", { name: "Education" }).isChecked()).toBe(false);
	});

	test("are discarded", async () => {
		const page = await openSettings("Settings discarded");
		const summaries = page.getByLabel("Summaries");
		const before = await summaries.inputValue();
		await summaries.selectOption(before === "off" ? "basic" : "off");

		await page.getByRole("button", { name: "Discard", exact: true }).click();

		expect(await page.getByLabel("Summaries").inputValue()).toBe(before);
		expect(await save(page).count()).toBe(0);
	});

	test("are not overwritten by a tab that has older ones", async () => {
		const page = await openSettings("Settings twice");
		const other = await page.context().newPage();
		await other.goto(page.url());
		await other.getByLabel("Time zone").fill("Europe/Berlin");
		await save(other).click();
		await other.getByText("Saved", { exact: true }).waitFor();

		await page.getByLabel("Time zone").fill("Asia/Tokyo");
		await save(page).click();

		await page.getByText("Another person has saved this").waitFor();
		expect(await page.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");
		expect(await violationsOf(page)).toEqual([]);
	});

	test("say when they cannot be read, and are whole in the dark at the width of a phone", async () => {
		const page = await openSettings("Settings on a phone");
		const answer = "**/orgs/*/settings";
		await page.route(answer, (route) => route.fulfill({ status: 503, json: { status: 503, code: "unavailable" } }));
		await page.reload();
		await page.getByRole("alert").waitFor();
		await page.unroute(answer);
		await page.getByRole("button", { name: "Try again" }).click();
		await page.getByLabel("Time zone").waitFor();
		await page.setViewportSize({ width: 390, height: 800 });
		await page.emulateMedia({ colorScheme: "dark" });

		expect(await violationsOf(page)).toEqual([]);
		expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
	});
});
