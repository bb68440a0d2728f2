import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Console, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";

describe.skipIf(!hasBrowser)(`Organizations and their people in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	beforeAll(async () => {
		ui = await openConsole();
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	test("a wrong password is told in place, and what was typed stays", async () => {
		const page = await ui.open("system/organizations");
		await page.getByLabel("E-mail address").fill(FIRST_ADMIN.email);
		await page.getByLabel("Password").fill("wrong");

		await page.getByRole("button", { name: "Sign in", exact: true }).click();

		await page.getByRole("alert").waitFor();
		expect(await page.getByLabel("E-mail address").inputValue()).toBe(FIRST_ADMIN.email);
		expect(await violationsOf(page)).toEqual([]);
	});

	test("an administrator creates an organization and passes on an invitation", async () => {
		const page = await ui.openAs(FIRST_ADMIN, "system/organizations");
		await page.getByRole("button", { name: "New organization" }).first().click();
		await page.getByLabel("Name", { exact: true }).fill("Green Valley High School");
		await page.getByRole("dialog").getByRole("button", { name: "New organization" }).click();
		await page.getByRole("link", { name: /Green Valley/ }).click();
		await page.getByRole("link", { name: "Enter" }).click();
		await page.getByRole("link", { name: "Members" }).click();
		await page.getByRole("button", { name: "Invite people" }).click();
		await page.getByRole("dialog").getByLabel("E-mail address").fill("mei@school.example");
		await page.getByRole("button", { name: "Send invitation" }).click();

		const link = await page.getByRole("textbox", { name: "Copy" }).inputValue();

		expect(link).toContain(`${ui.base}/console/invitation#`);
		expect(await violationsOf(page)).toEqual([]);
	});
});
