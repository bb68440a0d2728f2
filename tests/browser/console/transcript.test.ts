import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { type Console, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { type LibreServer, openLibreServer } from "#tests/support/libretranslate";
import { until } from "#tests/support/until";
import { wavOf } from "#tests/support/wav";

const PASSWORD = "a long enough password";
const VTT = `WEBVTT
Language: en

00:00.000 --> 00:01.000
<v Ada>Light bents where it slows down.

00:01.000 --> 00:02.000
<v Ben>We measure the angle.

00:02.000 --> 00:03.000
<v Speaker 3>And we need the report on Monday.
`;

describe.skipIf(!hasBrowser)(`A transcript at the bench of the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let translator: LibreServer;
	let page: Page;
	let api: ReturnType<typeof clientAt>;
	let orgId: string;
	let workspaceId: string;
	beforeAll(async () => {
		translator = openLibreServer();
		ui = await openConsole({
			// What is imported stays the only transcript.
			STT_PROVIDER: "none",
			TRANSLATE_PROVIDER: "libretranslate",
			TRANSLATE_URL: translator.url,
		});
		const token = (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token;
		const created = await clientAt(ui.base, token).post("/orgs", { name: "Green Valley", orgType: "education" });
		orgId = created.body.data.id;
		const scoped = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId });
		api = clientAt(ui.base, scoped.body.access_token);
		workspaceId = (await api.post(`/orgs/${orgId}/workspaces`, { name: "Physics 9b" })).body.data.id;
		const invited = await api.post(`/orgs/${orgId}/invitations`, { email: "mei@school.example", role: "teacher" });
		const { token: invitation } = invited.body.data;
		await clientAt(ui.base).post(`/auth/invitations/${invitation}/accept`, { name: "Mei Tanaka", password: PASSWORD });
		page = await ui.openAs(FIRST_ADMIN, `o/${orgId}/workspaces`);
	});
	afterEach(() => expect(ui.alarms.splice(0)).toEqual([]));
	afterAll(async () => {
		await ui.close();
		await translator.close();
	});

	/** Opens a recording of three seconds with its transcript. */
	async function openRecording(): Promise<{ meetingId: string; transcriptId: string }> {
		const raw = wavOf(96_044);
		const body = { workspaceId, filename: "Refraction.wav", contentType: "audio/wav", size: raw.length };
		const { uploadId, meetingId } = (await api.post("/meetings/upload/init", body)).body.data;
		await api.patch(`/uploads/${uploadId}`, undefined, {
			raw,
			headers: { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" },
		});
		const headers = { "content-type": "text/vtt" };
		const imported = await api.put(`/meetings/${meetingId}/transcripts`, undefined, { raw: VTT, headers });
		await page.goto(`${ui.base}/console/o/${orgId}/meetings/${meetingId}`);
		await page.locator(".segment > p").getByText("Light bents").waitFor();
		return { meetingId, transcriptId: imported.body.data.id };
	}
	const segmentOf = async (transcriptId: string, at = 0) =>
		(await api.get(`/transcripts/${transcriptId}/segments`)).body.data[at];

	test("is corrected in place, and what it said before can be restored", async () => {
		const { transcriptId } = await openRecording();
		await page.keyboard.press("e");
		const text = page.getByRole("textbox", { name: "Text at 0:00" });
		await text.fill("never mind");
		await page.keyboard.press("Escape");
		await page.locator(".segment > p").getByText("Light bents").waitFor();
		await page.keyboard.press("e");
		await text.fill("Light bends where it slows down.");
		await page.getByLabel("Speaker", { exact: true }).selectOption({ label: "Ben" });
		expect(await violationsOf(page)).toEqual([]);
		await text.press("Control+Enter");
		await page.locator(".segment > p").getByText("Light bends where").waitFor();
		const saved = await segmentOf(transcriptId);
		expect([saved.text, saved.speaker.label]).toEqual(["Light bends where it slows down.", "Ben"]);

		await page.getByRole("button", { name: "Earlier versions at 0:00" }).click();
		await page.getByRole("dialog").getByText("Ada:").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Restore" }).click();

		await page.locator(".segment > p").getByText("Light bents").waitFor();
		await page.getByRole("dialog").waitFor({ state: "detached" });
	});

	test("shows both texts when another person was faster, and the person chooses", async () => {
		const { transcriptId } = await openRecording();
		const first = await segmentOf(transcriptId);
		const path = `/transcripts/${transcriptId}/segments/${first.id}`;
		await page.getByRole("button", { name: "Edit the text at 0:00" }).click();
		await page.getByRole("textbox", { name: "Text at 0:00" }).fill("Light bends, I think.");
		await api.patch(path, { text: "Light bends. Saved by Ben." });

		await page.getByRole("button", { name: "Save", exact: true }).click();

		await page.getByRole("alert").waitFor();
		await page.getByText("Saved by Ben").waitFor();
		expect(await page.getByRole("textbox", { name: "Yours" }).inputValue()).toBe("Light bends, I think.");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Replace with yours" }).click();
		await page.locator(".segment > p").getByText("I think").waitFor();

		await page.getByRole("button", { name: "Edit the text at 0:00" }).click();
		await page.getByRole("textbox", { name: "Text at 0:00" }).fill("Once more.");
		await api.patch(path, { text: "Saved by Ben again." });
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByRole("button", { name: "Keep the saved text" }).click();

		await page.locator(".segment > p").getByText("Saved by Ben again.").waitFor();
	});

	test("plays a segment again and again while it is corrected", async () => {
		await openRecording();
		await page.getByRole("button", { name: "0:01", exact: true }).click();
		await page.locator(".segment[aria-current]").getByText("measure").waitFor();
		await page.keyboard.press("e");
		await page.getByRole("textbox", { name: "Text at 0:01" }).waitFor();

		const againMs = await page.evaluate<number>(`new Promise((done) => {
			const audio = document.querySelector("audio");
			audio.addEventListener("seeked", () => done(audio.currentTime * 1000), { once: true });
		})`);

		expect(Math.floor(againMs / 100)).toBe(10);
	});

	test("has speakers with names, people and mergers", async () => {
		const { meetingId, transcriptId } = await openRecording();
		await page.getByRole("button", { name: "Speakers" }).click();
		const third = page.getByRole("group", { name: "Speaker 3" });
		await third.getByLabel("Same person as").selectOption({ label: "Ben" });
		const first = page.getByRole("group", { name: "Ada" });
		await first.getByLabel("Person", { exact: true }).selectOption({ label: "Mei Tanaka (member)" });
		await page.getByRole("group", { name: "Ben" }).getByLabel("Name").fill("Ben Ortiz");
		expect(await violationsOf(page)).toEqual([]);

		await page.getByRole("button", { name: "Save", exact: true }).click();

		await page.locator(".segment").filter({ hasText: "Ben Ortiz" }).getByText("the report").waitFor();
		await page.locator(".segment").filter({ hasText: "Mei Tanaka" }).getByText("bents").waitFor();
		const participants = (await api.get(`/meetings/${meetingId}/participants`)).body.data;
		const speakers = (await api.get(`/transcripts/${transcriptId}/speakers`)).body.data;
		expect(speakers[0].participantId).toBe(participants[0].id);
		expect(speakers[2].mergedInto).toBe(speakers[1].id);
	});

	test("is translated beside the original, and again what was edited since", async () => {
		const { transcriptId } = await openRecording();
		const { promise: isSeen, resolve: see } = Promise.withResolvers<void>();
		translator.reply = async ({ q }) => {
			await isSeen;
			return Response.json({ translatedText: q.map((text) => text.toUpperCase()) });
		};
		await page.getByRole("button", { name: "Translation" }).click();
		await page.getByRole("menuitem", { name: "Translate …" }).click();
		const language = page.getByRole("combobox", { name: "Language" });
		expect(await language.inputValue()).toBe("es");
		await language.selectOption({ label: "Spanish" });
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Translate", exact: true }).click();
		await page.getByText("Spanish: 0 % is translated").waitFor();
		see();

		const row = page.locator(".segment").first();
		await row.getByText(/LIGHT BENTS/).waitFor();
		expect(await row.locator("p[lang]").evaluateAll((all) => all.map((each) => each.getAttribute("lang")))).toEqual([
			"en",
			"es",
		]);
		expect(page.url()).toEndWith("?lang=es");
		expect(await violationsOf(page)).toEqual([]);

		const { id } = await segmentOf(transcriptId);
		await api.patch(`/transcripts/${transcriptId}/segments/${id}`, { text: "Light bends." });
		await page.reload();
		await page.getByRole("button", { name: "Translate the changes" }).click();
		await row.getByText(/LIGHT BENDS/).waitFor();
		await page.getByRole("button", { name: "Translate the changes" }).waitFor({ state: "detached" });

		await page.getByRole("button", { name: "Spanish" }).click();
		await page.getByRole("menuitemradio", { name: "No translation" }).click();
		await row.getByText(/LIGHT BENDS/).waitFor({ state: "detached" });
	});

	test("has a summary that is edited and made again, and action items", async () => {
		const { meetingId } = await openRecording();
		const summary = page.getByRole("complementary", { name: "Summary" });
		const item = summary.getByRole("checkbox", { name: "And we need the report on Monday." });
		await item.check();
		await page.getByRole("button", { name: "Actions for And we need" }).click();
		await page.getByRole("menuitem", { name: "Edit" }).click();
		await page.getByLabel("What is to be done").fill("Write the report");
		await page.getByLabel("Due").fill("2030-03-04");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await summary.getByText("due 4 Mar 2030").waitFor();
		await page.getByRole("button", { name: "Add an action item" }).click();
		await page.getByLabel("What is to be done").fill("Order prisms");
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await summary.getByRole("checkbox", { name: "Order prisms" }).waitFor();
		const items = (await api.get(`/meetings/${meetingId}/action-items`)).body.data;
		expect(items.map((each: Record<string, unknown>) => [each.text, each.status, each.dueDay])).toEqual([
			["Write the report", "done", "2030-03-04"],
			["Order prisms", "open", null],
		]);

		await page.getByRole("button", { name: "0:01", exact: true }).click();
		await page.locator(".segment[aria-current]").getByText("measure").waitFor();
		await page.getByRole("button", { name: "Actions for the summary" }).click();
		await page.getByRole("menuitem", { name: "Edit" }).click();
		await page.getByLabel("Overview").fill("About light.");
		await page
			.getByRole("group", { name: "Key points" })
			.getByLabel(/^New, based on/)
			.fill("Angles are measured.");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await summary.getByText("Angles are measured.").waitFor();

		await page.getByRole("button", { name: "Actions for the summary" }).click();
		await page.getByRole("menuitem", { name: "Summarize again" }).click();
		await page.getByRole("switch", { name: "Replace edited sections" }).check();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("button", { name: "Summarize again" }).click();
		await summary.getByText("Angles are measured.").waitFor({ state: "detached" });

		await page.getByRole("button", { name: "Actions for Order prisms" }).click();
		await page.getByRole("menuitem", { name: "Remove" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
		await summary.getByRole("checkbox", { name: "Order prisms" }).waitFor({ state: "detached" });
		await page.getByRole("dialog").waitFor({ state: "detached" });
		expect(await violationsOf(page)).toEqual([]);
	});

	test("says who may see it and until when, and is kept by a legal hold", async () => {
		const { meetingId } = await openRecording();
		await page.getByRole("button", { name: "Access" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("Transcript and summary").waitFor();
		await dialog.getByLabel("Who may see it").selectOption({ label: "Invited people" });
		await dialog.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("Saved", { exact: true }).waitFor();
		expect((await api.get(`/meetings/${meetingId}`)).body.data.access).toBe("invited");
		await dialog.getByRole("button", { name: "Place a legal hold" }).click();
		await dialog.getByLabel("Name").fill("Case 12");
		await dialog.getByRole("button", { name: "Place a legal hold" }).click();
		await dialog.getByText("A legal hold keeps it longer").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		expect((await api.delete(`/meetings/${meetingId}`)).status).toBe(409);

		await dialog.getByRole("button", { name: "Release" }).click();
		await dialog.getByText("Release “Case 12”?").waitFor();
		await dialog.getByRole("button", { name: "Release" }).click();

		await dialog.getByText("No hold on this meeting").waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "detached" });
	});

	test("has keys, which are shown and can be turned off; in the dark, at the width of a phone", async () => {
		await openRecording();
		await page.keyboard.press("?");
		await page.getByText("Slower, faster").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await page.keyboard.press("Escape");
		// Keys of a dialog that is still closing are its own.
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await page.keyboard.press(".");
		await until(async () => (await page.getByLabel("Speed").inputValue()) === "1.25");
		await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
		await page.getByRole("switch", { name: "Shortcuts of a single key" }).uncheck();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await page.keyboard.press(".");
		expect(await page.getByLabel("Speed").inputValue()).toBe("1.25");

		await page.setViewportSize({ width: 390, height: 800 });
		await page.emulateMedia({ colorScheme: "dark" });
		await page.getByRole("button", { name: "Edit the text at 0:00" }).click();

		expect(await violationsOf(page)).toEqual([]);
		expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
	});
});
