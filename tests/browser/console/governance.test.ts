import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { startDnsServer, type TestDnsServer } from "#tests/support/dns-server";

const VTT = "WEBVTT\n\n00:00.000 --> 00:01.500\n<v Ada>Light bends where it slows down.\n";

describe.skipIf(!hasBrowser)(`What governs an organization, in the console (needs ${CHROMIUM})`, () => {
	let dns: TestDnsServer;
	let ui: Console;
	let page: Page;
	let admin: Client;
	let api: Client;
	let org: string;
	const member = { email: "mei@school.example", password: "a perfectly long password" };
	const auditor = { email: "ada@school.example", password: "a perfectly long password" };

	async function join({ email, password }: typeof member, role: string): Promise<void> {
		const { body } = await admin.post(`${org}/invitations`, { email, role });
		await clientAt(ui.base).post(`/auth/invitations/${body.data.token}/accept`, { name: email, password });
	}

	beforeAll(async () => {
		dns = await startDnsServer();
		ui = await openConsole({ DNS_RESOLVERS: dns.address });
		admin = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token);
		const { id } = (await admin.post("/orgs", { name: "Green Valley", orgType: "education" })).body.data;
		org = `/orgs/${id}`;
		await join(member, "member");
		await join(auditor, "auditor");
		const scoped = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId: id });
		api = clientAt(ui.base, scoped.body.access_token);
		page = await ui.openAs(FIRST_ADMIN, `o/${id}/members`);
	});
	afterEach(() => expect(ui.alarms.splice(0)).toEqual([]));
	afterAll(async () => {
		await ui.close();
		await dns.close();
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

	test("a retention period shows what it purges before it is set, wants the number, and overwrites nothing that others set", async () => {
		const { body } = await api.post(`${org}/workspaces`, { name: "Physics", kind: "class" });
		const created = await api.post(`/workspaces/${body.data.id}/meetings`, { title: "Refraction" });
		const meeting = `/meetings/${created.body.data.meeting.id}`;
		await api.post(`${meeting}/start`);
		await api.post(`${meeting}/end`);
		const imported = await api.put(`${meeting}/transcripts`, undefined, {
			raw: VTT,
			headers: { "content-type": "text/vtt" },
		});
		expect(imported.status).toBe(201);
		await go("Retention");
		await page.getByText("Default: 365 days.").waitFor();
		await page.getByRole("heading", { name: "No purge run yet" }).waitFor();
		await page.getByLabel("Transcripts").fill("0");
		await press("Preview");

		await dialog().getByText("365 → 0 days").waitFor();
		const typed = dialog().getByLabel(/to confirm/);
		expect(await violationsOf(page)).toEqual([]);
		await typed.fill("0");
		await confirm("Apply the change");
		await dialog().locator("[name=typed]:invalid").waitFor();
		expect((await api.get(`${org}/retention`)).body.data.transcripts).toBe("365d");
		await typed.fill((await typed.getAttribute("title")) ?? "");
		await confirm("Apply the change");

		await page.getByText("Until then, a longer period shows it again.").waitFor();
		await page.getByText("Set by this organization.").waitFor();
		expect((await api.get(`${org}/retention`)).body.data.transcripts).toBe("0d");
		await expectWhole(page);

		await page.getByLabel("Transcripts").fill("");
		await press("Preview");
		await dialog().getByText("0 → 365 days").waitFor();
		expect((await api.patch(`${org}/retention`, { recordings: "60d" })).status).toBe(200);
		await confirm("Apply the change");

		await page.getByRole("alert").getByText("Another person has saved this").waitFor();
		expect(await page.getByLabel("Recordings").inputValue()).toBe("60");
		await page.getByLabel("Transcripts").fill("");
		await press("Preview");
		await confirm("Apply the change");

		await page.getByText("Default: 365 days.").waitFor();
		expect((await api.get(`${org}/retention?fields=source`)).body.data.source.transcripts).toBe("system");
	});

	test("a legal hold is placed on a meeting that is found by its title, and released; a purge is counted", async () => {
		await go("Retention");
		await page.getByRole("heading", { name: "No legal hold" }).waitFor();
		await press("Place a hold");
		await dialog().getByLabel("Name").fill("Case 12/26");
		const meeting = dialog().getByRole("combobox", { name: "Meeting" });
		await meeting.fill("Refr");
		await confirm("Place a hold");
		await dialog().locator("input[list]:invalid").waitFor();
		const found = dialog().locator("datalist option");
		await meeting.fill((await found.first().getAttribute("value")) ?? "");
		expect(await violationsOf(page)).toEqual([]);
		await confirm("Place a hold");

		const row = page.getByRole("row", { name: /Case 12\/26/ });
		await row.getByText("active").waitFor();
		const formerTexts = () => row.getByRole("button", { name: "Former texts" }).click();
		await formerTexts();
		await dialog().getByRole("heading", { name: "No former text" }).waitFor();
		await confirm("Close");
		const [{ meetingId }] = (await api.get(`${org}/legal-holds`)).body.data;
		expect((await api.patch(`/meetings/${meetingId}`, { title: "Reflection" })).status).toBe(200);
		await page.reload();
		await formerTexts();
		await dialog().getByRole("listitem").getByText("Refraction", { exact: true }).waitFor();
		await expectWhole(page);
		await confirm("Close");
		await row.getByRole("button", { name: "Release" }).click();
		await dialog().getByLabel("Reason").fill("The case is closed");
		await confirm("Release");
		await row.getByText("released").waitFor();
		await press("Count only");
		await page
			.getByRole("row", { name: /Count only/ })
			.getByText("completed")
			.waitFor();

		const { data } = (await api.get(`${org}/legal-holds`)).body;
		expect(data).toMatchObject([{ scope: "meeting", state: "released", releaseReason: "The case is closed" }]);
		await expectWhole(page);
	});

	test("features say where they come from; what is imposed is locked, and stays as it was decided", async () => {
		expect((await admin.post("/configurations/feature-flags/calendarSync/kill", { reason: "Repairs" })).status).toBe(
			200,
		);
		const flags = (url: URL) => url.pathname.endsWith("/feature-flags");
		const failure = { status: "error", message: "x", error: { code: "server_error", detail: "It is out of order." } };
		await page.route(flags, (route) => route.fulfill({ status: 500, json: { ...failure, requestId: "r-1" } }));
		await go("Features");
		await page.getByRole("alert").getByText("Request r-1").waitFor();
		await page.unroute(flags);
		await press("Try again");
		const translation = page.getByRole("switch", { name: "Live translation" });
		await translation.click();
		await page.getByText("Your choice").waitFor();
		expect(await translation.isChecked()).toBe(true);
		expect(await page.getByRole("switch", { name: "Calendar feeds" }).isDisabled()).toBe(true);
		await page.getByText("Repairs").waitFor();
		await expectWhole(page);
		await press("Use the default");

		await page.getByText("Your choice").waitFor({ state: "detached" });
		expect(await translation.isChecked()).toBe(false);
		const { calendarSync } = (await api.get(`${org}/feature-flags?explain=true`)).body.data;
		expect(calendarSync.source).toBe("kill_switch");
	});

	test("a domain is claimed, proved by its record, opened for joining, and removed", async () => {
		await go("Domains");
		await press("Add a domain");
		await dialog().getByLabel("Domain").fill("gmail.com");
		await confirm("Add a domain");
		await dialog().locator("[aria-invalid]").waitFor();
		await dialog().getByLabel("Domain").fill("valley.example.edu");
		await confirm("Add a domain");
		await page.getByRole("heading", { name: "valley.example.edu" }).waitFor();
		await press("Verify now");
		await page.getByRole("alert").getByText("No TXT record was found").waitFor();
		await expectWhole(page);
		const textOf = (name: string) => page.getByRole("textbox", { name }).inputValue();
		dns.publish(await textOf("Name of the record"), await textOf("Value of the record"));
		await press("Verify now");
		await page.getByText("verified", { exact: true }).waitFor();

		await press("Enrolment");
		await dialog().getByLabel("Enrolment").selectOption("auto_join");
		await confirm("Save");
		await page.getByRole("definition").getByText("People join automatically").waitFor();
		await press("Remove");
		await confirm("Remove");

		await page.getByRole("heading", { name: "There is no domain yet" }).waitFor();
		expect((await api.get(`${org}/domains`)).body.data).toEqual([]);
	});

	test("compliance shows its controls with evidence, also to auditors, who may change nothing", async () => {
		await go("Compliance");
		await page.getByRole("heading", { name: "No compliance mode is on" }).waitFor();
		expect((await api.patch(`${org}/settings`, { complianceMode: "ferpa" })).status).toBe(200);
		const other = await ui.openAs(auditor, `o/${org.slice("/orgs/".length)}/settings/compliance`);
		await other.getByText("Evidence").first().click();
		await other.getByText("settings.recordingConsent", { exact: true }).first().waitFor();

		const links = await other.getByRole("navigation").getByRole("link").allTextContents();
		expect(links).toContain("Compliance");
		expect(links).not.toContain("Settings");
		await expectWhole(other);
	});

	test("an export is requested and downloaded, and a person erased, with a receipt", async () => {
		await go("Privacy");
		await page.getByRole("heading", { name: "No export yet" }).waitFor();
		await press("Request an export");
		await dialog().getByLabel("Data of").selectOption("organization");
		await confirm("Request an export");
		const downloading = page.waitForEvent("download");
		await press("Download");
		expect((await downloading).suggestedFilename()).toEndWith(".zip");

		await press("Erase a person");
		await dialog().getByRole("combobox", { name: "Person" }).fill(`${member.email} · ${member.email}`);
		await dialog().getByLabel("E-mail address of the person").fill("somebody@else.example");
		await confirm("Erase a person");
		await dialog().locator("[aria-invalid], [role=alert]").first().waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await dialog().getByLabel("E-mail address of the person").fill(member.email);
		await confirm("Erase a person");
		await page.getByText("completed").waitFor();
		await press("Receipt");

		await dialog().getByText("Completed").waitFor();
		await expectWhole(page);
	});
});
