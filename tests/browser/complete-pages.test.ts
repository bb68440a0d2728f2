import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { NOTIFICATION_KINDS } from "#db/schema";
import { UNSUBSCRIBE_PAGES } from "#modules/installation/pages";
import { answerWithPage } from "#platform/pages";
import { CHROMIUM, hasBrowser, openBrowser, openPage } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { freePort } from "#tests/support/free-port";
import { FIRST_ADMIN, type Installation, install } from "#tests/support/installation";

const PREFIX = "/api/dev";
const PAGES = ["/notifications/unsubscribe/token", "/no/such/address"];

/** The checks of accessibility, as a script for a page. */
const AXE = require.resolve("axe-core/axe.min.js");

/** Shows each step of a page in turn with all it may show, and returns what makes it hard to use: for screen readers, and on its width. */
async function findFaults(): Promise<string[]> {
	const steps = [...document.querySelectorAll<HTMLElement>("[data-step]")];
	for (const some of document.querySelectorAll<HTMLElement>("[data-case], [data-empty]")) some.hidden = false;
	const { axe } = globalThis as unknown as { readonly axe: { run(): Promise<AxeResults> } };
	const faults: string[] = [];
	for (const shown of steps.length > 0 ? steps : [null]) {
		for (const step of steps) step.hidden = step !== shown;
		const { violations } = await axe.run();
		const where = shown?.dataset.step ?? "";
		faults.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${where}: ${id}: ${html}`)));
		if (document.documentElement.scrollWidth > innerWidth) faults.push(`${where}: wider than the screen`);
	}
	return faults;
}

/** The page as a keyboard reaches it: each link, field and button in its order. */
async function reachedByKeyboard(page: Page): Promise<{ readonly reached: string[]; readonly shown: string[] }> {
	const controls = page.locator("a:visible, button:visible, input:visible");
	const shown = await controls.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	const reached: string[] = [];
	for (const _ of shown) {
		await page.keyboard.press("Tab");
		reached.push(await page.evaluate(() => document.activeElement?.outerHTML ?? ""));
	}
	return { reached, shown };
}

/** All pages of an installation under a prefix, in German, on the narrowest screen, in light and dark. */
describe.skipIf(!hasBrowser)(`A complete page (needs ${CHROMIUM})`, () => {
	let base: string;
	let server: Installation;
	let browser: Browser;
	/** The one that goes from page to page. */
	let page: Page;
	/** What went wrong on any page: scripts, policies, requests to other hosts. */
	const problems: string[] = [];

	beforeAll(async () => {
		const port = freePort();
		base = `http://localhost:${port}${PREFIX}`;
		server = await install({ PORT: String(port), PUBLIC_URL: base });
		browser = await openBrowser();
		page = await openPage(browser, { viewport: { width: 320, height: 640 }, locale: "de-DE", bypassCSP: true });
		page.on("pageerror", (error) => problems.push(String(error)));
		page.on("console", (line) => {
			if (line.type() === "error" && !line.text().includes("status of")) problems.push(line.text());
		});
		page.on("request", (request) => {
			const url = request.url();
			if (!url.startsWith(base) && !url.startsWith("data:")) problems.push(url);
		});
	});
	afterAll(async () => {
		await browser?.close();
		await server?.close();
	});

	const post = (path: string, sent: unknown, token?: string) => clientAt(base, token).post(path, sent);

	/** Opens a page, and expects it to be as every page must be. Returns the addresses of its links. */
	async function expectComplete(url: string): Promise<readonly string[]> {
		await page.goto(url);
		await page.waitForLoadState("networkidle");
		await page.addScriptTag({ path: AXE });
		const links = await page
			.locator("a:visible")
			.evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""));
		const { reached, shown } = await reachedByKeyboard(page);
		const faults: string[] = [];
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			faults.push(...(await page.evaluate(findFaults)));
		}

		expect(await page.locator("html").getAttribute("lang")).toBe("de");
		expect(reached).toEqual(shown);
		expect(faults).toEqual([]);
		expect(problems).toEqual([]);
		return links;
	}

	test.each(PAGES)("is at %s, with links that lead somewhere", async (path) => {
		const links = await expectComplete(base + path);

		const answers = await Promise.all(links.map((link) => fetch(new URL(link, base))));
		expect(links.length).toBeGreaterThan(2);
		expect(answers.map(({ status }) => status)).toEqual(links.map(() => 200));
	});

	test("names the address of a learning platform before a link leaves for it", async () => {
		const { access_token: admin } = (await post("/auth/login", FIRST_ADMIN)).body;
		const { id } = (await post("/orgs", { name: "A School", orgType: "education" }, admin)).body.data;
		const host = "single-sign-on.learning-platform.provider.example.net";
		const registration = {
			...{ type: "lti", name: "Moodle", clientId: "parley", deploymentIds: ["1"] },
			...{ issuer: "https://moodle.example", jwksUri: "https://moodle.example/keys" },
			authorizationEndpoint: `https://${host}/auth`,
		};
		const { loginUrl, launchUrl } = (await post(`/orgs/${id}/integrations`, registration, admin)).body.data;
		const hints = { iss: registration.issuer, login_hint: "7", target_link_uri: launchUrl };

		const [onwards = ""] = await expectComplete(`${loginUrl}?${new URLSearchParams(hints)}`);

		expect(await page.getByRole("heading").textContent()).toBe(`Weiter zu ${host}?`);
		expect(new URL(onwards).host).toBe(host);
	});

	test.each(NOTIFICATION_KINDS)("says that mails about %s are turned off", async (kind) => {
		// The page in place of an address: a link that works comes by mail, which this installation does not send.
		const request = new Request(base, { headers: { "accept-language": "de" } });
		const answer = answerWithPage(UNSUBSCRIBE_PAGES.done[kind], PREFIX, { request, set: { headers: {} }, status: 200 });
		const body = await answer.text();
		await page.route(`${base}/turned-off`, (route) => route.fulfill({ contentType: "text/html", body }));

		await expectComplete(`${base}/turned-off`);

		expect(await page.getByRole("heading").textContent()).toStartWith("Sie bekommen keine E-Mails mehr über ");
		await page.unrouteAll();
	});
});
