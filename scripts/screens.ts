/** `bun run screens`: photographs every screen of the console with the demo data, into docs/screens. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { $ } from "bun";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openBrowser, STEP_MS } from "#tests/support/browser";
import { freePort } from "#tests/support/free-port";
import { addDeliveries, addTerm, inviteTeacher, type School, startLesson } from "./support/screen-data.ts";
import { bringToDoor, cameraOf, fillRoom } from "./support/screen-room.ts";

const USAGE = `bun run screens [--out folder] [name …]

  folder  where the pictures go; default: docs/screens
  name    only these pictures: members, transcript …`;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { out: { type: "string", default: "docs/screens" }, help: { type: "boolean", short: "h" } },
});
if (values.help) {
	process.stdout.write(`${USAGE}\n`);
	process.exit(0);
}

const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 860 }, colorScheme: "light" };
const DARK: BrowserContextOptions = { ...WIDE, colorScheme: "dark" };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };

/** Addresses of the screens of one organization, and of the account. */
const OF_ORGANIZATION = {
	home: "",
	"first-steps": "/welcome",
	meetings: "/meetings",
	record: "/record",
	search: "/search?q=light",
	series: "/series",
	workspaces: "/workspaces",
	invitations: "/invitations",
	jobs: "/jobs",
	members: "/members",
	audit: "/audit",
	"audit-streams": "/audit/streams",
	settings: "/settings",
	ai: "/settings/ai",
	billing: "/settings/billing",
	branding: "/settings/branding",
	invoices: "/settings/billing/invoices",
	usage: "/settings/billing/usage",
	compliance: "/settings/compliance",
	danger: "/settings/danger",
	domains: "/settings/domains",
	features: "/settings/features",
	holidays: "/settings/holidays",
	integrations: "/settings/integrations",
	keys: "/settings/keys",
	privacy: "/settings/privacy",
	retention: "/settings/retention",
	webhooks: "/settings/webhooks",
};
const OF_ACCOUNT = { profile: "me", notifications: "me/notifications", security: "me/security" };
const OF_INSTALLATION = {
	organizations: "system/organizations",
	defaults: "system/defaults",
	"feature-flags": "system/features",
	health: "system/health",
	"system-jobs": "system/jobs",
	welcome: "welcome",
	plans: "system/plans",
	plan: "system/plans/free",
	"feature-flag": "system/features/realTimeTranslation",
};
const BEFORE = {
	"sign-in": "",
	register: "register",
	"forgot-password": "forgot-password",
	"verify-email": "verify-email",
	"reset-password": "reset-password#token",
};
/** What is on or was held in the school, by the names of its pictures. */
const OF_LESSONS = ["series-one", "attendance", "attendance-term", "webhook", "invitation", "meeting-live", "door"];
const OF_ROOM = ["room", "room-dark", "captions-page"];

const ADMIN = { email: "admin@parley.example", password: "correct horse battery staple" };
const folder = mkdtempSync(join(tmpdir(), "parley-screens-"));
const port = freePort();
const env = {
	...process.env,
	DATA_DIR: folder,
	PORT: String(port),
	LOG_LEVEL: "error",
	RATE_LIMITS: "off",
	ADMIN_EMAIL: ADMIN.email,
	ADMIN_PASSWORD: ADMIN.password,
};

interface Demo {
	readonly password: string;
	readonly organizations: readonly {
		readonly id: string;
		readonly people: readonly { readonly email: string; readonly role: string }[];
		readonly workspaces: readonly { readonly id: string }[];
		readonly recording: { readonly meetingId: string } | null;
	}[];
}

mkdirSync(values.out, { recursive: true });
await $`${process.execPath} scripts/console.ts`.quiet();
const demo: Demo = await $`${process.execPath} src/main.ts seed --init --json`.env(env).quiet().json();
const server = Bun.spawn([process.execPath, "src/main.ts", "serve"], { env, stdout: "ignore", stderr: "inherit" });
const browser = await openBrowser();
const base = `http://localhost:${port}/console/`;

const isWanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);

async function shoot(page: Page, name: string): Promise<void> {
	await page.screenshot({ path: join(values.out, `${name}.jpg`), type: "jpeg", quality: 80 });
	process.stdout.write(`${name}\n`);
}

interface Account {
	readonly email: string;
	readonly password: string;
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
	await page.goto(base);
	await page.getByLabel("E-mail address").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.keyboard.press("Enter");
	await page.locator(".shell").waitFor();
}

/** Signs in, and photographs screens. */
async function photograph(
	person: Account | null,
	look: BrowserContextOptions,
	screens: Readonly<Record<string, string>>,
): Promise<void> {
	const wanted = Object.entries(screens).filter(([name]) => isWanted(name));
	if (wanted.length === 0) return;
	const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", ...look });
	context.setDefaultTimeout(STEP_MS);
	const page = await context.newPage();
	if (person) await signIn(page, person);
	for (const [name, screen] of wanted) {
		await page.goto(new URL(screen, base).href);
		await settled(page);
		await shoot(page, name);
	}
	await context.close();
}

