import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { startStripe } from "#tests/support/stripe-server";
import { until } from "#tests/support/until";

const WALK_MS = 60_000;

describe.skipIf(!hasBrowser)(`The accounts of an organization, in the console (needs ${CHROMIUM})`, () => {
	let stripe: ReturnType<typeof startStripe>;
	let ui: Console;
	let page: Page;
	let admin: Client;
	let org: string;
	const owner = { email: "ada@school.example", password: "a perfectly long password" };
	const auditor = { email: "mei@school.example", password: "a perfectly long password" };

	async function join(name: string, { email, password }: typeof owner, role: string): Promise<void> {
		const { body } = await admin.post(`${org}/invitations`, { email, role });
		await clientAt(ui.base).post(`/auth/invitations/${body.data.token}/accept`, { name, password });
	}

	beforeAll(async () => {
		stripe = startStripe();
		ui = await openConsole({
			...stripe.env,
			BILLING_ENFORCEMENT: "hard",
			WEBHOOK_ALLOW_HTTP: "true",
			WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
		});
		admin = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token);
		const { id } = (await admin.post("/orgs", { name: "Green Valley", orgType: "education" })).body.data;
		org = `/orgs/${id}`;
		await admin.put(org, { name: "Green Valley School" });
		await join("Ada", owner, "owner");
		await join("Mei", auditor, "auditor");
		page = await ui.openAs(owner, `o/${id}/members`);
	}, WALK_MS);
	afterEach(() => expect(ui.alarms.splice(0)).toEqual([]));
	afterAll(async () => {
		await ui.close();
		await stripe.close();
	});

	/** Goes to a screen, whatever the walk before has left open. */
	async function go(name: string): Promise<void> {
		await page.reload();
		await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
		await page.getByRole("heading", { level: 1, name }).waitFor();
	}
	const dialog = () => page.getByRole("dialog");
	const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
	const confirm = (name: string) => dialog().getByRole("button", { name, exact: true }).click();

	/** Saves what a choice of the menu `Download` downloads. */
	async function downloaded(choice: string): Promise<{ name: string; text: string }> {
		await press("Download");
		const [file] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("menuitem", { name: choice }).click(),
		]);
		return { name: file.suggestedFilename(), text: await Bun.file(await file.path()).text() };
	}

	test(
		"the audit log is filtered, shows one entry whole, is verified and downloaded",
		async () => {
			await go("Audit log");
			const log = page.getByRole("table", { name: "Audit log" });
			await log.getByRole("link", { name: "organization.update" }).waitFor();
			await page.getByLabel("Category").selectOption("organization");
			await log.getByRole("link", { name: "organization.update" }).click();

			await dialog().getByRole("row", { name: "/name Green Valley Green Valley School" }).waitFor();
			expect(await violationsOf(page)).toEqual([]);
			await confirm("Only this action");
			await dialog().waitFor({ state: "detached" });
			expect(new URL(page.url()).search).toBe("?action=organization.update");
			await until(async () => (await log.getByRole("row").count()) === 2);
			const csv = await downloaded("CSV");
			expect(csv.text.split("\r\n")[1]).toContain("organization.update");
			expect(csv.text.trim().split("\r\n")).toHaveLength(2);
			await press("Remove the filter Action: organization.update");
			const lines = (await downloaded("JSON Lines")).text.trim().split("\n");
			expect(lines.length).toBeGreaterThan(3);

			await press("Verify the log");
			await page.getByRole("status").getByText("The log is intact").waitFor();
			await expectWhole(page);
			await page.getByLabel("Until").fill("2020-01-31");
			await page.getByRole("heading", { name: "No match" }).waitFor();
		},
		WALK_MS,
	);

	test(
		"an audit stream is created with its secret, tested, disabled and deleted",
		async () => {
			let status = 204;
			using receiver = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(null, { status }) });
			await go("Audit log");
			await page.getByRole("link", { name: "Audit streams" }).click();
			await press("Add a stream");
			await dialog().getByLabel("Name").fill("SIEM");
			await dialog().getByLabel("URL").fill("ftp://siem.example");
			await dialog().getByRole("switch", { name: "System" }).uncheck();
			await confirm("Add a stream");
			await dialog().locator("[aria-invalid]").waitFor();
			expect(await violationsOf(page)).toEqual([]);
			await dialog().getByLabel("URL").fill(`http://127.0.0.1:${receiver.port}/`);
			await confirm("Add a stream");
			expect(await dialog().getByLabel("Signing secret").inputValue()).toStartWith("whsec_");
			await confirm("Close");

			const row = page.getByRole("row", { name: /SIEM/ });
			await row.getByText("enabled").waitFor();
			const choose = async (name: string) => {
				await row.getByRole("button").click();
				await page.getByRole("menuitem", { name }).click();
			};
			await choose("Send a test");
			await page.getByText("SIEM accepted the test message").waitFor();
			status = 500;
			await choose("Send a test");
			await page.getByRole("alert").getByText("SIEM did not accept the test message").waitFor();
			await choose("Disable");
			await row.getByText("disabled").waitFor();
			await expectWhole(page);
			const { data } = (await admin.get(`${org}/audit-streams`)).body;
			expect(data).toMatchObject([{ state: "disabled", categories: ["organization", "member", "auth", "security"] }]);
			await choose("Delete");
			await confirm("Delete");
			await page.getByRole("heading", { name: "No audit stream" }).waitFor();
		},
		WALK_MS,
	);

	test(
		"a plan shows its costs before it is chosen, what is used of it, and how it is paid",
		async () => {
			await go("Billing");
			await page.getByText("No payment method yet").waitFor();
			await press("Change plan");
			await dialog().getByLabel("Plan").selectOption("team");
			await confirm("Show the costs");
			await dialog().getByText("The change applies at once.").waitFor();
			expect(await violationsOf(page)).toEqual([]);
			expect((await admin.get(`${org}/billing`)).body.data.plan.code).toBe("free");
			await confirm("Change plan");
			await page.getByText("€49.00 per month, €9.00 for each seat beyond 5").waitFor();
			await page.getByText("2 of 5").waitFor();
			expect(await page.getByRole("meter", { name: "Seats" }).getAttribute("value")).toBe("2");

			await page.getByLabel("Name on invoices").fill("Green Valley Ltd");
			await page.getByLabel("Country").fill("GB");
			await press("Save");
			await page.getByText("Saved", { exact: true }).waitFor();
			const { data } = (await admin.get(`${org}/billing/account`)).body;
			expect(data).toMatchObject({ name: "Green Valley Ltd", email: null, address: { country: "GB" } });

			await press("Add by its id");
			await dialog().getByLabel("Id at the provider").fill("4242424242424242");
			await confirm("Add a payment method");
			await dialog().locator("[name=token][aria-invalid]:focus").waitFor();
			expect(await violationsOf(page)).toEqual([]);
			await dialog().getByLabel("Id at the provider").fill("pm_slow");
			await confirm("Add a payment method");
			await dialog().waitFor({ state: "detached" });
			await page.getByText("visa •••• 4242").waitFor();
			await expectWhole(page);
			await page.route("https://checkout.stripe.example/*", (route) =>
				route.fulfill({ body: "a page of the provider" }),
			);
			await press("Add a payment method");
			await page.getByText("a page of the provider").waitFor();
			expect(ui.alarms.splice(0)).toEqual([page.url()]);
			await page.goBack();
			const reader = await ui.openAs(auditor, `o/${org.split("/")[2]}/settings/billing`);
			await reader.getByText("visa •••• 4242").waitFor();
			expect(await reader.getByRole("main").getByRole("button").count()).toBe(0);
			expect(await reader.getByLabel("Country").isDisabled()).toBe(true);
			await reader.close();
			await press("Remove visa •••• 4242");
			await confirm("Remove");
			await page.getByText("No payment method yet").waitFor();
		},
		WALK_MS,
	);

	test(
		"an invoice is shown with its lines and saved as a document; usage is a chart and a table",
		async () => {
			await go("Billing");
			await page.getByRole("link", { name: "Invoices" }).click();
			await page.getByRole("link", { name: "INV-000001" }).click();
			await dialog()
				.getByRole("row", { name: /Team, monthly/ })
				.waitFor();
			expect(await violationsOf(page)).toEqual([]);
			const [file] = await Promise.all([page.waitForEvent("download"), confirm("Download the document")]);
			expect(file.suggestedFilename()).toBe("INV-000001.html");
			expect(await Bun.file(await file.path()).text()).toContain("Green Valley");
			await confirm("Close");
			await page.getByRole("heading", { name: "Running bill" }).waitFor();
			await expectWhole(page);

			await page.getByRole("link", { name: "Billing" }).last().click();
			await page.getByRole("link", { name: "Usage" }).click();
			await page.getByRole("heading", { name: "No usage" }).waitFor();
			await page.getByLabel("What is counted").selectOption("seats");
			await page.getByRole("img", { name: "Seats: The last 30 days" }).waitFor();
			await page.getByText("As a table").click();
			await page.getByRole("table", { name: "Seats" }).waitFor();
			await expectWhole(page);
		},
		WALK_MS,
	);

	test(
		"an organization is suspended, resumed, deleted by its name and restored; an owner passes it on and leaves",
		async () => {
			await go("Danger zone");
			await press("Leave the organization");
			await confirm("Leave the organization");
			await dialog().getByRole("alert").waitFor();
			await confirm("Cancel");
			await press("Suspend");
			await dialog().getByLabel("Reason").fill("Closed for a renovation");
			await confirm("Suspend");
			await page.getByText("This organization is suspended").waitFor();
			await go("Danger zone");
			await page.getByText("Closed for a renovation").waitFor();
			await press("Resume");
			await press("Delete the organization");
			await confirm("Delete the organization");
			await dialog().locator("[name=typed]:invalid").waitFor();
			await dialog()
				.getByLabel(/to confirm/)
				.fill("Green Valley School");
			await confirm("Delete the organization");
			await page.getByText("This organization will be deleted on").waitFor();
			expect((await admin.get(`${org}?fields=state`)).body.data.state).toBe("pending_deletion");
			await go("Danger zone");
			await press("Restore the organization");
			await page.getByRole("button", { name: "Delete the organization" }).waitFor();
			await expectWhole(page);

			await press("Transfer ownership");
			await dialog().getByRole("combobox", { name: "New owner" }).fill("Mei");
			const found = dialog().locator("datalist option").first();
			await dialog()
				.getByRole("combobox")
				.fill((await found.getAttribute("value")) ?? "");
			expect(await violationsOf(page)).toEqual([]);
			await confirm("Transfer ownership");
			await dialog().waitFor({ state: "detached" });
			await page.getByRole("heading", { name: "Transfer ownership" }).waitFor({ state: "detached" });
			await press("Leave the organization");
			await confirm("Leave the organization");
			await page.getByRole("heading", { name: "You belong to no organization yet" }).waitFor();
			const { data } = (await admin.get(`${org}/members`)).body;
			expect(data).toMatchObject([{ name: "Mei", role: "owner" }]);
		},
		WALK_MS,
	);
});
