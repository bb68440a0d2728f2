import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { expectWhole } from "#tests/support/console-page";
import { openSocket } from "#tests/support/live";
import { FAKE_DEVICES, goToRoom, hears, isInside, join, tileOf } from "#tests/support/room-page";
import { openRooms, type Rooms } from "#tests/support/rooms";
import { addPerson, done } from "#tests/support/school";
import { until } from "#tests/support/until";

describe.skipIf(!hasBrowser)(`The way into a meeting and out of it (needs ${CHROMIUM})`, () => {
	let rooms: Rooms;
	beforeAll(async () => {
		rooms = await openRooms({}, FAKE_DEVICES);
	});
	afterEach(async () => {
		await rooms.ui.clear();
		expect(rooms.ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => rooms.ui.close());

	test("a guest whom the host refuses learns it, and a code that opens nothing says so at the door", async () => {
		const meeting = await rooms.openMeeting({ lobby: true });
		const page = await rooms.bringGuest(meeting, "Mallory");
		await page.getByRole("heading", { name: "The host knows that you are here" }).waitFor();
		const [waiting] = await rooms.ask("GET", `/meetings/${meeting.id}/participants?state=waiting`);

		await rooms.ask("DELETE", `/meetings/${meeting.id}/participants/${waiting.id}`);

		await page.getByRole("heading", { name: "The host did not admit you" }).waitFor();
		await expectWhole(page);
		const stranger = await rooms.ui.visit(`${meeting.joinUrl}x`);
		await stranger.getByRole("heading", { name: "This link opens no meeting" }).waitFor();
		await expectWhole(stranger);
	});

	test("a guest in the lobby hears at once that they are admitted, and a little later where no socket comes through", async () => {
		const meeting = await rooms.openMeeting({ lobby: true });
		const admit = async (name: string) => {
			const all = await rooms.ask("GET", `/meetings/${meeting.id}/participants?state=waiting`);
			const { id } = all.find((each: { name: string }) => each.name === name);
			await rooms.ask("POST", `/meetings/${meeting.id}/participants/${id}/admit`, {});
		};
		const isWaiting = (page: Page) => page.getByRole("heading", { name: "The host knows that you are here" }).waitFor();
		const page = await rooms.bringGuest(meeting, "Grace");
		const asked: string[] = [];
		await isWaiting(page);
		page.on("request", (request) => asked.push(request.url()));

		await admit("Grace");
		await isInside(page);
		expect(asked[0]).not.toContain("/participants/");

		const proxied = await rooms.ui.visit("about:blank");
		await proxied.routeWebSocket(/transcription\/live/, (socket) => socket.close({ code: 1011 }));
		await goToRoom(proxied, meeting.joinUrl);
		await join(proxied, { name: "Ada" });
		await isWaiting(proxied);
		await admit("Ada");
		await isInside(proxied);
	});

	test("who comes from a learning platform needs no name, and their token is not in the address", async () => {
		const meeting = await rooms.openMeeting();
		const [address = "", code] = meeting.joinUrl.split("#");
		const { access_token: token } = await done(rooms.ui.base, "POST", "/meetings/join", {
			body: { code, name: "Grace" },
		});

		const page = await rooms.ui.visit(`${address}#launch=${token}`);
		await page.getByRole("heading", { name: "The old bridge" }).waitFor();
		expect(await page.getByLabel("Your name").count()).toBe(0);
		await join(page);
		await isInside(page);

		expect(page.url()).toEndWith("#launch");
		await tileOf(page, "Grace (you)").waitFor();
		await page.getByRole("button", { name: "Leave" }).click();
		await page.getByRole("heading", { name: "You left the meeting" }).waitFor();
		const again = await rooms.ui.visit(`${address}#launch`);
		await again.getByRole("heading", { name: "Open the link in your learning platform" }).waitFor();
		await expectWhole(again);
	});

	test("who is early is let in once the host starts the meeting, and out when the host ends it", async () => {
		const meeting = await rooms.openMeeting({ scheduledStart: new Date(Date.now() + 3_600_000).toISOString() });
		const guest = await rooms.bringGuest(meeting, "Grace");
		await guest.getByRole("heading", { name: "The meeting has not started" }).waitFor();
		await expectWhole(guest);
		const host = await rooms.bringHost(meeting);
		await host.getByText("The meeting has not started").waitFor();
		await join(host);

		await host.getByRole("button", { name: "Start the meeting" }).click();

		await Promise.all([isInside(host), isInside(guest)]);
		await tileOf(host, "Grace").waitFor();
		await host.getByRole("button", { name: "Leave" }).click();
		await host.getByRole("button", { name: "End for all" }).click();
		await host.getByRole("heading", { name: "You ended the meeting for everyone" }).waitFor();
		await guest.getByRole("heading", { name: "The meeting is over" }).waitFor();
		expect(await host.getByRole("link", { name: "To the transcript" }).getAttribute("href")).toContain(meeting.id);
	});

	test("the address of a series, which calendars have, leads members to the meeting that is on, and strangers nowhere", async () => {
		const [{ id: workspaceId }] = await rooms.ask("GET", `/orgs/${rooms.host.orgId}/workspaces`);
		const startsAt = new Date(Date.now() + 120_000).toISOString().slice(0, 19);
		const body = { title: "The old bridge", rule: "FREQ=DAILY;COUNT=3", startsAt, timezone: "Etc/UTC" };
		const shared = { ...body, access: "link", joinCode: "shared" };
		const series = await rooms.ask("POST", `/workspaces/${workspaceId}/series`, shared);
		const [first, second] = await rooms.ask("GET", `/series/${series.id}/meetings`);
		const early = await rooms.bringHost({ id: series.id, joinUrl: "" });
		expect(early.url()).toEndWith(`/meet/${first.id}`);
		await rooms.ask("POST", `/meetings/${second.id}/start`, {});

		const host = await rooms.bringHost({ id: series.id, joinUrl: "" });
		await join(host);
		await isInside(host);

		expect(host.url()).toEndWith(`/meet/${second.id}`);
		const stranger = await rooms.ui.visitBeside(`${rooms.ui.base}/meet/${series.id}`, FAKE_DEVICES);
		await stranger.getByRole("heading", { name: "This meeting needs an invitation" }).waitFor();
		await rooms.ask("POST", `/meetings/${second.id}/end`, {});
	});

	test("a guest who comes in while the meeting ends learns that it is over, and so do those at the door", async () => {
		const meeting = await rooms.openMeeting();
		const isOver = (page: Page) => page.getByRole("heading", { name: "The meeting is over" }).waitFor();
		const late = await rooms.ui.visit(meeting.joinUrl);
		await late.getByText("Hosted by A Person.").waitFor();
		const page = await rooms.ui.visit("about:blank");
		// The ticket is had before the end, and used after it.
		await page.routeWebSocket(/transcription\/live/, async (socket) => {
			await rooms.ask("POST", `/meetings/${meeting.id}/end`, {});
			socket.connectToServer();
		});
		await goToRoom(page, meeting.joinUrl);
		await join(page, { name: "Grace" });

		await isOver(page);
		await join(late, { name: "Ada" });
		await isOver(late);
		await late.getByText("The old bridge").waitFor();
		await expectWhole(late);
	});

	test("a host who leaves names another, who runs the meeting from then on; a guest cannot be one", async () => {
		const meeting = await rooms.openMeeting();
		const member = await addPerson(rooms.ui.base, rooms.host, "teacher");
		await rooms.ask("POST", `/meetings/${meeting.id}/participants`, { userId: member.userId });
		const host = await rooms.bringHost(meeting);
		await join(host);
		await isInside(host);
		const next = await rooms.bringHost(meeting, member.email);
		await join(next);
		await isInside(next);
		// Three browsers at once are more than this needs.
		const body = { code: meeting.joinUrl.split("#")[1], name: "Grace" };
		const { access_token: token } = await done(rooms.ui.base, "POST", "/meetings/join", { body });
		const guest = await openSocket(rooms.ui.base, { meetingId: meeting.id, token });
		await tileOf(host, "Grace").waitFor();

		await host.getByRole("button", { name: /^People/ }).click();
		await host.getByRole("button", { name: "Actions for Grace" }).click();
		expect(await host.getByRole("menuitem", { name: "Guests cannot be hosts" }).isDisabled()).toBe(true);
		await expectWhole(host);
		await host.keyboard.press("Escape");
		await host.getByRole("button", { name: "Actions for A Person" }).click();
		await host.getByRole("menuitem", { name: "Make host" }).waitFor();
		await host.keyboard.press("Escape");
		await host.getByRole("button", { name: "Leave" }).click();
		// Nothing is chosen, so nothing is sent.
		await host.getByRole("button", { name: "Name host and leave" }).click();
		await host.locator("select:invalid:focus").waitFor();
		await expectWhole(host);
		await host.getByLabel("New host").selectOption({ label: "A Person" });
		await host.getByRole("button", { name: "Name host and leave" }).click();
		await host.getByRole("heading", { name: "You left the meeting" }).waitFor();

		await next.getByText("You are a host of this meeting now.").waitFor();
		await next.getByRole("button", { name: "Leave" }).click();
		await next.getByRole("dialog").getByText("Only guests are left").waitFor();
		await next.getByRole("button", { name: "End for all" }).click();
		expect((await guest.closed).code).toBe(1000);
	});

	test("only one tab of a person is in the room, and the other can take over", async () => {
		const meeting = await rooms.openMeeting();
		const first = await rooms.bringHost(meeting);
		await join(first);
		await isInside(first);
		const second = await first.context().newPage();
		await goToRoom(second, `${rooms.ui.base}/meet/${meeting.id}`);
		await second.getByRole("heading", { name: "The old bridge" }).waitFor();
		await join(second);

		await second.getByRole("button", { name: "Move here" }).click();

		await isInside(second);
		await first.getByRole("heading", { name: "You are in the meeting in another tab" }).waitFor();
	});

	test("a shared screen is shown beside the people, and an unplugged microphone has a successor", async () => {
		const meeting = await rooms.openMeeting();
		const host = await rooms.bringHost(meeting);
		await join(host);
		const guest = await rooms.bringGuest(meeting, "Grace");
		await tileOf(host, "Grace").locator("video").waitFor();

		await host.getByRole("button", { name: "Share screen" }).click();
		const screen = guest.getByRole("figure").filter({ hasText: "Screen of A Person" });
		await screen.locator("video").waitFor();
		await tileOf(host, "A Person (you)").getByText("Your screen is shared").waitFor();
		await expectWhole(guest);
		await host.getByRole("button", { name: "Stop sharing" }).click();
		await screen.waitFor({ state: "detached" });

		// As the browser says that a device is gone.
		await guest.evaluate(() => {
			const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
			const [sender] = connections.flatMap((each) => each.getSenders()).filter(({ track }) => track?.kind === "audio");
			sender?.track?.stop();
			sender?.track?.dispatchEvent(new Event("ended"));
		});
		await guest.getByText("The microphone was changed.").waitFor();
		await hears(host);
	});

	test("captions stay as they were read in still mode: a correction is a line of its own", async () => {
		const meeting = await rooms.openMeeting();
		const page = await rooms.bringGuest(meeting, "Grace");
		await isInside(page);
		await page.getByRole("button", { name: "Display" }).click();
		await page.getByLabel("Still mode").check();
		await page.getByLabel("Colours").selectOption("yellow");
		await expectWhole(page);
		await page.keyboard.press("Escape");
		const log = page.getByRole("log", { name: "Captions" });
		await log.evaluate((element) => {
			const changed: string[] = [];
			Object.assign(globalThis, { changed });
			new MutationObserver((changes) => {
				for (const { target, removedNodes } of changes)
					if (target !== element || removedNodes.length > 0) changed.push(target.textContent ?? "");
			}).observe(element, { subtree: true, childList: true, characterData: true });
		});
		const say = (segments: object[]) => rooms.ask("POST", `/meetings/${meeting.id}/captions`, { segments });

		const [{ id }] = (await say([{ text: "The bridge fell", final: false }])).segments;
		await say([{ id, text: "The bridge fell in May." }]);
		await log.getByText("The bridge fell in May.").waitFor();
		await say([{ id, text: "The bridge fell in March." }]);
		await log.getByText("corrected: The bridge fell in March.").waitFor();

		expect(await log.locator("p").count()).toBe(2);
		expect(await page.evaluate(() => (globalThis as unknown as { changed: string[] }).changed)).toEqual([]);
	});

	test("the address of a series leads to its meeting that is on, and so does that of one that is over", async () => {
		const { series, first, second, move } = await rooms.openSeries();
		await move(first, "start");
		const { joinUrl } = await rooms.ask("GET", `/meetings/${first.id}`);
		const guest = await rooms.bringGuest(series, "Grace");
		await isInside(guest);
		expect(guest.url()).toContain(`/meet/${first.id}#`);
		// Who is not connected yet is a stranger at the end.
		await until(async () =>
			(await rooms.ask("GET", `/meetings/${first.id}/attendance`)).some(
				(row: { name: string; intervals: unknown[] }) => row.name === "Grace" && row.intervals.length > 0,
			),
		);
		await move(first, "end");
		await guest.getByRole("heading", { name: "The meeting is over" }).waitFor();
		await move(second, "start");

		const late = await rooms.bringGuest({ id: first.id, joinUrl }, "Ada");
		const host = await rooms.bringHost(series);
		await join(host);

		await Promise.all([isInside(late), isInside(host)]);
		for (const page of [late, host]) expect(page.url()).toContain(`/meet/${second.id}`);
		await tileOf(host, "Ada").waitFor();
		await host.reload();
		await isInside(host);
	});

	test("a stranger without a code is led to the sign-in, and back to the meeting", async () => {
		const meeting = await rooms.openMeeting();
		const page = await rooms.ui.visit(`${rooms.ui.base}/meet/${meeting.id}`);
		await page.getByRole("heading", { name: "This meeting needs an invitation" }).waitFor();
		await expectWhole(page);
		await page.getByRole("link", { name: "Sign in" }).click();
		await page.getByLabel("E-mail address").fill(rooms.host.email);
		await page.getByLabel("Password").fill(rooms.password);
		await page.keyboard.press("Enter");

		await page.getByRole("heading", { name: "The old bridge" }).waitFor();
		await page.getByText("You join as A Person.").waitFor();
	});
});
