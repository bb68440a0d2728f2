import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole } from "#tests/support/console-page";
import { type EngineProxy, openEngineProxy } from "#tests/support/engine-proxy";
import { ENGINES } from "#tests/support/engines";
import { DIALOGUE, speak } from "#tests/support/spoken";
import { until } from "#tests/support/until";
import { hasWhisper, startWhisper, type Whisper } from "#tests/support/whisper";

/** Far less than it takes to look by itself: it was announced. */
const SOON = { timeout: 10_000 };
const MEI = { email: "mei@hill.example", password: "a perfectly long password" };
const isReady = hasBrowser && hasWhisper;

describe.skipIf(!isReady)(`What the console hears of (needs ${CHROMIUM}, whisper-server in ${ENGINES})`, () => {
	let ui: Console;
	let whisper: Whisper;
	let engine: EngineProxy;
	let admin: ReturnType<typeof clientAt>;
	let orgId: string;
	let userId: string;
	let workspaceId: string;
	beforeAll(async () => {
		whisper = await startWhisper();
		engine = openEngineProxy(whisper.url);
		ui = await openConsole({ STT_PROVIDER: "openai", STT_URL: engine.url, STT_MODEL: "whisper-tiny" });
		const signIn = async (more = {}) =>
			clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, ...more })).body.access_token);
		orgId = (await (await signIn()).post("/orgs", { name: "Blue Hill", orgType: "education" })).body.data.id;
		admin = await signIn({ orgId });
		const invited = await admin.post(`/orgs/${orgId}/invitations`, { email: MEI.email, role: "member" });
		const joined = { name: "Mei Chen", password: MEI.password };
		const { token } = invited.body.data;
		({ userId } = (await clientAt(ui.base).post(`/auth/invitations/${token}/accept`, joined)).body.data);
		workspaceId = (await admin.post(`/orgs/${orgId}/workspaces`, { name: "Physics" })).body.data.id;
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(async () => {
		await ui?.close();
		await engine?.close();
		await whisper?.stop();
	});

	async function inviteTo(title: string): Promise<string> {
		const made = await admin.post(`/workspaces/${workspaceId}/meetings`, { title });
		const { id } = made.body.data.meeting;
		expect((await admin.post(`/meetings/${id}/participants`, { userId })).status).toBe(201);
		return id;
	}
	const tells = (page: Page, title: string) => page.getByRole("status").getByText(title).waitFor(SOON);

	test("notifications, in all tabs by one connection, which another tab takes over", async () => {
		const first = await ui.openAs(MEI, `o/${orgId}`);
		await first.getByText("Nothing new.").waitFor();
		await inviteTo("Prisms");
		await tells(first, "Prisms");
		let connections = 0;
		first.context().on("request", (request) => {
			if (request.url().endsWith("/changes")) connections++;
		});
		const second = await first.context().newPage();
		await second.goto(`${ui.base}/console/o/${orgId}`);
		await second.getByRole("link", { name: "Notifications: 1 unread" }).first().waitFor();

		await inviteTo("Lenses");
		await Promise.all([tells(first, "Lenses"), tells(second, "Lenses")]);
		expect(connections).toBe(0);
		await first.bringToFront();
		await expectWhole(first);

		await Promise.all([second.waitForResponse(/\/changes$/), first.close()]);
		await inviteTo("Mirrors");
		await tells(second, "Mirrors");
		expect(connections).toBe(1);
	});

	test("how far a transcription is, and then what was said", async () => {
		const page = await ui.openAs(FIRST_ADMIN, `o/${orgId}/meetings`);
		await page.getByRole("link", { name: "Prisms" }).waitFor();
		const content = await Bun.file(await speak(DIALOGUE, { times: 2 })).bytes();
		engine.mode = "hold";
		const firstWindow = engine.nextRequest();
		const body = { workspaceId, filename: "Optics.wav", contentType: "audio/wav", size: content.length };
		const { uploadId, meetingId } = (await admin.post("/meetings/upload/init", body)).body.data;
		const sent = await admin.patch(`/uploads/${uploadId}`, undefined, {
			raw: content,
			headers: {
				"tus-resumable": "1.0.0",
				"upload-offset": "0",
				"content-type": "application/offset+octet-stream",
			},
		});
		expect(sent.status).toBe(204);
		await firstWindow;
		await page.getByRole("main").getByRole("link", { name: "Optics" }).first().click();
		await page.getByText("The recording is being transcribed.").waitFor();

		const secondWindow = engine.nextRequest();
		engine.release();
		await secondWindow;
		const progress = page.getByRole("progressbar", { name: "The recording is being transcribed." });
		await progress.waitFor(SOON);
		await until(async () => Number(await progress.getAttribute("value")) > 0.2);
		expect(Number(await progress.getAttribute("value"))).toBeLessThan(1);
		await expectWhole(page);
		engine.mode = "pass";
		engine.release();

		await page.getByRole("region", { name: "Transcript" }).waitFor({ timeout: 60_000 });
		await progress.waitFor({ state: "detached" });
		expect(page.url()).toContain(meetingId);
	});

	test("without a connection, what it finds by looking", async () => {
		const page = await ui.openAs(MEI, `o/${orgId}`);
		await page.clock.install();
		await page.context().route(/\/changes$/, (route) => route.abort());
		await page.reload();
		await page.getByRole("heading", { level: 1 }).waitFor();
		await page
			.getByRole("link", { name: /Notifications: \d unread/ })
			.first()
			.waitFor();

		await inviteTo("Shadows");
		await page.clock.fastForward(31_000);

		await tells(page, "Shadows");
	});
});
