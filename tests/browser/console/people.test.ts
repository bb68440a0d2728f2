import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";

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
		await page.getByRole("button", { name: "Create the link" }).click();

		const link = await page.getByRole("textbox", { name: "Link to join" }).inputValue();

		expect(link).toContain(`${ui.base}/console/invitation#`);
		await page.getByText("Pass on this link to mei@school.example.").waitFor();
		await expectWhole(page);
		await page.getByRole("button", { name: "Invite another person" }).click();
		await page.getByRole("dialog").locator("[name=email]:focus").waitFor();
		expect(await page.getByRole("dialog").getByLabel("E-mail address").inputValue()).toBe("");
	});

	test("an administrator sees how members sign in, and is offered the roles that they may grant", async () => {
		const root = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token);
		const company = (await root.post("/orgs", { name: "Blue Hill", orgType: "business" })).body.data.id;
		const [olga, ada] = [await joined(root, company, "owner"), await joined(root, company, "admin")];

		const page = await ui.openAs(ada, `o/${company}/members`);

		const row = (email: string) => page.getByRole("row").filter({ hasText: email });
		await row(ada.email).getByText("none", { exact: true }).waitFor();
		expect(await row(ada.email).getByRole("cell").nth(3).textContent()).toMatch(/second|now|minute/);
		expect(await row(olga.email).getByRole("button").count()).toBe(0);
		await row(ada.email).getByRole("button").click();
		await page.getByRole("menuitem", { name: "Change role" }).click();
		const offered = page.getByRole("dialog").getByLabel("Role").getByRole("option");
		expect(await offered.allTextContents()).toEqual([
			"Administrator",
			"Manager",
			"Member",
			"Guest",
			"Billing",
			"Auditor",
		]);
		await page.keyboard.press("Escape");
		await expectWhole(page);
	});

	/** Makes an account by an invitation of an organization. */
	async function joined(root: Client, orgId: string, role: string) {
		const person = { email: `${role}@hill.example`, password: "a perfectly long password" };
		const { body } = await root.post(`/orgs/${orgId}/invitations`, { email: person.email, role });
		const account = { name: role, password: person.password };
		const accepted = await clientAt(ui.base).post(`/auth/invitations/${body.data.token}/accept`, account);
		expect(accepted.status).toBe(200);
		return person;
	}
});
