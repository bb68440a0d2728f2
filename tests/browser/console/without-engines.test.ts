import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole } from "#tests/support/console-page";
import { until } from "#tests/support/until";
import { wavOf } from "#tests/support/wav";

const TEACHER = { email: "mei@school.example", password: "a perfectly long password" };
/** Nobody is named. */
const VTT = `WEBVTT
Language: en

00:00.000 --> 00:01.500
Light bends where it slows down.

00:01.500 --> 00:03.000
And it bends back where it is fast again.
`;
/** Longer than the list of uploads stays. */
const LONG_MS = 30_000;

/** AAC, frame by frame; only ffmpeg decodes it. */
function aac(): Buffer {
	const length = 16;
	const header = [0xff, 0xf1, 0x50, 0x40, length >> 3, ((length & 7) << 5) | 0x1f, 0xfc];
	const frame = [...header, 0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80];
	return Buffer.from(Array.from({ length: 100 }, () => frame).flat());
}

describe.skipIf(!hasBrowser)(`The console of a server without ffmpeg and engines (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let api: Client;
	let orgId: string;
	let workspaceId: string;
	let teacherId: string;
	let page: Page;

	beforeAll(async () => {
		ui = await openConsole({
			FFMPEG_PATH: "none",
			STT_PROVIDER: "openai",
			STT_URL: "http://127.0.0.1:9/v1",
			STT_MODEL: "none",
			MODELS_DIR: "/nonexistent",
		});
		const token = (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token;
		const { body } = await clientAt(ui.base, token).post("/orgs", { name: "Green Valley", orgType: "education" });
		orgId = body.data.id;
		const scoped = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId });
		api = clientAt(ui.base, scoped.body.access_token);
		workspaceId = (await api.post(`/orgs/${orgId}/workspaces`, { name: "Physics 9b" })).body.data.id;
		const invited = await api.post(`/orgs/${orgId}/invitations`, { email: TEACHER.email, role: "teacher" });
		const joined = { name: "Mei Tanaka", password: TEACHER.password };
		const { token: invitation } = invited.body.data;
		const accepted = await clientAt(ui.base).post(`/auth/invitations/${invitation}/accept`, joined);
		teacherId = accepted.body.data.userId;
	});
	beforeEach(async () => {
		page = await ui.openAs(FIRST_ADMIN, `o/${orgId}/meetings`);
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	const tray = () => page.getByRole("complementary", { name: "Uploads" });

	/** Uploads files from the list of meetings. */
	async function upload(...files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
		await page.getByRole("button", { name: "Upload a recording" }).first().click();
		await page.getByLabel("Files").setInputFiles([...files]);
		await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();
		await page.getByRole("dialog").waitFor({ state: "detached" });
	}
	const wav = (name: string) => ({ name, mimeType: "audio/wav", buffer: Buffer.from(wavOf(96_044)) });

	test("a recording that it cannot decode says why, and what helps, to everyone who may see it", async () => {
		await upload({ name: "Refraction.m4a", mimeType: "audio/mp4", buffer: aac() });
		await page.getByRole("heading", { level: 1, name: "Refraction" }).waitFor();
		const meetingId = /mtg_\w+/.exec(page.url())?.[0];
		const why = page.getByRole("region", { name: "Why it could not be transcribed" });
		await why.getByText("Install ffmpeg, or convert the file to WAV").waitFor();
		await expectWhole(page);
		await why.getByRole("button", { name: "Transcribe again" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Transcribe again" }).click();
		await page.getByText("The recording is being transcribed again").waitFor();

		const entered = await api.post(`/meetings/${meetingId}/participants`, { userId: teacherId });
		expect(entered.status).toBe(201);
		const other = await ui.openAs(TEACHER, `o/${orgId}/meetings/${meetingId}`);
		const reason = other.getByRole("region", { name: "Why it could not be transcribed" });
		await reason.getByText("Convert it to WAV, MP3, or Opus").waitFor();
		await expectWhole(other);

		await page.goto(`${ui.base}/console/o/${orgId}/jobs`);
		const row = page.getByRole("row", { name: /Transcription/ }).first();
		await row.getByRole("link", { name: "Refraction" }).waitFor();
		await expectWhole(page);
		await row.getByRole("link", { name: "Refraction" }).click();
		await page.getByRole("heading", { level: 1, name: "Refraction" }).waitFor();
	});

	test("uploads leave the screen: at their meeting at once, elsewhere after a while unless somebody is at them", async () => {
		await upload(wav("Lenses.wav"));
		await page.getByRole("heading", { level: 1, name: "Lenses" }).waitFor();
		await page.getByRole("status").getByText("Lenses.wav was uploaded").waitFor();
		expect(await tray().count()).toBe(0);

		await page.getByRole("navigation").getByRole("link", { name: "Meetings", exact: true }).click();
		await upload(wav("Mirrors.wav"), wav("Prisms.wav"));
		const link = tray().getByRole("link", { name: "Open the meeting" });
		await until(async () => (await link.count()) === 2);
		await link.first().focus();
		await page.waitForTimeout(12_000);
		expect(await tray().isVisible()).toBe(true);
		await page.getByRole("searchbox").focus();
		await tray().waitFor({ state: "detached", timeout: LONG_MS });

		const notes = { name: "notes.wav", mimeType: "audio/wav", buffer: Buffer.from("no sound at all") };
		await upload(wav("Angles.wav"), notes);
		await tray().getByRole("alert").waitFor();
		await tray().getByRole("link", { name: "Open the meeting" }).waitFor({ state: "detached", timeout: LONG_MS });
		expect(await tray().getByRole("alert").isVisible()).toBe(true);
	});

	test("a transcript without speakers says so, and leaves no room for them; translations say what they lack", async () => {
		const made = await api.post(`/workspaces/${workspaceId}/meetings`, { title: "Light" });
		const { id: meetingId } = made.body.data.meeting;
		const headers = { "content-type": "text/vtt" };
		expect((await api.put(`/meetings/${meetingId}/transcripts`, undefined, { raw: VTT, headers })).status).toBe(201);
		await page.goto(`${ui.base}/console/o/${orgId}/meetings/${meetingId}`);
		await page.locator(".segment > p").getByText("Light bends").waitFor();
		const width = await page
			.locator(".segment-meta")
			.first()
			.evaluate((meta) => meta.getBoundingClientRect().width);
		expect(width).toBeLessThan(80);
		await page.getByRole("button", { name: "Speakers" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("No speakers were told apart").waitFor();
		expect(await dialog.getByRole("button", { name: "Save" }).count()).toBe(0);
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Close" }).last().click();

		await page.getByRole("button", { name: "Translation" }).click();
		await page.getByRole("menuitem", { name: "Translate …" }).click();
		await dialog.getByText("No translation service is set up").waitFor();
		expect(await dialog.getByRole("combobox").count()).toBe(0);
		await expectWhole(page);
		await dialog.getByRole("link", { name: "Health of the installation" }).click();
		await page.getByRole("heading", { level: 1, name: "Health" }).waitFor();
	});
});
