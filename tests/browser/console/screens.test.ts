import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { until } from "#tests/support/until";

const PASSWORD = "a perfectly long password";

/** The screens of people who are signed in, by their addresses; those before have walks of their own. */
async function screens(): Promise<readonly string[]> {
	const code = await Bun.file("console/routes.tsx").text();
	const routes = new Map<string, { parent: string; path: string; isScreen: boolean }>();
	for (const [, name = "", parent = "", rest = ""] of code.matchAll(
		/const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),(.*?)\n\}\);/gs,
	)) {
		const path = /\bpath: "([^"]*)"/.exec(rest)?.[1]?.replace(/^\/$/, "") ?? "";
		routes.set(name, { parent, path, isScreen: rest.includes('import("./screens/') });
	}
	const addressOf = (name: string): string => {
		const route = routes.get(name);
		return route === undefined ? "" : `${addressOf(route.parent)}${route.path}`;
	};
	const isInside = (name: string): boolean => name === "inside" || isInside(routes.get(name)?.parent ?? "inside");
	return [...routes]
		.filter(([name, { isScreen, parent }]) => isScreen && parent !== "root" && isInside(name))
		.map(([name]) => addressOf(name));
}

/** Screens that read nothing, or lead elsewhere. */
const WITHOUT_READING = ["", "/welcome"];
/** Screens whose main part was read before they are opened. */
const READ_BEFORE = ["/me"];
/** Screens that members with no more than that may not read. */
const FORBIDDEN =
	/\/(audit|audit\/streams|invitations|jobs|members|settings\/(billing.*|features|integrations|keys|privacy|webhooks.*))$/;

