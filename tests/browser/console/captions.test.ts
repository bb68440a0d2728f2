import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { openLibreServer } from "#tests/support/libretranslate";
import { until } from "#tests/support/until";

const SHOTS = process.env.PARLEY_TEST_SHOTS;

describe.skipIf(!hasBrowser)(`The captions page (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let api: Client;
	let orgId: string;
	let workspaceId: string;
	let libre: Awaited<ReturnType<typeof openLibreServer>>;

	beforeAll(async () => {
		libre = await openLibreServer();
		ui = await openConsole({ TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url });
		const token = (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token;
		const flags = { featureFlags: { realTimeTranslation: true } };
		const org = { name: "Green Valley", orgType: "business", ...flags };
		orgId = (await clientAt(ui.base, token).post("/orgs", org)).body.data.id;
		const scoped = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId });
		api = clientAt(ui.base, scoped.body.access_token);
		workspaceId = (await api.post(`/orgs/${orgId}/workspaces`, { name: "Physics" })).body.data.id;
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(async () => {
		await ui.close();
		await libre.close();
	});

	/** Starts a meeting whose captions are read by a link. */
	async function openMeeting(more: object = {}) {
		const recording = { mode: "off", consent: "notify" };
		const transcription = { live: true, translateTo: ["es"] };
		const body = { title: "Optics", recording, transcription, ...more };
		const { id } = (await api.post(`/workspaces/${workspaceId}/meetings`, body)).body.data.meeting;
		const { url } = (await api.post(`/meetings/${id}/caption-link`, {})).body.data;
		return { id, url: String(url), say: (...texts: string[]) => push(id, texts.map((text) => ({ text }))) };
	}

	const push = async (id: string, segments: readonly object[]) => {
		const { status, text, body } = await api.post(`/meetings/${id}/captions`, { segments });
		if (status !== 201) throw new Error(text);
		return body.data.segments;
	};
	const lines = (page: Page) => page.getByRole("log").getByRole("listitem").allTextContents();
	const isSaid = (page: Page, text: string) => page.getByRole("log").getByText(text, { exact: true }).waitFor();
	const open = (url: string, options: BrowserContextOptions = {}) => ui.visit(url, options);
	const shoot = (page: Page, name: string) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png` });

	test("shows each final once, also after the server was restarted", async () => {
		const { url, say } = await openMeeting();
		await say("Light bends.");
		const page = await open(url);
		await isSaid(page, "Light bends.");
		await say("It slows down in glass.");
		await isSaid(page, "It slows down in glass.");

		await ui.restart();
		await say("And it is fast again behind it.", "That is refraction.");

		await isSaid(page, "That is refraction.");
		expect(await lines(page)).toEqual([
			"Light bends.",
			"It slows down in glass.",
			"And it is fast again behind it.",
			"That is refraction.",
		]);
		expect(await page.title()).toBe("Optics – Live captions");
		expect(await violationsOf(page)).toEqual([]);
		await shoot(page, "page");
	});
});
