import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { temporaryDirectory } from "#tests/support/command";
import { freePort } from "#tests/support/free-port";
import { FIRST_ADMIN } from "#tests/support/installation";
import { ask, foundSchool, PASSWORD } from "#tests/support/school";
import { openSwaggerPage, type SwaggerPage, submitSignIn, WALK_MS } from "#tests/support/swagger-page";

/** Addresses of the page, and whether the one of `PUBLIC_URL`: only there a cookie can hold the refresh token. */
const ADDRESSES = [
	["127.0.0.1", true],
	["localhost", false],
] as const;

describe.skipIf(!hasBrowser)(`The form of Swagger UI (needs ${CHROMIUM})`, () => {
	let ui: SwaggerPage;
	let port: number;

	beforeAll(async () => {
		port = freePort();
		const variables = {
			PORT: String(port),
			PUBLIC_URL: `http://127.0.0.1:${port}`,
			ALLOWED_HOSTS: "127.0.0.1,localhost",
		};
		ui = await openSwaggerPage({ variables, operations: ["getProfile"] });
	}, WALK_MS);
	afterAll(() => ui.close());
	beforeEach(async () => {
		await ui.page.context().clearCookies();
		await open("127.0.0.1");
	}, WALK_MS);

	/** Opens the page at a name of this machine, as if for the first time. */
	async function open(host: string): Promise<void> {
		await ui.page.goto(`http://${host}:${port}/version`);
		await ui.page.evaluate(() => {
			localStorage.clear();
			sessionStorage.clear();
		});
		await ui.page.goto(`http://${host}:${port}/swagger`);
		await ui.page.locator(".sign-in").waitFor();
	}

	async function reload(): Promise<void> {
		await ui.page.reload();
		await ui.page.locator(".sign-in").waitFor();
	}

	/** Reads what the page keeps of its session, and may make it expire. */
	const stored = (expires = false): Promise<{ token: string; refreshToken?: string } | null> =>
		ui.page.evaluate((ends) => {
			const [key = ""] = Object.keys(sessionStorage).filter((name) => name.startsWith("parley"));
			const session = JSON.parse(sessionStorage.getItem(key) ?? "null");
			if (ends) sessionStorage.setItem(key, JSON.stringify({ ...session, expiresAtMs: Date.now() }));
			return session;
		}, expires);

	/** The token that the page sends. */
	const sent = (): Promise<string | undefined> =>
		ui.page.evaluate(() => JSON.parse(localStorage.getItem("authorized") ?? "{}").bearer?.value);

	const statusOf = async (tag: string, id: string): Promise<number> => (await ui.execute(tag, id)).status;

	test(
		"signs in, stays signed in after a reload, and signs out",
		async () => {
			await ui.signIn(FIRST_ADMIN);
			const token = (await sent()) ?? "";
			await reload();
			const whileSignedIn = await statusOf("Auth", "getProfile");

			await ui.page.getByRole("button", { name: "Sign out" }).click();
			await ui.page.locator('.sign-in input[name="email"]').waitFor();

			expect(whileSignedIn).toBe(200);
			expect([await sent(), await stored()]).toEqual([undefined, null]);
			expect((await ui.post("/orgs", { name: "A", orgType: "education" }, token)).status).toBe(401);
			expect(ui.foreign).toEqual([]);
		},
		WALK_MS,
	);

	test(
		"says what is wrong, and asks for the second factor",
		async () => {
			const { email, token } = await foundSchool(ui.url);
			const { body: begun } = await ui.post("/auth/mfa/totp", {}, token);
			const code = new TOTP({ secret: Secret.fromBase32(begun.data.secret) }).generate();
			const { body: confirmed } = await ui.post("/auth/mfa/totp/confirm", { code }, token);
			const problem = ui.page.getByRole("alert");

			await submitSignIn(ui.page, { email, password: "not the password" });
			await problem.getByText("wrong").waitFor();
			await submitSignIn(ui.page, { email, password: PASSWORD });
			await ui.page.locator('.sign-in input[name="code"]').waitFor();
			await submitSignIn(ui.page, { code: confirmed.data.recoveryCodes[0] });
			await ui.page.getByText("Signed in as").waitFor();

			expect(await sent()).toBe((await stored())?.token);
		},
		WALK_MS,
	);

	test.each(ADDRESSES)(
		"exchanges its token before it expires, at %s",
		async (host, hasCookie) => {
			await open(host);
			await ui.signIn(FIRST_ADMIN);
			const first = await stored(true);
			await reload();

			const status = await statusOf("Auth", "getProfile");

			expect(status).toBe(200);
			expect(await sent()).not.toBe(first?.token);
			expect(await sent()).toBe((await stored())?.token);
			// What a cookie can hold is not within reach of a script.
			expect(first?.refreshToken === undefined).toBe(hasCookie);
		},
		WALK_MS,
	);

	test(
		"shows itself again when its session was ended elsewhere",
		async () => {
			await ui.signIn(FIRST_ADMIN);
			const session = await stored(true);
			await reload();
			await ask(ui.url, "POST", "/auth/logout", { token: session?.token ?? "", body: {} });

			const status = await statusOf("Auth", "getProfile");

			expect(status).toBe(401);
			await ui.page.locator('.sign-in input[name="email"]').waitFor();
			expect(await sent()).toBeUndefined();
		},
		WALK_MS,
	);

	test(
		"leaves a token alone that was entered into the dialog",
		async () => {
			const { token } = await foundSchool(ui.url);
			await ui.signIn(FIRST_ADMIN);
			await stored(true);
			await reload();

			await ui.authorize(token);
			const { body } = await ui.execute("Auth", "getProfile");

			expect(body.data.systemAdmin).toBe(false);
			expect(await sent()).toBe(token);
			await ui.page.locator('.sign-in input[name="email"]').waitFor();
		},
		WALK_MS,
	);
});

describe.skipIf(!hasBrowser)(`The form of Swagger UI for a generated password (needs ${CHROMIUM})`, () => {
	test(
		"has it changed in place before anything else",
		async () => {
			const folder = temporaryDirectory();
			const variables = { DATA_DIR: folder.path, ADMIN_EMAIL: "", ADMIN_PASSWORD: "" };
			const ui = await openSwaggerPage({ variables, operations: ["getProfile"] });
			const email = "admin@parley.local";
			const password = readFileSync(join(folder.path, "initial-password"), "utf8").trim();
			const form = ui.page.getByRole("form", { name: "Change password" });
			async function change(values: Readonly<Record<"current" | "new", string>>): Promise<void> {
				for (const [name, value] of Object.entries(values)) await form.locator(`input[name="${name}"]`).fill(value);
				await form.getByRole("button", { name: "Change password" }).click();
			}

			await submitSignIn(ui.page, { email, password });
			await form.getByText("Choose a password of your own").waitFor();
			await ui.page.reload();
			await change({ current: "not the password", new: PASSWORD });
			await form.getByText("The current password must be").waitFor();
			await change({ current: password, new: "short" });
			await form.getByText("The new password must have at least 15 characters.").waitFor();
			await change({ current: password, new: PASSWORD });
			await ui.page.getByText("Signed in as").waitFor();
			const { status } = await ui.execute("Auth", "getProfile");

			expect(status).toBe(200);
			expect((await ui.post("/auth/login", { email, password: PASSWORD })).status).toBe(200);
			await ui.close();
			folder.remove();
		},
		WALK_MS,
	);
});