/** Photographs what people do together: lessons that were held, and one that is on. */
async function photographLessons(school: School): Promise<void> {
	const inSchool = (path: string) => `o/${school.orgId}${path}`;
	const [owner, teacher] = [school.owner, school.teacher].map((email) => ({ email, password: demo.password }));
	if (!owner || !teacher) throw new Error("the demo school has no teacher");
	const { seriesId, lessonId } = await addTerm(school);
	await photograph(owner, WIDE, {
		"series-one": inSchool(`/series/${seriesId}`),
		attendance: inSchool(`/meetings/${lessonId}/attendance`),
		"attendance-term": inSchool(`/series/${seriesId}/attendance`),
		webhook: inSchool(`/settings/webhooks/${addDeliveries(school)}`),
	});
	await photograph(null, WIDE, { invitation: await inviteTeacher(school) });
	if (![...OF_ROOM, "meeting-live", "door"].some(isWanted)) return;
	const lesson = await startLesson(school);
	const cameras = await Promise.all([200, 40, 310].map((hue) => cameraOf(browser, folder, hue)));
	const people = await Promise.all(
		["Tomás Vega", "Mei Tanaka", "Noah Okafor"].map((name, at) =>
			bringToDoor(name, cameras[at] ?? [], WIDE, async (page) => {
				if (at === 0) await signIn(page, teacher);
				await page.goto(at === 0 ? new URL(`../meet/${lesson.id}`, base).href : lesson.joinUrl);
			}),
		),
	);
	const [host, guest] = people;
	if (!host || !guest) throw new Error("the room is empty");
	if (isWanted("door")) await shoot(guest.page, "door");
	await fillRoom(people);
	const captions = await browser.newPage({ locale: "en-GB", ...WIDE });
	await captions.goto(lesson.captionsUrl);
	await lesson.say(
		["Tomás Vega", "A lens bends light so that it meets in one point, the focus."],
		["Mei Tanaka", "So the image is where the rays meet?"],
		["Tomás Vega", "Exactly, and it is upside down. Who can say why?"],
		["Noah Okafor", "Because the rays from the top cross those from below."],
	);
	await host.page.getByText("cross those from below").waitFor();
	await captions.getByText("cross those from below").waitFor();
	await Bun.sleep(1_000);
	if (isWanted("room")) await shoot(host.page, "room");
	await host.page.emulateMedia({ colorScheme: "dark" });
	if (isWanted("room-dark")) await shoot(host.page, "room-dark");
	if (isWanted("captions-page")) await shoot(captions, "captions-page");
	await photograph(teacher, WIDE, { "meeting-live": inSchool(`/meetings/${lesson.id}`) });
	await Promise.all([...people.map((each) => each.close()), captions.close()]);
}

/** Waits until a screen shows what it has asked for. */
async function settled(page: Page): Promise<void> {
	await page.locator("h1").first().waitFor();
	// The network is never idle: changes are announced by a stream.
	await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
	await Bun.sleep(500);
	await page.evaluate("document.fonts.ready");
}

try {
	while (!(await fetch(`http://localhost:${port}/health/ready`).catch(() => null))?.ok) await Bun.sleep(100);
	const [school] = demo.organizations;
	const owner = school?.people.find(({ role }) => role === "owner");
	if (!school || !owner) throw new Error("the demo school has no owner");
	const person = { email: owner.email, password: demo.password };
	const inSchool = (screens: Readonly<Record<string, string>>) =>
		Object.fromEntries(Object.entries(screens).map(([name, path]) => [name, `o/${school.id}${path}`]));
	const lesson = `/meetings/${school.recording?.meetingId}`;
	const workspace = `/workspaces/${school.workspaces[0]?.id}`;

	await photograph(null, WIDE, BEFORE);
	await photograph(person, WIDE, { ...inSchool({ ...OF_ORGANIZATION, transcript: lesson, workspace }), ...OF_ACCOUNT });
	await photograph(person, DARK, inSchool({ "transcript-dark": lesson }));
	await photograph(person, PHONE, inSchool({ "transcript-phone": lesson, "meetings-phone": "/meetings" }));
	const teacher = school.people.find(({ role }) => role === "teacher")?.email ?? "";
	const [workspaceId = ""] = school.workspaces.map(({ id }) => id);
	const api = `http://localhost:${port}`;
	const shown: School = { base: api, folder, orgId: school.id, workspaceId, owner: owner.email, teacher };
	await photograph(ADMIN, WIDE, { ...OF_INSTALLATION, organization: `system/organizations/${school.id}` });
	if ([...OF_LESSONS, ...OF_ROOM].some(isWanted)) await photographLessons(shown);
} finally {
	await browser.close();
	server.kill();
	await server.exited;
	rmSync(folder, { recursive: true, force: true });
}
