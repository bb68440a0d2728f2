import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { temporaryDirectory } from "#tests/support/command";
import { type Console, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { until } from "#tests/support/until";
import { wavOf } from "#tests/support/wav";

const UPLOAD = /\/uploads\/upl_\w+$/;
/** Bytes that the server has when a page ends. */
const ARRIVED = 32_000;
/** The element of WebM that says how many channels a track has. */
const TWO_CHANNELS = Buffer.from([0x9f, 0x81, 2]);
/** A microphone and a screen that beep each second, which every page may use. */
const MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

describe.skipIf(!hasBrowser)(`Uploads in the console (needs ${CHROMIUM})`, () => {
	const folder = temporaryDirectory();
	let ui: Console;
	let api: Client;
	let orgId: string;
	let page: Page;
	/** Where requests with bytes began. */
	const offsets: number[] = [];

	beforeAll(async () => {
		ui = await openConsole({}, MICROPHONE);
		const token = (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token;
		const { body } = await clientAt(ui.base, token).post("/orgs", { name: "Green Valley", orgType: "education" });
		orgId = body.data.id;
		const scoped = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId });
		api = clientAt(ui.base, scoped.body.access_token);
		for (const name of ["Chemistry 8a", "Physics 9b"])
			expect((await api.post(`/orgs/${orgId}/workspaces`, { name, kind: "class" })).status).toBe(201);
	});
	beforeEach(async () => {
		page = await ui.openAs(FIRST_ADMIN, `o/${orgId}`);
		page.on("request", (request) => {
			if (request.method() === "PATCH" && UPLOAD.test(request.url()))
				offsets.push(Number(request.headers()["upload-offset"]));
		});
	});
	afterEach(async () => {
		offsets.length = 0;
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(async () => {
		await ui.close();
		folder.remove();
	});

	/** Uploads begin, and their bytes never arrive. @returns what lets later ones pass */
	async function hold(): Promise<() => Promise<void>> {
		const held = (route: Route) => (route.request().method() === "PATCH" ? undefined : route.fallback());
		await page.route(UPLOAD, held);
		return () => page.unroute(UPLOAD, held);
	}

	/** Returns the id of the upload that something begins. */
	async function announced(begin: () => Promise<void>): Promise<string> {
		const response = page.waitForResponse(/upload\/init$/);
		await begin();
		return ((await (await response).json()) as { data: { uploadId: string } }).data.uploadId;
	}

	const tray = () => page.getByRole("complementary", { name: "Uploads" });

	/** Drops files anywhere on the screen. */
	async function drop(...names: readonly string[]): Promise<void> {
		const files = names.map((name) => ({ name, base64: Buffer.from(wavOf(32_044)).toString("base64") }));
		const dataTransfer = await page.evaluateHandle(`(() => {
			const dropped = new DataTransfer();
			for (const { name, base64 } of ${JSON.stringify(files)})
				dropped.items.add(new File([Uint8Array.fromBase64(base64)], name, { type: "audio/wav", lastModified: 1 }));
			return dropped;
		})()`);
		// As long as files are held over a page, browsers say so again and again.
		await until(async () => {
			await page.dispatchEvent("main", "dragover", { dataTransfer });
			return page.getByText("Drop to upload").isVisible();
		});
		await page.dispatchEvent("main", "drop", { dataTransfer });
	}

	/** Chooses a file when it is asked for. */
	async function choose(button: string, path: string): Promise<void> {
		const chooser = page.waitForEvent("filechooser");
		await page.getByRole("button", { name: button }).click();
		await (await chooser).setFiles(path);
	}

	test("are files that were dropped on any screen; they go on while one moves, and lead to their meetings", async () => {
		const pass = await hold();
		await drop("Refraction.wav", "Lenses.wav");
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Workspace").selectOption({ label: "Physics 9b" });
		expect(await violationsOf(page)).toEqual([]);
		await dialog.getByRole("button", { name: "Upload" }).click();
		await tray().getByRole("progressbar", { name: "Lenses.wav" }).waitFor();
		await page.getByRole("link", { name: "Members" }).click();
		await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();

		await until(() => offsets.length === 2);
		await tray().getByRole("button", { name: "Pause Refraction.wav" }).click();
		await pass();
		await tray().getByRole("button", { name: "Continue Refraction.wav" }).click();
		for (const name of ["Refraction.wav", "Lenses.wav"])
			await page.getByRole("status").getByText(`${name} was uploaded`).waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await tray().getByRole("button", { name: "Take Refraction.wav off the list" }).click();
		await tray().getByRole("link", { name: "Open the meeting" }).click();
		await page.getByRole("heading", { level: 1, name: "Lenses" }).waitFor();
	});

	test("warn before the page is left, are found again, and go on with the same file where they were", async () => {
		const [lesson, other] = [join(folder.path, "Lesson.wav"), join(folder.path, "Other.wav")];
		await Promise.all([Bun.write(lesson, wavOf(96_044)), Bun.write(other, wavOf(32_044))]);
		const asked: string[] = [];
		page.on("dialog", (dialog) => {
			asked.push(dialog.type());
			void dialog.accept();
		});
		const pass = await hold();
		await page.getByRole("link", { name: "Meetings", exact: true }).click();
		await page.getByRole("button", { name: "Upload a recording" }).click();
		await page.getByLabel("Files").setInputFiles(lesson);
		const uploadId = await announced(() => page.getByRole("dialog").getByRole("button", { name: "Upload" }).click());
		await until(() => offsets.length === 1);
		// As if the connection had broken there.
		const headers = {
			"content-type": "application/offset+octet-stream",
			"tus-resumable": "1.0.0",
			"upload-offset": "0",
		};
		const raw = wavOf(96_044).subarray(0, ARRIVED);
		expect((await api.patch(`/uploads/${uploadId}`, undefined, { raw, headers })).status).toBe(204);

		await page.reload();

		await tray().getByText("Not finished.").waitFor();
		expect(asked).toEqual(["beforeunload"]);
		await choose("Choose the file again", other);
		await tray().getByText("That is another file").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await pass();
		await choose("Choose the file again", lesson);
		await tray().getByRole("link", { name: "Open the meeting" }).waitFor();
		expect(offsets).toEqual([0, ARRIVED]);
		await page.reload();
		await page.getByRole("heading", { level: 1, name: "Meetings" }).waitFor();
		expect(await tray().count()).toBe(0);
	});

	test("are cancelled, also at the server, and say why they were refused", async () => {
		const pass = await hold();
		await drop("Mirrors.wav");
		const uploadId = await announced(() => page.getByRole("dialog").getByRole("button", { name: "Upload" }).click());
		await tray().getByRole("button", { name: "Cancel Mirrors.wav" }).click();
		expect(await violationsOf(page)).toEqual([]);
		const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
		await page.getByRole("dialog").getByRole("button", { name: "Cancel the upload" }).click();
		await deleted;
		expect((await api.get(`/uploads/${uploadId}`)).status).toBe(404);
		await tray().waitFor({ state: "detached" });

		await pass();
		const notes = join(folder.path, "notes.wav");
		await Bun.write(notes, "no sound at all");
		await page.getByRole("link", { name: "Meetings", exact: true }).click();
		await page.getByRole("button", { name: "Upload a recording" }).click();
		await page.getByLabel("Files").setInputFiles(notes);
		await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();
		await tray().getByRole("alert").waitFor();
		await page.setViewportSize({ width: 390, height: 800 });
		await page.emulateMedia({ colorScheme: "dark" });
		expect(await violationsOf(page)).toEqual([]);
		expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
	});

	/** Begins a recording, once everyone agrees. */
	async function record(title: string): Promise<void> {
		await page.getByLabel("Title").fill(title);
		await page.getByRole("switch", { name: "Everyone who is heard agrees" }).check();
		await page.getByRole("button", { name: "Start recording" }).click();
		await page.getByRole("timer").filter({ hasText: "0:02" }).waitFor();
	}

	test("begin as recordings of microphone and screen, once everyone agrees, and lead to the meeting", async () => {
		await page.getByRole("link", { name: "Meetings", exact: true }).click();
		await page.getByRole("link", { name: "Record", exact: true }).click();
		await page.getByRole("button", { name: "Start recording" }).click();
		expect(await page.getByRole("timer").count()).toBe(0);
		expect(await violationsOf(page)).toEqual([]);

		await page.getByRole("switch", { name: "Record the sound of a tab" }).check();
		await record("Mirrors 1/2");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByRole("link", { name: "Members" }).click();
		await tray().getByRole("link", { name: "Show" }).click();
		await page.getByRole("button", { name: "Pause" }).click();
		await page.getByText("Paused: nothing is being recorded.").waitFor();
		await page.getByRole("button", { name: "Continue" }).click();
		await page.getByRole("button", { name: "Stop and upload" }).click();
		await page.getByRole("heading", { level: 1, name: "Mirrors 1/2" }).waitFor();

		const recordings = `/meetings/${/mtg_\w+/.exec(page.url())?.[0]}/recordings`;
		const [recording] = (await api.get(recordings)).body.data;
		expect(recording.filename).toBe("Mirrors 1-2.webm");
		const { bytes } = await api.get(`${recordings}/${recording.id}/content`);
		expect(Buffer.from(bytes).includes(TWO_CHANNELS)).toBe(true);
	});

	test("are what a crash has left of a recording", async () => {
		page.on("dialog", (dialog) => void dialog.accept());
		await page.goto(`${ui.base}/console/o/${orgId}/record`);
		await record("Prisms");
		await page.reload();
		await tray().getByText("An unfinished recording was found.").waitFor();
		await tray().getByRole("button", { name: "Discard Prisms" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
		await tray().getByRole("button", { name: "Upload" }).click();
		await tray().getByRole("link", { name: "Open the meeting" }).click();
		await page.getByRole("heading", { level: 1, name: "Prisms" }).waitFor();
	});

	test("say what a recording lacks: a microphone, a secure address, the permission of the organization", async () => {
		const screen = `${ui.base}/console/o/${orgId}/record`;
		await page.setViewportSize({ width: 390, height: 844 });
		await page.emulateMedia({ colorScheme: "dark" });
		await page.addInitScript(
			`navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("", "NotFoundError"); }`,
		);
		await page.goto(screen);
		await page.getByRole("switch", { name: "Everyone who is heard agrees" }).check();
		await page.getByRole("button", { name: "Start recording" }).click();
		await page.getByRole("alert").getByText("No microphone was found.").waitFor();
		expect(await violationsOf(page)).toEqual([]);

		await page.addInitScript(`Object.defineProperty(window, "isSecureContext", { value: false })`);
		await page.reload();
		await page.getByText("only at an address with https").waitFor();
		expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);

		const settings = `/orgs/${orgId}/settings`;
		const { headers } = await api.get(settings);
		const version = { "if-match": headers.get("etag") ?? "" };
		const changed = await api.patch(settings, { recordingConsent: "disabled" }, { headers: version });
		expect(changed.status).toBe(200);
		const other = await page.context().newPage();
		await other.goto(screen);
		await other.getByText("This organization does not allow recordings.").waitFor();
	});
});
