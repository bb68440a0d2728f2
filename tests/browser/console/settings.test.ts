import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";

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
		await page.locator("[name=timezone]:focus").waitFor();
		expect(await violationsOf(page)).toEqual([]);

		await zone.fill("Europe/Madrid");
		await page.getByLabel("Consent to recordings").selectOption({ label: "Participants are notified" });
		await page.getByRole("switch", { name: "Education" }).click();
		await page.getByLabel("Rooms of more than eight people").selectOption({ label: "From browser to browser only" });
		await save(page).click();
		await page.getByText("Saved", { exact: true }).waitFor();
		await page.reload();

		await page.getByLabel("Time zone").waitFor();
		expect(await page.getByLabel("Time zone").inputValue()).toBe("Europe/Madrid");
		expect(await page.getByLabel("Consent to recordings").inputValue()).toBe("notify");
		expect(await page.getByRole("switch", { name: "Education" }).isChecked()).toBe(false);
		expect(await page.getByLabel("Rooms of more than eight people").inputValue()).toBe("false");
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

	test("of AI say which providers may see what, and in which order; a compliance mode keeps it inside", async () => {
		const page = await openSettings("Settings of AI");
		const policy = `/orgs/${/org_\w+/.exec(page.url())?.[0]}`;
		const signedIn = await clientAt(ui.base).post("/auth/login", FIRST_ADMIN);
		const api = clientAt(ui.base, signedIn.body.access_token);
		const answer = "**/ai-policy";
		await page.route(answer, (route) => route.fulfill({ status: 503, json: { status: 503, code: "unavailable" } }));
		await page.getByRole("link", { name: "AI policy" }).click();
		await page.getByRole("alert").waitFor();
		await page.unroute(answer);
		await page.getByRole("button", { name: "Try again" }).click();
		const summaries = page.getByRole("region", { name: "Summaries" });
		const external = summaries.getByRole("switch", { name: "Providers outside this installation" });
		await external.click();
		await summaries.getByLabel("openai").selectOption("Choice 1");
		await summaries.getByLabel("extractive").selectOption("Choice 2");
		const languages = page.getByRole("region", { name: "Transcription" }).getByLabel("Languages");
		await languages.fill("en, Klingon!");
		await save(page).click();
		await page.locator("[name='transcription/languages'][aria-invalid]:focus").waitFor();
		await expectWhole(page);
		await languages.fill("en, pt-BR");
		await save(page).click();
		await page.getByText("Saved", { exact: true }).waitFor();

		const { data } = (await api.get(`${policy}/ai-policy`)).body;
		expect(data.summary).toEqual({ providers: ["openai", "extractive"], allowExternal: true, languages: [] });
		expect(data.transcription).toEqual({ providers: [], allowExternal: false, languages: ["en", "pt-BR"] });
		expect((await api.patch(`${policy}/settings`, { complianceMode: "ferpa" })).status).toBe(200);
		await page.reload();
		expect(await external.isChecked()).toBe(false);
		await page.locator("[name='translation/allowExternal']").click();
		await save(page).click();
		await page.locator("[name='translation/allowExternal'][aria-invalid]:focus").waitFor();
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
