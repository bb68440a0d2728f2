import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { pngOf } from "#tests/support/pictures";

const LOGO = pngOf({ width: 240, height: 80, pixel: (x) => (x < 80 ? [122, 31, 162] : [255, 255, 255]) });

describe.skipIf(!hasBrowser)(`How an organization looks (needs ${CHROMIUM})`, () => {
	let ui: Console;
	beforeAll(async () => {
		ui = await openConsole();
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	/** Makes an organization, and returns who administers it there. */
	async function openOrganization(name: string): Promise<Client & { readonly orgId: string; readonly path: string }> {
		const { access_token: token } = (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body;
		const orgId = (await clientAt(ui.base, token).post("/orgs", { name, orgType: "business" })).body.data.id;
		const scoped = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId });
		return { ...clientAt(ui.base, scoped.body.access_token), orgId, path: `/orgs/${orgId}` };
	}
	const logoOf = (name: string, buffer = Buffer.from(LOGO), mimeType = "image/png") => ({ name, mimeType, buffer });

	test("is set on its screen, and the console takes it on at once", async () => {
		const { orgId } = await openOrganization("Green Valley School");
		const page = await ui.openAs(FIRST_ADMIN, `o/${orgId}/settings/branding`);
		const file = page.locator("input[type=file]");
		const save = page.getByRole("button", { name: "Save", exact: true });
		await page.getByText("No logo yet").waitFor();
		const petrol = await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')");
		expect(await violationsOf(page)).toEqual([]);

		await file.setInputFiles(logoOf("logo.png", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')));
		await page.getByRole("alert").getByText("must be a PNG, JPEG or WebP").waitFor();
		await file.setInputFiles(logoOf("large.png", Buffer.alloc(300 * 1024)));
		await page.getByRole("alert").getByText("larger than 256 KiB").waitFor();
		await file.setInputFiles(logoOf("logo.png"));
		await page.getByRole("img", { name: "Logo" }).waitFor();

		await page.getByLabel("Displayed name").fill("Green Valley");
		await page.getByLabel("Choose a colour").fill("#ffe600");
		expect(await page.getByLabel("Colour", { exact: true }).inputValue()).toBe("#ffe600");
		await page.getByLabel("Name of the sender").fill("payroll@bank.example");
		await save.click();
		await page.locator("[aria-invalid]:focus").waitFor();
		expect(await page.getByText("must not contain @").count()).toBe(1);
		await page.getByLabel("Name of the sender").fill("Green Valley School");
		await page.getByLabel("Address for replies").fill("office@valley.example");
		await save.click();
		await page.getByText("Saved", { exact: true }).waitFor();

		await page.getByText("From Green Valley School via the installation").waitFor();
		const switcher = page.getByRole("complementary").getByRole("button", { name: "Green Valley", exact: true });
		await switcher.waitFor();
		expect(await switcher.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(240);
		const accent = await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')");
		expect(accent).not.toBe(petrol);
		await expectWhole(page);

		await page.getByRole("button", { name: "Remove", exact: true }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
		await page.getByText("No logo yet").waitFor();
		expect(await switcher.locator("img").count()).toBe(0);
	});

	test("is not overwritten by a tab that has an older one, and says when it cannot be read", async () => {
		const by = await openOrganization("Two tabs");
		const page = await ui.openAs(FIRST_ADMIN, `o/${by.orgId}/settings/branding`);
		await page.getByLabel("Displayed name").fill("Mine");
		await by.patch(`${by.path}/branding`, { displayName: "Theirs" });
		await page.getByRole("button", { name: "Save", exact: true }).click();

		await page.getByText("Another person has saved this").waitFor();
		expect(await page.getByLabel("Displayed name").inputValue()).toBe("Theirs");

		const answer = "**/orgs/*/branding";
		await page.route(answer, (route) => route.fulfill({ status: 503, json: { status: 503, code: "unavailable" } }));
		await page.reload();
		await page.getByRole("alert").waitFor();
		await page.unroute(answer);
		await page.getByRole("button", { name: "Try again" }).click();
		await page.getByLabel("Displayed name").waitFor();
	});

	test("is shown on the page of an invitation and on that of captions", async () => {
		const by = await openOrganization("Green Valley School");
		await by.patch(`${by.path}/branding`, { displayName: "Valley", color: "#ffe600" });
		const headers = { "content-type": "image/png" };
		await by.put(`${by.path}/branding/logo`, undefined, { raw: LOGO, headers });
		const invitation = await by.post(`${by.path}/invitations`, { email: "ada@valley.example", role: "member" });
		const workspace = (await by.post(`${by.path}/workspaces`, { name: "Physics" })).body.data;
		const recording = { mode: "off", consent: "notify" };
		const body = { title: "Optics", recording, transcription: { live: true } };
		const { meeting } = (await by.post(`/workspaces/${workspace.id}/meetings`, body)).body.data;
		const link = (await by.post(`/meetings/${meeting.id}/caption-link`, {})).body.data;

		for (const [address, shown] of [
			[invitation.body.data.acceptUrl, "Valley"],
			[link.url, "Optics"],
		] as const) {
			const page = await ui.visit(address);
			await page.getByRole("heading", { name: shown }).waitFor();
			const logo = page.getByRole("img", { name: "Valley" });
			await logo.waitFor();
			expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(240);
			expect(await page.evaluate("document.documentElement.style.getPropertyValue('--brand-dark')")).toBe("#ffe600");
			await expectWhole(page);
		}
	});
});