describe.skipIf(!hasBrowser)(`Each screen of the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let admin: Client;
	let all: readonly string[];
	/** What the addresses name. */
	const ids: Record<string, string> = {};
	const olga = { email: "olga@school.example", password: PASSWORD };
	const mei = { email: "mei@school.example", password: PASSWORD };

	async function made(answer: ReturnType<Client["post"]>) {
		const { status, body, text } = await answer;
		if (status >= 300) throw new Error(`preparing failed: ${text}`);
		return body.data;
	}

	beforeAll(async () => {
		ui = await openConsole();
		all = await screens();
		const root = clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token);
		const orgId = (await made(root.post("/orgs", { name: "Green Valley", orgType: "education" }))).id;
		const login = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId });
		admin = clientAt(ui.base, login.body.access_token);
		const workspaceId = (await made(admin.post(`/orgs/${orgId}/workspaces`, { name: "Physics 9b" }))).id;
		const meeting = await made(admin.post(`/workspaces/${workspaceId}/meetings`, { title: "Waves" }));
		const rule = { rule: "FREQ=WEEKLY", startsAt: "2030-01-07T09:30:00", timezone: "Europe/Madrid" };
		const series = { title: "Optics", durationMinutes: 45, ...rule };
		const webhook = { url: "https://hooks.example.com/parley", eventTypes: ["meeting.ended"] };
		Object.assign(ids, {
			orgId,
			workspaceId,
			organizationId: orgId,
			meetingId: meeting.meeting.id,
			seriesId: (await made(admin.post(`/workspaces/${workspaceId}/series`, series))).id,
			webhookId: (await made(admin.post(`/orgs/${orgId}/webhooks`, webhook))).id,
			key: (await made(root.get("/configurations/feature-flags")))[0].key,
			planCode: (await made(root.get("/configurations/plans"))).plans[0].code,
		});
		for (const [{ email, password }, role] of [
			[olga, "owner"],
			[mei, "member"],
		] as const) {
			const { token } = await made(admin.post(`/orgs/${orgId}/invitations`, { email, role }));
			await made(clientAt(ui.base).post(`/auth/invitations/${token}/accept`, { name: email, password }));
		}
	}, 60_000);
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	function addressOf(screen: string): string {
		const path = screen.replace(/\$(\w+)/g, (_, name: string) => ids[name] ?? "missing");
		// It reads nothing before it is asked.
		return `${ui.base}/console${path}${path.endsWith("/search") ? "?q=light" : ""}`;
	}

	/** Has what screens read answered by `answer`; not what is around them. */
	async function answerReads(page: Page, answer: (route: Route) => Promise<void> | void) {
		const around = /\/(console|assets)\/|\/auth\/(profile|refresh)$|\/changes$/;
		const isRead = ({ pathname }: URL) => pathname.startsWith("/api/dev/") && !around.test(pathname);
		await page.route(isRead, answer);
		return () => page.unroute(isRead, answer);
	}

	/** Opens each screen: as an owner, or as the administrator of the installation. */
	async function eachScreen(look: (page: Page, screen: string) => Promise<void>): Promise<void> {
		const isOfAdmin = (screen: string) => screen.startsWith("/system") || WITHOUT_READING.includes(screen);
		const ofOwner = all.filter((screen) => !isOfAdmin(screen));
		const lookAt = async (person: typeof olga, screens: string[]) => {
			const page = await ui.openAs(person, "me");
			for (let screen = screens.shift(); screen !== undefined; screen = screens.shift())
				await look(page, screen).catch((error: Error) => {
					throw new Error(`${screen}: ${error.message}`);
				});
		};
		// As many at a time as wait for each other least.
		await Promise.all([lookAt(olga, ofOwner), lookAt(olga, ofOwner), lookAt(FIRST_ADMIN, all.filter(isOfAdmin))]);
	}

	/** Holds what a screen reads, lets it fail, and asks again. */
	async function fail(page: Page, screen: string): Promise<void> {
		const error = { code: "conflict", detail: "It is out of order." };
		const failure = { status: 409, json: { status: "error", message: "x", error, requestId: "r-1" } };
		const main = page.getByRole("main");
		const held: Route[] = [];
		let answer = (route: Route): unknown => held.push(route);
		const end = await answerReads(page, (route) => void answer(route));
		await page.goto(addressOf(screen));
		if (!READ_BEFORE.includes(screen)) await main.locator("[aria-busy=true]").first().waitFor();
		answer = (route) => route.fulfill(failure);
		await Promise.all(held.map((route) => route.fulfill(failure)));
		const alert = main.getByRole("alert").filter({ hasText: "It is out of order." });
		await alert.getByText("Request r-1").first().waitFor();
		await end();
		const again = main.getByRole("button", { name: "Try again" });
		await until(async () => {
			// One may go by itself: what has changed is read again.
			for (const button of await again.all()) await button.click({ timeout: 1_000 }).catch(() => undefined);
			return (await main.getByRole("alert").count()) === 0;
		});
	}

	test("says that it loads, then what failed, and is accessible and whole in the dark on a phone once it works", async () => {
		expect(all.length).toBeGreaterThan(40);
		await eachScreen(async (page, screen) => {
			await page.setViewportSize({ width: 390, height: 800 });
			await page.emulateMedia({ colorScheme: "dark" });
			await (WITHOUT_READING.includes(screen) ? page.goto(addressOf(screen)) : fail(page, screen));
			await page.getByRole("heading", { level: 1 }).waitFor();
			await page.getByRole("main").locator("[aria-busy=true]").first().waitFor({ state: "detached" });

			expect(await violationsOf(page)).toEqual([]);
			expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
		});
	}, 240_000);

	test("says to people whose role does not allow it that it does not, and shows them nothing to press", async () => {
		const page = await ui.openAs(mei, "me");
		const forbidden = all.filter((each) => FORBIDDEN.test(each) && each.startsWith("/o/"));
		expect(forbidden).toHaveLength(14);
		for (const screen of forbidden) {
			await page.goto(addressOf(screen));
			await page.getByRole("alert").getByText("Your role does not allow this.").first().waitFor();

			expect([screen, await page.getByRole("main").locator("[data-kind=primary]").count()]).toEqual([screen, 0]);
		}
	}, 120_000);
});
