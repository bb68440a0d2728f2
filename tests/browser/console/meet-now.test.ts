import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Console, expectWhole, openConsole } from "#tests/support/console-page";
import { FAKE_DEVICES, isInside, tileOf } from "#tests/support/room-page";
import { addPerson, done, foundSchool, PASSWORD } from "#tests/support/school";

describe.skipIf(!hasBrowser)(`From the start of an organization to two people in a room (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let owner: Awaited<ReturnType<typeof foundSchool>>;
	beforeAll(async () => {
		ui = await openConsole({}, FAKE_DEVICES);
		owner = await foundSchool(ui.base);
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	const linkIn = (page: Page) => page.getByRole("dialog").getByLabel("Link for guests").inputValue();
	const answer = (page: Page, name: string) => page.getByRole("button", { name }).click();
	const joinNow = (page: Page) => page.getByRole("button", { name: "Join now" }).click();

	test("without a workspace, the first is created with what is put into it", async () => {
		const teacher = await addPerson(ui.base, owner, "teacher");
		const host = await ui.openAs({ email: teacher.email, password: PASSWORD }, `o/${owner.orgId}/record`);
		expect(await host.getByLabel("Workspace").inputValue()).toBe("General");
		await host.goto(`${ui.base}/console/o/${owner.orgId}/series`);
		await host.getByRole("button", { name: "Schedule" }).click();
		await host.getByRole("dialog").getByLabel("Workspace").waitFor();
		await host.goto(`${ui.base}/console/o/${owner.orgId}`);
		await host.getByRole("button", { name: "Meet now" }).click();
		await host.getByRole("dialog").getByLabel("Workspace").fill("Physics");
		await expectWhole(host);
		await host.getByRole("button", { name: "Open the room" }).click();

		await host.waitForURL(/\/meet\/mtg_/);
		const ask = (path: string) => done(ui.base, "GET", path, { token: owner.token });
		const [workspace, ...others] = await ask(`/orgs/${owner.orgId}/workspaces`);
		const meetings = await ask(`/meetings?workspaceId=${workspace.id}`);
		expect([workspace.name, others, meetings.length]).toEqual(["Physics", [], 1]);
	});

	test("the host invites from the room, and a guest who was at the door without the link comes in with it", async () => {
		const host = await ui.openAs({ email: owner.email, password: PASSWORD }, `o/${owner.orgId}`);
		await host.getByRole("button", { name: "Meet now" }).click();
		await host.getByRole("dialog").getByLabel("Title").fill("The old bridge");
		await host.getByRole("button", { name: "Open the room" }).click();
		await answer(host, "Agree to everything");
		await expectWhole(host);
		await joinNow(host);
		await isInside(host);
		await expectWhole(host);
		const guest = await ui.visit(host.url());
		await guest.getByRole("heading", { name: "This meeting needs an invitation" }).waitFor();

		await host.getByRole("button", { name: "Invite people" }).click();
		await host.getByRole("button", { name: "Create a link for guests" }).click();
		const link = await linkIn(host);
		await expectWhole(host);
		await host.keyboard.press("Escape");
		// In the tab that shows the door already: only what is behind the # changes.
		await guest.goto(link);
		await guest.getByRole("heading", { level: 1, name: "The old bridge" }).waitFor();
		await guest.getByLabel("Your name").fill("Grace");
		await answer(guest, "Agree to nothing");
		expect(await guest.getByRole("radio", { name: "I do not agree", checked: true }).count()).toBe(3);
		await joinNow(guest);

		await isInside(guest);
		await tileOf(host, "Grace").waitFor();
		expect(await host.getByRole("button", { name: "Invite people" }).count()).toBe(0);
		await host.getByRole("button", { name: /^People/ }).click();
		await host.getByRole("button", { name: "Invite", exact: true }).click();
		expect(await linkIn(host)).toBe(link);
		expect(await guest.getByRole("button", { name: "Invite" }).count()).toBe(0);
	});

	test("a person who is invited into a workspace joins what is on from the start page; another learns why the door is closed", async () => {
		const page = await ui.openAs({ email: owner.email, password: PASSWORD }, `o/${owner.orgId}/members`);
		const dialog = page.getByRole("dialog");
		await page.getByRole("button", { name: "Invite people" }).click();
		await dialog.getByText("This server sends no mail").waitFor();
		await dialog.getByLabel("E-mail address").fill("ada@pupils.example");
		await dialog.getByLabel("Role").selectOption({ label: "Billing" });
		expect(await dialog.getByLabel("Workspace").count()).toBe(0);
		await dialog.getByLabel("Role").selectOption({ label: "Student" });
		expect(await dialog.getByLabel("Workspace").locator("option:checked").textContent()).toBe("Physics");
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Create the link" }).click();
		await dialog.getByText("This address opens on this computer only").waitFor();
		await expectWhole(page);

		const ada = await ui.visit(await dialog.getByRole("textbox").inputValue());
		await ada.getByLabel("Your name").fill("Ada");
		await ada.getByLabel("Password").fill(PASSWORD);
		await ada.getByRole("button", { name: "Accept invitation" }).click();
		await ada.getByRole("link", { name: "Continue" }).click();
		const live = ada
			.getByRole("region", { name: "Live now" })
			.getByRole("listitem")
			.filter({ hasText: "The old bridge" });
		await expectWhole(ada);
		await live.getByRole("link", { name: "Open the room" }).click();
		await ada.getByRole("heading", { level: 1, name: "The old bridge" }).waitFor();

		const lee = await addPerson(ui.base, owner, "member");
		const other = await ui.openAs({ email: lee.email, password: PASSWORD }, `o/${owner.orgId}/meetings`);
		await other.getByText("You see the meetings of your workspaces").waitFor();
		await other.goto(ada.url());
		await other.getByRole("heading", { name: "You do not belong to this meeting" }).waitFor();
		await other.getByText("You are signed in as A Person").waitFor();
		await expectWhole(other);
	});

	test("the host reads who does not agree to a recording that needs everyone, until they do", async () => {
		const [workspace] = await done(ui.base, "GET", `/orgs/${owner.orgId}/workspaces`, { token: owner.token });
		const body = { title: "Marks", access: "link", recording: { mode: "manual", consent: "required" } };
		const path = `/workspaces/${workspace.id}/meetings`;
		const { meeting } = await done(ui.base, "POST", path, { token: owner.token, body });
		const host = await ui.openAs({ email: owner.email, password: PASSWORD }, `o/${owner.orgId}`);
		await host.goto(`${ui.base}/meet/${meeting.id}`);
		await answer(host, "Agree to everything");
		await joinNow(host);
		await isInside(host);
		const guest = await ui.visit(meeting.joinUrl);
		await guest.getByLabel("Your name").fill("Grace");
		await answer(guest, "Agree to nothing");
		await joinNow(guest);
		await tileOf(host, "Grace").waitFor();

		await host.getByRole("button", { name: "More" }).click();
		await host.getByRole("menuitem", { name: "Record" }).click();
		await host.getByText("Everyone has to agree before it starts. Not agreed: Grace.").waitFor();
		await expectWhole(host);
		await guest.getByRole("button", { name: "More" }).click();
		await guest.getByRole("menuitem", { name: "Consent" }).click();
		await answer(guest, "Agree to everything");
		await guest.getByRole("button", { name: "Save" }).click();

		await host.getByText("Not agreed").waitFor({ state: "detached" });
		await host.getByText("2 of 2 agree to being recorded.").waitFor();
	});

	test("captions, language, translations and the lobby are chosen with a meeting, and changed later", async () => {
		const page = await ui.openAs({ email: owner.email, password: PASSWORD }, `o/${owner.orgId}/meetings`);
		const dialog = page.getByRole("dialog");
		await page.getByRole("button", { name: "Schedule" }).click();
		await dialog.getByLabel("Title").fill("Waves");
		await dialog.getByLabel("Start").fill("2999-01-12T10:00");
		// Without an engine there are none, unless they are asked for.
		await dialog.getByText("this server has no speech model").waitFor();
		await dialog
			.getByRole("option", { name: "American English (language of the organization)" })
			.waitFor({ state: "attached" });
		await dialog.getByRole("switch", { name: "Live captions", checked: false }).check();
		await dialog.getByLabel("Spoken language").selectOption({ label: "Spanish" });
		await dialog.getByText("Translations").click();
		await dialog.getByRole("checkbox", { name: "German" }).check();
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Schedule" }).click();
		await page.getByRole("heading", { level: 1, name: "Waves" }).waitFor();
		const path = `/meetings/${page.url().split("/").at(-1)}`;
		const read = () => done(ui.base, "GET", path, { token: owner.token });
		const speech = { language: "es", transcription: { live: true, translateTo: ["de"] } };
		expect(await read()).toMatchObject({ ...speech, lobby: false });

		await page.getByRole("button", { name: "Actions for Waves" }).click();
		await page.getByRole("menuitem", { name: "Change the meeting" }).click();
		await dialog.getByText("Translations").click();
		await dialog.getByRole("checkbox", { name: "German", checked: true }).waitFor();
		await dialog.getByRole("checkbox", { name: "French" }).check();
		await dialog.getByText("Rules of the room").click();
		await dialog.getByRole("switch", { name: "Lobby" }).check();
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Save" }).click();
		await dialog.waitFor({ state: "detached" });

		const translated = { live: true, enabled: true, provider: null, translateTo: ["de", "fr"] };
		expect(await read()).toMatchObject({ language: "es", transcription: translated, lobby: true });
	});

	test("the screen of a meeting gives its link, also one that was withdrawn or is for invited people alone", async () => {
		const ask = (method: string, path: string, body?: object) =>
			done(ui.base, method, path, { token: owner.token, ...(body && { body }) });
		const [workspace] = await ask("GET", `/orgs/${owner.orgId}/workspaces`);
		const body = { title: "Marks", access: "invited", scheduledStart: "2999-01-12T10:00:00Z" };
		const { meeting } = await ask("POST", `/workspaces/${workspace.id}/meetings`, body);
		const page = await ui.openAs({ email: owner.email, password: PASSWORD }, `o/${owner.orgId}/meetings/${meeting.id}`);
		const dialog = page.getByRole("dialog");

		await page.getByRole("button", { name: "Invite" }).click();
		await dialog.getByText("Members of the workspace then see the meeting, too").waitFor();
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Create a link for guests" }).click();
		const first = await linkIn(page);
		await page.keyboard.press("Escape");
		await done(ui.base, "DELETE", `/meetings/${meeting.id}/join-code`, { token: owner.token });
		await page.getByRole("button", { name: "Invite" }).click();
		await dialog.getByRole("button", { name: "Create a link for guests" }).click();

		expect(await linkIn(page)).not.toBe(first);
		expect(await linkIn(page)).toStartWith(`${ui.base}/meet/${meeting.id}#`);
	});
});
