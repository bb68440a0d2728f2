import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { startLms, type TestLms } from "#tests/support/lms";
import { RECEIVER_ENV, startReceiver, type TestReceiver } from "#tests/support/receiver";

describe.skipIf(!hasBrowser)(`What programs use of an organization, in the console (needs ${CHROMIUM})`, () => {
	let receiver: TestReceiver;
	let lms: TestLms;
	let ui: Console;
	let page: Page;
	let admin: Client;
	let api: Client;
	let orgId: string;
	let org: string;
	const password = "a perfectly long password";

	/** Adds an administrator. @returns what they send, and what removes them */
	async function addAdmin(name: string): Promise<{ client: Client; remove: () => Promise<unknown> }> {
		const email = `${name}@school.example`;
		const { body } = await admin.post(`${org}/invitations`, { email, role: "admin" });
		await clientAt(ui.base).post(`/auth/invitations/${body.data.token}/accept`, { name, password });
		const signedIn = await clientAt(ui.base).post("/auth/login", { email, password, orgId });
		const client = clientAt(ui.base, signedIn.body.access_token);
		const { id } = (await client.get("/auth/profile")).body.data;
		return { client, remove: () => admin.delete(`${org}/members/${id}`) };
	}

	beforeAll(async () => {
		[receiver, lms] = await Promise.all([startReceiver(), startLms()]);
		ui = await openConsole(RECEIVER_ENV);
		admin = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token);
		orgId = (await admin.post("/orgs", { name: "Green Valley", orgType: "education" })).body.data.id;
		org = `/orgs/${orgId}`;
		const scoped = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId });
		api = clientAt(ui.base, scoped.body.access_token);
		page = await ui.openAs(FIRST_ADMIN, `o/${orgId}/members`);
	});
	afterEach(() => expect(ui.alarms.splice(0)).toEqual([]));
	afterAll(async () => {
		await ui.close();
		await receiver.close();
		await lms.close();
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
	async function choose(of: string, action: string): Promise<void> {
		await press(`Actions for ${of}`);
		await page.getByRole("menuitem", { name: action, exact: true }).click();
	}

	test("a key is created with chosen rights, shown once, changed, replaced and revoked", async () => {
		const keys = async () => (await api.get(`${org}/api-keys`)).body.data;
		const works = async (key: string) => (await clientAt(ui.base, key).get(org)).status === 200;
		await go("API keys");
		await page.getByRole("heading", { name: "There is no API key yet" }).waitFor();
		await press("Create a key");
		await dialog().getByLabel("Name").fill("Timetable");
		await confirm("Create a key");
		await dialog().locator("fieldset[aria-invalid]").waitFor();
		await page.locator("[name=scopes]:focus").waitFor();
		await dialog().getByRole("group", { name: "Organization" }).getByLabel("Read").check();
		await dialog().getByLabel("Allowed IP addresses").fill("127.0.0.0/33");
		await confirm("Create a key");
		await dialog().locator("textarea[aria-invalid]").waitFor();
		await dialog().getByLabel("Allowed IP addresses").fill("127.0.0.0/8\n::1");
		await dialog().getByLabel("Expires").fill("2099-12-31");
		await expectWhole(page);
		await confirm("Create a key");

		const secret = dialog().getByRole("textbox", { name: "API key" });
		const first = await secret.inputValue();
		expect(await works(first)).toBe(true);
		await confirm("Done");
		await page.getByText(`ends with ${first.slice(-4)}`).waitFor();
		await page.getByText("Organization: read", { exact: true }).waitFor();
		expect(await page.content()).not.toContain(first);

		await choose("Timetable", "Edit");
		await dialog().getByLabel("Name").fill("Timetable sync");
		await dialog().getByRole("group", { name: "Members" }).getByLabel("Read").check();
		const [{ id }] = await keys();
		await api.patch(`${org}/api-keys/${id}`, { expiresAt: null });
		await confirm("Save");
		await dialog().getByText("Another person has saved this").waitFor();
		expect(await dialog().getByLabel("Expires").inputValue()).toBe("");
		await dialog().getByLabel("Name").fill("Timetable sync");
		await dialog().getByRole("group", { name: "Members" }).getByLabel("Read").check();
		await confirm("Save");
		await dialog().waitFor({ state: "detached" });
		expect(await keys()).toMatchObject([
			{
				name: "Timetable sync",
				scopes: ["org:read", "member:read"],
				allowedIps: ["127.0.0.0/8", "::1/128"],
				expiresAt: null,
			},
		]);

		await choose("Timetable sync", "Replace the key");
		await dialog().getByLabel("The previous key").selectOption({ label: "0 minutes: it stops at once" });
		await confirm("Replace the key");
		const second = await secret.inputValue();
		expect([await works(first), await works(second)]).toEqual([false, true]);
		await confirm("Done");
		await choose("Timetable sync", "Revoke");
		await confirm("Revoke");

		await page.getByRole("heading", { name: "There is no API key yet" }).waitFor();
		expect(await works(second)).toBe(false);
	});

	test("a key whose maker has left is found and adopted", async () => {
		const { client, remove } = await addAdmin("ada");
		for (const name of ["Reports", "Portal"])
			await (name === "Reports" ? client : api).post(`${org}/api-keys`, { name, scopes: ["org:read", "audit:read"] });
		await remove();
		await go("API keys");
		await page
			.getByRole("row", { name: /Reports/ })
			.getByText("maker has left")
			.waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByLabel("Maker").selectOption({ label: "maker has left" });
		await page.getByText("Portal").waitFor({ state: "detached" });
		await choose("Reports", "Adopt");

		await page.getByRole("heading", { name: "No match" }).waitFor();
		const { data } = (await api.get(`${org}/api-keys`)).body;
		expect(data.map(({ makerState }: { makerState: string }) => makerState)).toEqual(["active", "active"]);
	});

	test("a webhook is added with chosen events, tested, and each delivery shows what was sent and answered", async () => {
		receiver.answer = (_request, response) => void response.writeHead(500).end("Timetable is closed");
		await go("Webhooks");
		await page.getByRole("heading", { name: "There is no webhook yet" }).waitFor();
		await press("Add a webhook");
		await dialog().getByLabel("Address").fill("ftp://127.0.0.1/");
		await confirm("Add a webhook");
		await dialog().locator("input[aria-invalid]").waitFor();
		await dialog().getByLabel("Address").fill(receiver.url("/timetable"));
		await dialog().getByLabel("Additional headers").fill("X-School: valley");
		await dialog().getByRole("switch", { name: "All events" }).uncheck();
		await dialog().locator("summary", { hasText: "workspace" }).click();
		await dialog().getByLabel("All: workspace.*").check();
		await dialog().getByLabel("workspace.updated").check();
		expect(await violationsOf(page)).toEqual([]);
		await confirm("Add a webhook");
		const secret = dialog().getByRole("textbox", { name: "Secret of the signatures" });
		const signing = await secret.inputValue();
		await confirm("Done");

		await page.getByRole("definition").getByText("workspace.*", { exact: true }).waitFor();
		await page.getByRole("heading", { name: "Nothing was sent yet" }).waitFor();
		await press("Send a test");
		await dialog().getByText("HTTP 500").first().waitFor();
		await dialog().getByText("Timetable is closed").first().waitFor();
		await dialog().getByText("Request", { exact: true }).click();
		await dialog().getByText('"type": "webhook.test"').waitFor();
		await expectWhole(page);
		receiver.answer = (_request, response) => void response.writeHead(200).end();
		await confirm("Send again");
		await dialog().getByText("HTTP 200").first().waitFor();
		const [first, again] = receiver.at("/timetable");
		expect(new Webhook(signing).verify(again?.text ?? "", again?.headers as Record<string, string>)).toEqual(
			first?.body,
		);
		expect(again?.headers["x-school"]).toBe("valley");
		await confirm("Close");

		await page
			.getByRole("row", { name: /webhook\.test/ })
			.getByText("succeeded")
			.waitFor();
		await page.getByRole("region", { name: "Deliveries" }).getByLabel("State").selectOption("failed");
		await page.getByRole("heading", { name: "No match" }).waitFor();
		await press("Edit");
		expect(await dialog().getByLabel("All: workspace.*").isChecked()).toBe(true);
		await dialog().getByLabel("Description").fill("Timetable");
		await dialog().getByLabel("Content").selectOption("thin");
		await confirm("Save");
		await page.getByRole("heading", { level: 1, name: "Timetable" }).waitFor();
		await choose("Timetable", "Replace the secret");
		await confirm("Replace the secret");
		expect(await secret.inputValue()).not.toBe(signing);
		await confirm("Done");
		await page.getByText("Previous secret signs until").waitFor();
		expect((await api.get(`${org}/webhooks`)).body.data).toMatchObject([
			{ description: "Timetable", eventTypes: ["workspace.*"], payload: "thin", headerNames: ["x-school"] },
		]);
		await choose("Timetable", "Delete");
		await confirm("Delete");

		await page.getByRole("heading", { name: "There is no webhook yet" }).waitFor();
	});

	test("a webhook that is gone is enabled again, adopted, and gets a period once more", async () => {
		const { client, remove } = await addAdmin("mei");
		receiver.answer = (_request, response) => void response.writeHead(410).end();
		const body = { url: receiver.url("/reports"), description: "Reports", eventTypes: ["workspace.created"] };
		expect((await client.post(`${org}/webhooks`, body)).status).toBe(201);
		await remove();
		await api.post(`${org}/workspaces`, { name: "Physics", kind: "class" });
		await go("Webhooks");
		const row = page.getByRole("row", { name: /Reports/ });
		await row.getByText("maker has left").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await row.getByRole("link").click();
		await page.getByText("the receiver answered 410 Gone").waitFor();
		await expectWhole(page);
		receiver.answer = (_request, response) => void response.writeHead(204).end();
		await press("Adopt");
		await page.getByText("maker has left", { exact: true }).waitFor({ state: "detached" });
		await press("Enable");
		await page.getByText("enabled", { exact: true }).waitFor();
		const before = receiver.at("/reports").length;
		await choose("Reports", "Send a period again");
		await dialog().getByLabel("From").fill("2020-01-01T00:00");
		await confirm("Send a period again");

		await receiver.got(before + 1, "/reports");
		const again = page.getByRole("row", { name: /workspace\.created/ }).filter({ hasText: "succeeded" });
		await again.waitFor();
		const ids = receiver.at("/reports").map(({ headers }) => headers["webhook-id"]);
		expect(new Set(ids).size).toBe(1);
	});

	test("an integration is added, tested against its platform, changed, disabled, adopted and removed", async () => {
		const { type: _, deploymentIds, ...registration } = lms.registration;
		const { client, remove } = await addAdmin("noor");
		const read = (url: URL) => url.pathname.endsWith("/integrations");
		const error = { code: "invalid_request", message: "It is out of order." };
		await page.route(read, (route) =>
			route.fulfill({ status: 400, json: { status: "error", error, requestId: "r-1" } }),
		);
		await go("Integrations");
		await page.getByRole("alert").getByText("Request r-1").waitFor();
		await page.unroute(read);
		await press("Try again");
		await page.getByRole("heading", { name: "There is no integration yet" }).waitFor();
		await press("Add an integration");
		for (const [name, value] of Object.entries(registration)) await dialog().locator(`[name=${name}]`).fill(value);
		await dialog().getByLabel("Deployment ids").fill(deploymentIds.join("\n"));
		await dialog().getByLabel("Public keyset URL").fill("https://user:secret@school.example/keys");
		await confirm("Add an integration");
		await dialog().locator("[aria-invalid]").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await dialog().getByLabel("Public keyset URL").fill(registration.jwksUri);
		await confirm("Add an integration");
		await page.getByRole("heading", { name: "Moodle" }).waitFor();
		expect(await page.getByRole("textbox", { name: "Initiate login URL" }).inputValue()).toEndWith("/login");

		await press("Test");
		await page.getByText("It works: 1 key").waitFor();
		await expectWhole(page);
		lms.server.keys = [];
		await press("Test");
		await page.getByRole("alert").waitFor();
		await choose("Moodle", "Edit");
		await dialog().getByLabel("Deployment ids").fill("1\n2");
		await confirm("Save");
		await page.getByRole("definition").getByText("1, 2", { exact: true }).waitFor();
		await choose("Moodle", "Disable");
		await page.getByText("disabled", { exact: true }).waitFor();
		await choose("Moodle", "Remove");
		await confirm("Remove");
		await page.getByRole("heading", { name: "There is no integration yet" }).waitFor();
		await client.post(`${org}/integrations`, { ...lms.registration, name: "Canvas" });
		await remove();
		await page.reload();
		await press("Adopt");

		await page.getByText("maker has left").waitFor({ state: "detached" });
		expect((await api.get(`${org}/integrations`)).body.data).toMatchObject([{ name: "Canvas", makerState: "active" }]);
	});

	test("are for administrators", async () => {
		const email = "kim@school.example";
		const { body } = await admin.post(`${org}/invitations`, { email, role: "member" });
		await clientAt(ui.base).post(`/auth/invitations/${body.data.token}/accept`, { name: "Kim", password });
		const other = await ui.openAs({ email, password }, `o/${orgId}/settings/keys`);
		await other.getByRole("alert").getByText("Your role does not allow this").waitFor();

		const links = await other.getByRole("navigation").getByRole("link").allTextContents();
		expect(links).toContain("Meetings");
		expect(links.filter((name) => ["API keys", "Integrations", "Webhooks"].includes(name))).toEqual([]);
	});
});
