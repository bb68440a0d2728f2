import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { openSocket } from "#tests/support/live";
import { until } from "#tests/support/until";

/** Far less than it takes to look by itself: it was announced. */
const SOON = { timeout: 10_000 };
const PASSWORD = "a perfectly long password";

interface Member {
	readonly email: string;
	readonly password: string;
	readonly userId: string;
	readonly token: string;
	readonly api: Client;
}

describe.skipIf(!hasBrowser)(`Attendance in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let orgId: string;
	let workspaceId: string;
	let admin: Client;
	let teacher: Member;
	let ada: Member;
	let ben: Member;
	let cleo: Member;
	let stranger: Member;

	async function signIn(person: object) {
		const token: string = (await clientAt(ui.base).post("/auth/login", person)).body.access_token;
		return { token, api: clientAt(ui.base, token) };
	}

	async function made(answer: ReturnType<Client["post"]>) {
		const { status, body, text } = await answer;
		if (status >= 300) throw new Error(`preparing failed: ${text}`);
		return body.data;
	}

	async function addMember(name: string, role: string): Promise<Member> {
		const email = `${name.split(" ")[0]?.toLowerCase()}@valley.example`;
		const { token } = await made(admin.post(`/orgs/${orgId}/invitations`, { email, role }));
		const account = clientAt(ui.base).post(`/auth/invitations/${token}/accept`, { name, password: PASSWORD });
		const { userId } = await made(account);
		return { email, password: PASSWORD, userId, ...(await signIn({ email, password: PASSWORD, orgId })) };
	}

	/** Lets a person into a meeting, until the returned connection is closed. */
	async function enter({ api, token }: Member, meetingId: string) {
		await made(api.post(`/meetings/${meetingId}/join`, {}));
		const socket = await openSocket(ui.base, { meetingId, token });
		await socket.next("room");
		return socket;
	}

	beforeAll(async () => {
		ui = await openConsole();
		const root = await signIn(FIRST_ADMIN);
		orgId = (await made(root.api.post("/orgs", { name: "Green Valley", orgType: "education" }))).id;
		admin = (await signIn({ ...FIRST_ADMIN, orgId })).api;
		teacher = await addMember("Tara Teach", "teacher");
		ada = await addMember("Ada Laurent", "student");
		ben = await addMember("Ben Okafor", "student");
		cleo = await addMember("Cleo Marsh", "student");
		stranger = await addMember("Dan Stone", "student");
		workspaceId = (await made(teacher.api.post(`/orgs/${orgId}/workspaces`, { name: "Physics" }))).id;
		for (const { userId } of [ada, ben, cleo])
			await made(teacher.api.post(`/workspaces/${workspaceId}/members`, { userId, role: "member" }));
	}, 60_000);
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
	const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

	/** Shows the page in another language. */
	async function speak(page: Page, language: string, title: string): Promise<void> {
		await page.evaluate((tag) => localStorage.setItem("parley.language", tag), language);
		await page.reload();
		await heading(page, title);
	}

	/** Holds a meeting in which Ada stays, Ben leaves at once, and Cleo is missing. */
	async function hold(meetingId: string) {
		await made(teacher.api.post(`/meetings/${meetingId}/participants`, { userId: cleo.userId }));
		const [host, there, gone] = [
			await enter(teacher, meetingId),
			await enter(ada, meetingId),
			await enter(ben, meetingId),
		];
		gone.close();
		await gone.closed;
		return async () => {
			await made(teacher.api.post(`/meetings/${meetingId}/end`, {}));
			for (const socket of [host, there]) socket.close();
		};
	}

	/** Whether a person has been there for most of a meeting. */
	async function wasThere({ api }: Member, meetingId: string): Promise<boolean> {
		const { startedAt } = await made(api.get(`/meetings/${meetingId}`));
		const [{ intervals }] = await made(api.get(`/meetings/${meetingId}/attendance`));
		const [{ joinedAt, leftAt }] = intervals;
		return Date.parse(leftAt) - Date.parse(joinedAt) > 0.6 * (Date.parse(leftAt) - Date.parse(startedAt));
	}

	test("of a meeting is seen while it lasts and after its end, corrected, filtered and downloaded", async () => {
		const start = new Date(Date.now() + 3_600_000).toISOString();
		const body = { title: "Optics", access: "workspace" };
		const path = `/workspaces/${workspaceId}/meetings`;
		const later = await made(teacher.api.post(path, { ...body, scheduledStart: start }));
		const page = await ui.openAs(teacher, `o/${orgId}/meetings/${later.meeting.id}/attendance`);
		await page.getByText("The meeting has not begun").waitFor();
		await expectWhole(page);
		const { id } = (await made(teacher.api.post(path, body))).meeting;
		const end = await hold(id);
		await made(teacher.api.post(`/meetings/${id}/chat`, { text: "Bring a prism.\nAnd a lamp." }));
		await page.goto(`${ui.base}/console/o/${orgId}/meetings/${id}`);
		await page.getByRole("button", { name: "Chat" }).click();
		await page.getByRole("dialog").getByText("And a lamp.").waitFor();
		await expectWhole(page);
		await page.keyboard.press("Escape");
		await page.getByRole("link", { name: "Attendance" }).click();
		await heading(page, "Attendance");
		await page.getByText("this is the attendance up to now").waitFor();
		await rowOf(page, "Ada Laurent").getByText("Present").waitFor();
		expect(await page.getByRole("button", { name: /^Correct/ }).count()).toBe(0);

		await until(() => wasThere(ada, id));
		await end();
		await rowOf(page, "Cleo Marsh").getByRole("button", { name: "Correct Cleo Marsh" }).waitFor(SOON);
		await rowOf(page, "Ben Okafor").getByText("Absent").waitFor(SOON);
		await rowOf(page, "Ben Okafor").getByText("There for less than 50% of the meeting").waitFor();
		await rowOf(page, "Cleo Marsh").getByText("Never came").waitFor();
		await page.getByText("Present: in the room for at least 50% of the meeting. Late: came more than 5 min").waitFor();
		await expectWhole(page);

		await rowOf(page, "Cleo Marsh").getByRole("button", { name: "Correct Cleo Marsh" }).click();
		const dialog = page.getByRole("dialog", { name: "Correct the attendance of Cleo Marsh" });
		await dialog.getByText("Measured: Absent").waitFor();
		await dialog.getByLabel("Status").selectOption({ label: "Late" });
		await dialog.getByRole("button", { name: "Correct" }).click();
		await dialog.locator("textarea:user-invalid:focus").waitFor();
		await dialog.getByLabel("Reason").fill("Sat next to Ada");
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Correct" }).click();
		await rowOf(page, "Cleo Marsh").getByText("Late", { exact: true }).waitFor();
		await rowOf(page, "Cleo Marsh").getByText("Measured: Absent").waitFor();
		await rowOf(page, "Cleo Marsh").locator("summary").click();
		await rowOf(page, "Cleo Marsh")
			.getByText(/Corrected by Tara Teach, .*Sat next to Ada/)
			.waitFor();
		await expectWhole(page);

		await page.getByLabel("Status").selectOption({ label: "Absent (1)" });
		await rowOf(page, "Ada Laurent").waitFor({ state: "detached" });
		await until(async () => (await page.getByRole("row").count()) === 2);
		const [file] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("button", { name: "Download CSV" }).click(),
		]);
		expect(file.suggestedFilename()).toBe("Optics.csv");
		const lines = (await Bun.file(await file.path()).text()).trim().split("\r\n");
		expect(lines).toHaveLength(5);
		expect(lines.find((line) => line.includes("Cleo Marsh"))).toContain('"late","absent","0"');

		await speak(page, "de", "Anwesenheit");
		await rowOf(page, "Ben Okafor").getByText("Abwesend").waitFor();
		await expectWhole(page);
		await speak(page, "es", "Asistencia");
		await rowOf(page, "Ben Okafor").getByText("Ausente").waitFor();
		expect(await violationsOf(page)).toEqual([]);

		const own = await ui.openAs(cleo, `o/${orgId}/meetings/${id}/attendance`);
		await own.getByText("You see your own attendance").waitFor();
		await rowOf(own, "Cleo Marsh").getByText("Late", { exact: true }).waitFor();
		expect(await own.getByRole("row").count()).toBe(2);
		expect(await own.getByRole("button", { name: /^Correct/ }).count()).toBe(0);
		await expectWhole(own);
		const outside = await ui.openAs(stranger, `o/${orgId}/meetings/${id}/attendance`);
		await outside.getByRole("alert").getByText("This could not be shown").waitFor();
	}, 240_000);

	test("of a series is one table, whose columns lead to the attendance of their meetings", async () => {
		const startsAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, "2030-01-01T08:00:00".length);
		const body = { title: "Waves", rule: "FREQ=DAILY;COUNT=3", startsAt, timezone: "UTC", durationMinutes: 45 };
		const series = await made(teacher.api.post(`/workspaces/${workspaceId}/series`, body));
		const listed = await made(teacher.api.get(`/series/${series.id}/meetings`));
		const page = await ui.openAs(teacher, `o/${orgId}/series/${series.id}/attendance`);
		await page.getByText("No meeting has taken place").waitFor();
		for (const [index, { id }] of listed.slice(0, 2).entries()) {
			await made(admin.patch(`/orgs/${orgId}/settings`, { attendance: { lateAfterMinutes: 7 + index } }));
			await made(teacher.api.post(`/meetings/${id}/start`, {}));
			await (await hold(id))();
		}
		const table = page.getByRole("table", { name: "Attendance of the series" });
		await table.waitFor(SOON);
		await until(async () => {
			const { meetings } = await made(teacher.api.get(`/series/${series.id}/attendance`));
			return meetings.every(({ attendance }: { attendance: string }) => attendance === "ready");
		});

		const cells = rowOf(page, "Cleo Marsh").getByRole("img", { name: "Absent, 0 minutes" });
		await cells.nth(1).waitFor(SOON);
		expect(await cells.count()).toBe(2);
		for (const minutes of [7, 8]) await page.getByText(`Late: came more than ${minutes} min`).waitFor();
		expect(await page.getByText(/^Meetings from /).count()).toBe(2);
		expect(await rowOf(page, "Cleo Marsh").getByRole("cell").nth(3).textContent()).toBe("2");
		await expectWhole(page);
		const [file] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("button", { name: "Download CSV" }).click(),
		]);
		expect((await Bun.file(await file.path()).text()).trim().split("\r\n")).toHaveLength(9);

		await page.getByLabel("From").fill(listed[1].occurrence.slice(0, 10));
		await until(async () => (await cells.count()) === 1);
		await page.getByLabel("To").fill(startsAt.slice(0, 10));
		await page.getByText("No meeting has taken place").waitFor();
		await page.getByLabel("To").fill(listed[2].occurrence.slice(0, 10));
		await table.getByRole("link").click();
		await heading(page, "Attendance");
		await rowOf(page, "Cleo Marsh").getByText("Absent").waitFor();
		await page.getByRole("link", { name: "All meetings of the series" }).click();
		await cells.nth(1).waitFor();
		await page.getByRole("link", { name: "To the series" }).click();
		await heading(page, "Waves");
		await page.getByRole("link", { name: "Attendance" }).click();
		await heading(page, "Attendance of the series");
	}, 240_000);

	test("and rooms without hosts have their rules: of the organization, and of a meeting", async () => {
		const page = await ui.openAs(FIRST_ADMIN, `o/${orgId}/settings`);
		await page.getByLabel("Late, in minutes after the start").fill("10");
		await page.getByLabel("When the last host has left").selectOption({ label: "The meeting ends" });
		await page.getByLabel("Wait for hosts, in seconds").fill("60");
		await expectWhole(page);
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("Saved", { exact: true }).waitFor();
		const { attendance, whenUnattended } = await made(admin.get(`/orgs/${orgId}/settings`));
		expect(attendance).toEqual({ lateAfterMinutes: 10, leftEarlyMinutes: 5, presentPercent: 50 });
		expect(whenUnattended).toEqual({ action: "end", graceSeconds: 60 });
		await page
			.getByLabel("When the last host has left")
			.selectOption({ label: "Default: The meeting is paused until a host is back" });
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await until(async () => (await made(admin.get(`/orgs/${orgId}/settings`))).whenUnattended === null);

		const { meeting } = await made(teacher.api.post(`/workspaces/${workspaceId}/meetings`, { title: "Prisms" }));
		await page.goto(`${ui.base}/console/o/${orgId}/meetings/${meeting.id}`);
		await page.getByRole("button", { name: "Actions for Prisms" }).click();
		await page.getByRole("menuitem", { name: "Change the meeting" }).click();
		const dialog = page.getByRole("dialog", { name: "Change the meeting" });
		const rules = dialog.getByText("Rules of the room");
		await rules.click();
		await dialog.getByLabel("Wait for hosts, in seconds").fill("");
		await rules.click();
		await dialog.getByRole("button", { name: "Save" }).click();
		await dialog.locator("input[name='whenUnattended/graceSeconds']:focus").fill("7");
		await dialog.getByLabel("End a paused meeting after, in minutes").fill("20");
		await dialog.getByLabel("Who may write messages").selectOption({ label: "Hosts only" });
		await dialog.getByLabel("Who sees the pictures of participants").selectOption({ label: "Hosts only" });
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Save" }).click();
		await dialog.waitFor({ state: "detached" });

		expect(await made(teacher.api.get(`/meetings/${meeting.id}`))).toMatchObject({
			title: "Prisms",
			whenUnattended: { action: "hold", graceSeconds: 7, endAfterMinutes: 20 },
			chatAllowed: "hosts",
			camerasVisibleTo: "hosts",
		});
	}, 60_000);
});
