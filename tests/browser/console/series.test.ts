import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { until } from "#tests/support/until";

const ICS = [
	"BEGIN:VCALENDAR",
	"VERSION:2.0",
	"BEGIN:VEVENT",
	"DTSTART;VALUE=DATE:20270405",
	"DTEND;VALUE=DATE:20270407",
	"SUMMARY:Easter\\, and the day after",
	"END:VEVENT",
	"END:VCALENDAR",
	"",
].join("\r\n");

describe.skipIf(!hasBrowser)(`Series and holidays in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let page: Page;
	let api: Client;
	let orgId: string;
	let workspaceId: string;
	const student = { email: "mei@school.example", password: "a perfectly long password" };

	beforeAll(async () => {
		ui = await openConsole();
		const login = async (more: object) =>
			clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, ...more })).body.access_token);
		const admin = await login({});
		orgId = (await admin.post("/orgs", { name: "Green Valley", orgType: "education" })).body.data.id;
		const { body } = await admin.post(`/orgs/${orgId}/invitations`, { email: student.email, role: "student" });
		const { token } = body.data;
		const { password } = student;
		await clientAt(ui.base).post(`/auth/invitations/${token}/accept`, { name: "Mei", password });
		api = await login({ orgId });
		workspaceId = (await api.post(`/orgs/${orgId}/workspaces`, { name: "Physics", kind: "class" })).body.data.id;
		page = await ui.openAs(FIRST_ADMIN, `o/${orgId}/series`);
	});
	afterEach(() => expect(ui.alarms.splice(0)).toEqual([]));
	afterAll(() => ui.close());

	const dialog = () => page.getByRole("dialog");
	const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
	const confirm = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
	const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
	const row = (name: RegExp) => page.getByRole("row", { name });
	const newSeries = async (title: string, more: object = {}) => {
		const body = { title, rule: "FREQ=WEEKLY", startsAt: "2027-03-22T08:00", timezone: "Europe/Berlin", ...more };
		return (await api.post(`/workspaces/${workspaceId}/series`, body)).body.data;
	};
	/** Opens the menu of a row, and chooses what it offers. */
	async function choose(of: RegExp, name: string): Promise<void> {
		await row(of).getByRole("button").click();
		await page.getByRole("menuitem", { name, exact: true }).click();
	}
	/** The list that a browser without a window opens for keys cannot be seen. */
	const pick = (label: string, option: string) => dialog().getByLabel(label).first().selectOption({ label: option });
	async function visit(screen: string): Promise<void> {
		await page.goto(`${ui.base}/console/o/${orgId}/${screen}`);
		await page.getByRole("heading", { level: 1 }).waitFor();
	}

	test("a weekly series is created by keyboard, keeps its hour when the clocks change, and one meeting is created and one cancelled", async () => {
		await page.getByRole("heading", { name: "There is no series yet" }).waitFor();
		await page.getByRole("button", { name: "Schedule" }).focus();
		await page.keyboard.press("Enter");
		await dialog().waitFor();
		await page.keyboard.type("Optics");
		await pick("Repeats", "Weekly");
		await dialog().getByLabel("First meeting").fill("2027-03-22T08:00");
		for (const day of ["Mon", "Wed"]) {
			await dialog().getByLabel(day, { exact: true }).focus();
			await page.keyboard.press("Space");
		}
		await pick("Ends", "On a date");
		await dialog().getByLabel("Last day").fill("2027-06-30");
		await dialog().getByLabel("Time zone").fill("Europe/Berlin");
		await pick("Guests", "One link for all meetings");
		await dialog().getByText("Every Monday and Wednesday, until 30 Jun 2027").waitFor();

		await expectWhole(page);
		await dialog().getByLabel("Title").focus();
		await page.keyboard.press("Enter");

		await heading("Optics");
		const times = page.getByRole("definition").getByRole("listitem");
		await times.first().waitFor();
		expect(await times.allTextContents()).toEqual([
			"Mon, 22 Mar 2027, 08:00 CET",
			"Wed, 24 Mar 2027, 08:00 CET",
			"Mon, 29 Mar 2027, 08:00 CEST",
			"Wed, 31 Mar 2027, 08:00 CEST",
			"Mon, 5 Apr 2027, 08:00 CEST",
		]);
		expect(await page.getByRole("textbox", { name: "Link for guests" }).inputValue()).toMatch(/\/meet\/ser_\w+#/);

		await choose(/22 Mar/, "Create it now");
		await page.getByRole("link", { name: "All meetings" }).waitFor();
		await page.getByRole("main").getByRole("link", { name: "Series", exact: true }).click();
		const [{ id }] = (await api.get("/meetings?q=Optics")).body.data;
		await choose(/24 Mar/, "Cancel this one");
		expect(await violationsOf(page)).toEqual([]);
		await confirm("Cancel this one");
		await row(/24 Mar/)
			.getByText("cancelled")
			.waitFor();
		expect((await api.patch(`/meetings/${id}`, { title: "Optics, the first" })).status).toBe(200);
		await page.reload();
		await row(/22 Mar/)
			.getByText("changed")
			.waitFor();
		await expectWhole(page);

		await visit("meetings");
		await row(/Optics, the first/)
			.getByText("(changed)")
			.waitFor();
		await row(/Optics, the first/)
			.getByRole("link", { name: "Series" })
			.click();
		await heading("Optics");
	});

	test("this and the following become a series of their own; what others saved is shown first; the rest is ended and deleted", async () => {
		const { id } = await newSeries("Waves", { rule: "FREQ=WEEKLY;COUNT=20" });
		await visit(`series/${id}`);
		await choose(/5 Apr/, "Change this and the following");
		await dialog().getByLabel("Start").fill("2027-04-05T09:30");
		await api.patch(`/series/${id}`, { durationMinutes: 45 });
		await confirm("Save");
		await dialog().getByRole("alert").waitFor();
		expect(await dialog().getByLabel("Duration in minutes").inputValue()).toBe("45");
		await dialog().getByLabel("Title").fill("Waves and sound");
		await dialog().getByLabel("Start").fill("2027-04-05T09:30");
		await confirm("Save");

		await heading("Waves and sound");
		await row(/Mon, 5 Apr 2027, 09:30/).waitFor();
		await page.getByText("Every Monday, 18 times").first().waitFor();

		await choose(/19 Apr/, "Delete this and the following");
		await confirm("Delete this and the following");
		await row(/19 Apr/).waitFor({ state: "detached" });
		await page.getByRole("link", { name: /^Waves \(/ }).click();
		await heading("Waves");
		await until(async () => (await row(/Mar 2027/).count()) === 2);
		await press("Delete the series");
		await confirm("Delete the series");
		await heading("Series");
		await row(/Waves and sound/).waitFor();
		expect((await api.get(`/series/${id}`)).status).toBe(404);
	});

	test("a rule that the form cannot express is shown as it is written, and kept", async () => {
		const rule = "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=22";
		const { id } = await newSeries("Review", { rule });
		await visit(`series/${id}`);
		await page.getByText(`By a rule of its own: ${rule}`).first().waitFor();
		await press("Change the series");
		await dialog().getByLabel("Title").fill("Quarterly review");
		await confirm("Save");
		await heading("Quarterly review");
		expect((await api.get(`/series/${id}`)).body.data.rule).toBe(rule);

		await press("Change the series");
		await dialog().getByLabel("Repeats").first().selectOption({ label: "Monthly, by weekday" });
		await dialog().getByText("Every month on the fourth Monday").waitFor();
		await dialog().getByLabel("Which one").selectOption({ label: "last" });
		expect(await violationsOf(page)).toEqual([]);
		await confirm("Save");
		await page.getByText("Every month on the last Monday").first().waitFor();
	});

	test("a holiday leaves a meeting out; holidays are imported after a look, exported, changed and removed", async () => {
		const { id } = await newSeries("Mechanics");
		const starts = async () =>
			(await api.get(`/series/${id}`)).body.data.nextOccurrences.map((each: string) => each.slice(0, 10));
		await visit("settings/holidays");
		await press("Add a holiday");
		await dialog().getByLabel("Name").fill("Founders’ day");
		await dialog().getByLabel("First day").fill("2027-03-29");
		await confirm("Save");
		await row(/Founders/).waitFor();
		expect(await starts()).toEqual(["2027-03-22", "2027-04-05", "2027-04-12", "2027-04-19", "2027-04-26"]);

		await press("Import");
		const file = { name: "easter.ics", mimeType: "text/calendar", buffer: Buffer.from(ICS) };
		await dialog().getByLabel("Calendar file").setInputFiles(file);
		await dialog().getByText("Easter, and the day after").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		const both = {
			holidays: [
				{ from: "2027-03-29", name: "Founders’ day" },
				{ from: "2028-01-01", name: "New year" },
			],
		};
		expect((await api.put(`/orgs/${orgId}/holidays`, both)).status).toBe(200);
		await confirm("Import");
		await dialog().getByRole("alert").waitFor();

		await confirm("Import");
		await row(/Easter, and the day after/).waitFor();
		expect(await starts()).not.toContain("2027-04-05");
		const downloading = page.waitForEvent("download");
		await press("Export");
		expect((await downloading).suggestedFilename()).toBe("holidays.ics");

		await choose(/Easter/, "Change");
		await dialog().getByLabel("Last day").fill("2028-12-31");
		await confirm("Save");
		await dialog().locator("[aria-invalid]").waitFor();
		await dialog().getByLabel("Last day").fill("2027-04-12");
		await confirm("Save");
		await row(/12 Apr 2027/).waitFor();

		await expectWhole(page);
		await choose(/Easter/, "Remove");
		await confirm("Remove");
		await page.getByRole("heading", { name: "There is no holiday yet" }).waitFor();
		expect(await starts()).toContain("2027-03-29");
	});

	test("people who may change nothing get no buttons; words are Spanish and German where people are", async () => {
		const { id } = await newSeries("Heat", { rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SA" });
		await api.put(`/orgs/${orgId}/holidays`, { holidays: [{ from: "2027-05-01", name: "Tag der Arbeit" }] });
		const other = await ui.openAs(student, `o/${orgId}/settings/holidays`);
		await other.getByRole("row", { name: /Tag der Arbeit/ }).waitFor();
		expect(await other.getByRole("button", { name: /Add a holiday|Import/ }).count()).toBe(0);
		await other.getByRole("navigation").getByRole("link", { name: "Series" }).click();
		await other.getByRole("heading", { level: 1, name: "Series" }).waitFor();
		expect(await other.getByRole("button", { name: "Schedule" }).count()).toBe(0);

		const speak = async (language: string) => {
			await page.evaluate(`localStorage.setItem("parley.language", "${language}")`);
			await visit(`series/${id}`);
		};
		await speak("es");
		await page.getByText("Cada 2 semanas, los lunes y sábados").first().waitFor();
		await page.getByText("Próximas veces").waitFor();
		await speak("de");
		await page.getByText("Alle 2 Wochen am Montag und Samstag").first().waitFor();
		await press("Serie ändern");
		await dialog().getByRole("group", { name: "Wochentage" }).first().waitFor();
		await page.setViewportSize({ width: 390, height: 844 });
		await page.emulateMedia({ colorScheme: "dark" });

		await confirm("Abbrechen");

		await expectWhole(page);
		await visit("settings/holidays");
		await page.getByRole("table", { name: "Feiertage 2027" }).waitFor();

		await expectWhole(page);
	});
});
