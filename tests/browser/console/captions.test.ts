import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { openLibreServer } from "#tests/support/libretranslate";
import { until } from "#tests/support/until";

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
		libre.reply = undefined;
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
		return {
			id,
			url: String(url),
			say: (...texts: string[]) =>
				push(
					id,
					texts.map((text) => ({ text })),
				),
		};
	}

	const push = async (id: string, segments: readonly object[]) => {
		const { status, text, body } = await api.post(`/meetings/${id}/captions`, { segments });
		if (status !== 201) throw new Error(text);
		return body.data.segments;
	};
	const lines = (page: Page) => page.getByRole("log").locator("p:not([hidden])").allTextContents();
	const isSaid = (page: Page, text: string) => page.getByRole("log").getByText(text, { exact: true }).waitFor();
	/** An overlay shows what is said from now on: it has arrived once it shows something. */
	const untilShown = (page: Page, say: (text: string) => Promise<unknown>) =>
		until(async () => {
			await say("Hello.");
			return (await lines(page)).length > 0;
		});
	const open = (url: string, options: BrowserContextOptions = {}) => ui.visit(url, options);

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
	});

	test("in still mode, lines are read out as they come and are never rewritten", async () => {
		const { id, url, say } = await openMeeting();
		await say("Said before.");
		const page = await open(url, { viewport: { width: 390, height: 740 }, colorScheme: "dark" });
		await isSaid(page, "Said before.");
		await page.getByText("Display", { exact: true }).click();
		await page.getByLabel("Still mode").check();
		expect(await violationsOf(page)).toEqual([]);
		await page.getByText("Display", { exact: true }).click();
		const rewritten = await page.evaluateHandle(() => {
			const texts: string[] = [];
			const list = document.getElementById("captions") as HTMLElement;
			const note = (changes: MutationRecord[]) => {
				for (const { target, removedNodes } of changes)
					if (target !== list || removedNodes.length > 0) texts.push(target.textContent ?? "");
			};
			new MutationObserver(note).observe(list, { childList: true, characterData: true, subtree: true });
			return texts;
		});

		const [guess] = await push(id, [{ text: "Light", final: false }]);
		const [line] = await push(id, [{ id: guess.id, text: "Light bends" }]);
		await isSaid(page, "Light bends");
		await push(id, [{ id: line.id, text: "Light bends." }]);
		await say("It slows down.");
		await isSaid(page, "It slows down.");

		expect(await lines(page)).toEqual(["Said before.", "Light bends", "It slows down."]);
		await until(() =>
			page
				.getByRole("log")
				.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2),
		);
		expect(await rewritten.jsonValue()).toEqual([]);
		expect(await page.getByRole("log").getAttribute("aria-live")).toBe("polite");
	});

	test("two languages are stacked, as guesses become what was said", async () => {
		const { id, url, say } = await openMeeting();
		const page = await open(url);
		await page.getByText("Display", { exact: true }).click();
		await page.getByLabel("Languages").selectOption("Original and Spanish");
		await page.getByText("Display", { exact: true }).click();
		const [guess] = await push(id, [{ text: "Light", final: false }]);
		await isSaid(page, "Light");

		await push(id, [{ id: guess.id, text: "Light bends." }]);
		await isSaid(page, "LIGHT BENDS.");
		await say("It slows down.");
		await isSaid(page, "IT SLOWS DOWN.");

		expect(await lines(page)).toEqual(["Light bends.", "LIGHT BENDS.", "It slows down.", "IT SLOWS DOWN."]);
		expect(await page.getByText("LIGHT BENDS.", { exact: true }).getAttribute("lang")).toBe("es");
		expect(await violationsOf(page)).toEqual([]);
		await page.getByText("Display", { exact: true }).click();
		await page.getByLabel("Languages").selectOption("Spanish only");
		expect(await lines(page)).toEqual(["LIGHT BENDS.", "IT SLOWS DOWN."]);
	});

	test("an overlay has its last lines on a transparent ground, and nothing else", async () => {
		const { url, say } = await openMeeting();
		const page = await open(`${url}?overlay&size=300&translation=es&lines=2`);
		await untilShown(page, say);
		await say("Light bends where it slows down.");
		await isSaid(page, "LIGHT BENDS WHERE IT SLOWS DOWN.");

		expect((await lines(page)).at(-1)).toBe("LIGHT BENDS WHERE IT SLOWS DOWN.");
		expect((await lines(page)).length).toBe(2);
		expect(await page.getByRole("banner").isVisible()).toBe(false);
		expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgba(0, 0, 0, 0)");
	});

	test("stay at the newest line where the list becomes shorter, and where the reader is once they scroll up", async () => {
		const { url, say } = await openMeeting();
		const page = await open(url, { viewport: { width: 390, height: 800 } });
		await say(...Array.from({ length: 60 }, (_, at) => `Line ${at}.`));
		await isSaid(page, "Line 59.");
		const log = page.getByRole("log");
		const isAtEnd = () => log.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight < 2);
		await until(isAtEnd);

		// As when a panel opens beside it: its next scroll event comes before anything has moved.
		await log.evaluate((list) => {
			list.style.maxBlockSize = "120px";
			list.dispatchEvent(new Event("scroll"));
		});
		await until(isAtEnd);
		await say("Newest.");
		await isSaid(page, "Newest.");
		await until(isAtEnd);
		// The page hears of it with the next frame.
		await log.evaluate(
			(list) =>
				new Promise((resolve) => {
					list.addEventListener("scroll", resolve, { once: true });
					list.scrollTop = 0;
				}),
		);
		await say("Unread.");
		await isSaid(page, "Unread.");

		expect(await log.evaluate((list) => list.scrollTop)).toBe(0);
	});

	test("a translation that comes after its line has left an overlay is left out", async () => {
		const { url, say } = await openMeeting();
		const page = await open(`${url}?overlay&translation=es&lines=2`);
		await untilShown(page, say);
		const { promise: later, resolve: translate } = Promise.withResolvers<void>();
		libre.reply = async ({ q }) => {
			await later;
			return Response.json({ translatedText: q.map((text) => text.toUpperCase()) });
		};
		await say("Light bends.", "It slows down.", "And it is fast again.");
		await isSaid(page, "And it is fast again.");

		translate();
		await isSaid(page, "AND IT IS FAST AGAIN.");

		expect(await lines(page)).toEqual(["And it is fast again.", "AND IT IS FAST AGAIN."]);
	});

	test("says in each language what became of a link: not begun, over, withdrawn", async () => {
		const early = await openMeeting({ scheduledStart: "2099-01-01T09:00:00Z" });
		const waiting = await open(early.url, { locale: "de-DE" });
		await waiting.getByText("Die Besprechung hat noch nicht begonnen.").waitFor();
		const [withdrawn, over] = [await openMeeting(), await openMeeting()];
		const [first, second] = [await open(withdrawn.url, { locale: "es-ES" }), await open(over.url)];
		await first.getByText("Aún no ha hablado nadie.").waitFor();
		await second.getByText("No one has spoken yet.").waitFor();

		await api.delete(`/meetings/${withdrawn.id}/caption-link`);
		await api.post(`/meetings/${over.id}/end`, {});

		await first.getByText("Este enlace ya no es válido.").waitFor();
		await second.getByText("The meeting has ended.").waitFor();
		expect(await violationsOf(first)).toEqual([]);
	});

	test("a host creates the link in the console, and withdraws it", async () => {
		const { id } = await openMeeting();
		await api.delete(`/meetings/${id}/caption-link`);
		const page = await ui.openAs(FIRST_ADMIN, `o/${orgId}/meetings/${id}`);
		await page.getByRole("button", { name: "Captions link" }).click();
		await page.getByRole("button", { name: "Create link" }).click();
		const address = await page.getByRole("textbox", { name: "Captions link" }).inputValue();
		expect(await violationsOf(page)).toEqual([]);
		const reader = await open(address);
		await reader.getByText("No one has spoken yet.").waitFor();

		await page.getByRole("button", { name: "Withdraw" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();

		await reader.getByText("This link is no longer valid.").waitFor();
		await page.getByRole("button", { name: "Create link" }).waitFor();
	});
});
