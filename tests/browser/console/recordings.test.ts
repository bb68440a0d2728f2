import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { type LibreServer, openLibreServer } from "#tests/support/libretranslate";
import { until } from "#tests/support/until";
import { wavOf } from "#tests/support/wav";

const VTT = `WEBVTT

00:00.000 --> 00:01.500
<v Ada>Light bends where it slows down.

00:01.500 --> 00:03.000
<v Ben>And it bends back where it is fast again.
`;

describe.skipIf(!hasBrowser)(`A recording in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let translator: LibreServer;
	let page: Page;
	let api: ReturnType<typeof clientAt>;
	beforeAll(async () => {
		translator = openLibreServer();
		ui = await openConsole({ TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: translator.url });
		const token = (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token;
		const { body } = await clientAt(ui.base, token).post("/orgs", { name: "Green Valley", orgType: "education" });
		const scoped = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId: body.data.id });
		api = clientAt(ui.base, scoped.body.access_token);
		page = await ui.openAs(FIRST_ADMIN, `o/${body.data.id}/workspaces`);
	});
	afterEach(() => expect(ui.alarms.splice(0)).toEqual([]));
	afterAll(async () => {
		await ui.close();
		await translator.close();
	});

	test("is uploaded into a workspace, and leads to its meeting", async () => {
		await page.getByRole("button", { name: "New workspace" }).first().click();
		await page.getByRole("dialog").getByLabel("Name").fill("Physics 9b");
		await page.getByRole("dialog").getByRole("button", { name: "New workspace" }).click();
		await page.getByRole("link", { name: "Physics 9b" }).click();
		await page.getByRole("link", { name: "All meetings of this workspace" }).click();
		await page.getByRole("button", { name: "Upload a recording" }).click();
		const buffer = Buffer.from(wavOf(96_044));
		await page.getByLabel("File").setInputFiles({ name: "Refraction.wav", mimeType: "audio/wav", buffer });
		await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();

		await page.getByRole("heading", { level: 1, name: "Refraction" }).waitFor();

		expect(page.url()).toContain("/meetings/mtg_");
		await page.getByText("The recording waits for a speech model").waitFor();
		expect(await page.getByRole("link", { name: "Download a speech model" }).getAttribute("href")).toEndWith(
			"/console/system/health",
		);
		expect(await violationsOf(page)).toEqual([]);
	});

	test("is played from what was said, and searched", async () => {
		const meetingId = /mtg_\w+/.exec(page.url())?.[0];
		const imported = await api.put(`/meetings/${meetingId}/transcripts`, undefined, {
			raw: VTT,
			headers: { "content-type": "text/vtt" },
		});
		expect(imported.status).toBe(201);
		await until(
			async () => (await api.get(`/meetings/${meetingId}/recordings`)).body.data[0].state === "ready",
			60_000,
		);
		await page.reload();
		await page.getByText("Light bends where it slows down.", { exact: true }).waitFor();
		await page.locator(".position svg").waitFor();
		await page.getByRole("searchbox").fill("bends");

		await page.getByText("2 found").waitFor();
		await page.getByRole("button", { name: "0:01", exact: true }).click();

		const playing = page.locator(".segment[aria-current]");
		await playing.filter({ hasText: "bends back" }).waitFor();
		expect(await violationsOf(page)).toEqual([]);
	});

	test("loses its translation and its summary, and is transcribed again", async () => {
		const meetingId = /mtg_\w+/.exec(page.url())?.[0];
		const dialog = page.getByRole("dialog");
		const { id } = (await api.get(`/meetings/${meetingId}/transcripts`)).body.data[0];
		const translations = `/transcripts/${id}/translations`;
		expect((await api.post(translations, { targetLanguage: "es" })).status).toBe(202);
		await until(async () => (await api.get(translations)).body.data[0].state === "ready");
		await page.reload();
		await page.getByRole("button", { name: "Translation" }).click();
		await page.getByRole("menuitemradio", { name: "Spanish" }).click();
		await page.locator(".translation").getByText("LIGHT BENDS WHERE IT SLOWS DOWN.").waitFor();
		await page.getByRole("button", { name: "Spanish" }).click();
		await page.getByRole("menuitem", { name: "Delete the translation" }).click();
		expect(await violationsOf(page)).toEqual([]);
		await dialog.getByRole("button", { name: "Delete the translation" }).click();
		await page.locator(".translation").getByText("LIGHT BENDS WHERE IT SLOWS DOWN.").waitFor({ state: "detached" });
		expect((await api.get(translations)).body.data).toEqual([]);

		await page.getByRole("button", { name: "Actions for the summary" }).click();
		await page.getByRole("menuitem", { name: "Delete" }).click();
		expect(await violationsOf(page)).toEqual([]);
		await dialog.getByRole("button", { name: "Delete" }).click();
		await page.getByRole("complementary").getByRole("button", { name: "Summarize" }).waitFor();
		expect((await api.get(`/meetings/${meetingId}/summary`)).status).toBe(404);

		// The first transcription waits for a model that this server does not have.
		const orgId = /org_\w+/.exec(page.url())?.[0];
		const [job] = (await api.get(`/orgs/${orgId}/jobs?state=waiting`)).body.data;
		expect((await api.post(`/jobs/${job.id}/cancel`)).status).toBe(200);
		await page.getByRole("button", { name: "Actions for Refraction" }).click();
		await page.getByRole("menuitem", { name: "Transcribe again" }).click();
		await dialog.getByLabel("Spoken language").selectOption({ label: "German" });
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Transcribe again" }).click();
		await page.getByText("The recording is being transcribed again").waitFor();
	});

	test("has a link for guests that is replaced and withdrawn", async () => {
		await page.getByRole("button", { name: "Access" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Who may see it").selectOption({ label: "Everyone with the link" });
		await dialog.getByRole("button", { name: "Save", exact: true }).click();
		const link = dialog.getByRole("textbox", { name: "Link for guests" });
		const first = await link.inputValue();
		await dialog.getByRole("button", { name: "New link" }).click();
		await dialog.getByText("Create a new link for guests?").waitFor();
		expect(await violationsOf(page)).toEqual([]);
		await dialog.getByRole("button", { name: "New link" }).click();
		await dialog.getByRole("button", { name: "Withdraw" }).waitFor();
		const second = await link.inputValue();
		expect([first.split("#")[0], first === second]).toEqual([second.split("#")[0], false]);
		await expectWhole(page);
		await dialog.getByRole("button", { name: "Withdraw" }).click();
		await dialog.getByText("Withdraw the link for guests?").waitFor();
		await dialog.getByRole("button", { name: "Withdraw" }).click();

		await dialog.getByText("There is no link: guests cannot join.").waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "detached" });
	});

	test("is shown in German and Spanish, at the width of a phone and in the dark", async () => {
		for (const [language, title] of [
			["Deutsch", "Transkript"],
			["Español", "Transcripción"],
		] as const) {
			await page.locator(".side .person").first().click();
			await page.getByRole("menuitemradio", { name: language }).click();
			await page.getByRole("region", { name: title }).waitFor();
		}
		await page.setViewportSize({ width: 390, height: 800 });
		await page.emulateMedia({ colorScheme: "dark" });

		expect(await violationsOf(page)).toEqual([]);
		expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
	});

	test("is changed and deleted from its menu", async () => {
		const meetingId = /mtg_\w+/.exec(page.url())?.[0];
		await page.setViewportSize({ width: 1280, height: 800 });
		const choose = async (item: string, title: string) => {
			await page.getByRole("button", { name: `Acciones para ${title}` }).click();
			await page.getByRole("menuitem", { name: item }).click();
		};
		const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
		await choose("Cambiar la reunión", "Refraction");
		await page.locator("[name=title]").fill("Refracción");
		await expectWhole(page);
		// Something else of it changes: what was typed stays, and is saved.
		const other = await api.patch(`/meetings/${meetingId}`, { durationMinutes: 45 });
		expect(other.status).toBe(200);
		await confirm("Guardar");
		await page.getByRole("heading", { level: 1, name: "Refracción" }).waitFor();
		await choose("Cambiar la reunión", "Refracción");
		await page.locator("[name=title]").fill("Refracción 2");
		await api.patch(`/meetings/${meetingId}`, { title: "Refracción", description: "Luz" });
		await confirm("Guardar");
		await page.getByText("Otra persona lo ha guardado entretanto.").waitFor();
		expect(await page.locator("[name=title]").inputValue()).toBe("Refracción");
		await page.keyboard.press("Escape");
		await choose("Eliminar la grabación", "Refracción");
		await confirm("Eliminar la grabación");
		await page.locator(".player").waitFor({ state: "hidden" });
		await page.getByText("Light bends where it slows down.", { exact: true }).waitFor();
		await choose("Eliminar la reunión", "Refracción");
		expect(await violationsOf(page)).toEqual([]);
		await confirm("Eliminar la reunión");

		await page.getByRole("heading", { level: 1, name: "Reuniones" }).waitFor();
		expect((await api.get(`/meetings/${meetingId}`)).status).toBe(404);
	});
});
