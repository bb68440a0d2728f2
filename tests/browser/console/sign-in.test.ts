import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { addAuthenticator } from "#tests/support/authenticator";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { temporaryDirectory } from "#tests/support/command";
import { type Console, expectWhole, openConsole } from "#tests/support/console-page";

const PASSWORD = "a perfectly long password";

const caretOf = (element: Element) => (element as HTMLInputElement).selectionStart;
const describedBy = (element: Element) =>
	document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent ?? "";

/** An installation without a mail transport, whose first administrator has a generated password. */
describe.skipIf(!hasBrowser)(`Who signs in to the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	const folder = temporaryDirectory();

	beforeAll(async () => {
		ui = await openConsole({ DATA_DIR: folder.path, ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
	}, 60_000);
	afterEach(() => ui.clear());
	afterAll(async () => {
		await ui?.close();
		folder.remove();
	});

	const post = (path: string, sent: unknown, token?: string) => clientAt(ui.base, token).post(path, sent);

	test("with the generated password chooses one of their own before anything else, then uses a passkey", async () => {
		const email = "admin@parley.local";
		const initial = readFileSync(join(folder.path, "initial-password"), "utf8").trim();
		const page = await ui.open("sign-in");
		await page.getByText("Parley", { exact: true }).waitFor();
		const signIn = async (password: string) => {
			await page.getByLabel("E-mail address").fill(email);
			await page.getByLabel("Password").fill(password);
			await page.keyboard.press("Enter");
		};
		await signIn("not the right password");
		await page.getByRole("alert").waitFor();
		await signIn(initial);
		await page.getByRole("heading", { name: "Choose a password of your own" }).waitFor();
		// It has the focus, says what it takes before anything is refused, and shows what is typed at the caret.
		const chosen = page.locator("input[name=new]:focus");
		await chosen.waitFor();
		await page.getByText("15 characters or more").waitFor();
		expect(await chosen.evaluate(describedBy)).toContain("15 characters or more; a sentence");
		await page.keyboard.type("aaaaaaaaaaaaaaaa");
		await page.keyboard.press("ArrowLeft");
		const show = page.getByRole("button", { name: "Show New password" });
		expect([await chosen.getAttribute("type"), await show.getAttribute("aria-pressed")]).toEqual(["password", "false"]);
		await show.click();
		expect([await chosen.getAttribute("type"), await show.getAttribute("aria-pressed")]).toEqual(["text", "true"]);
		expect(await chosen.evaluate(caretOf)).toBe(15);
		await expectWhole(page);
		await page.keyboard.press("Enter");
		await page.locator("[aria-invalid]").waitFor();
		expect(await page.getByLabel("New password").getAttribute("type")).toBe("password");
		await page.getByLabel("New password").fill(PASSWORD);
		expect(await page.getByLabel("Your name").inputValue()).toBe("Administrator");
		await page.getByLabel("Your name").fill("Olga");
		await page.keyboard.press("Enter");
		await page.waitForURL(/welcome|organizations/);
		await page.getByRole("button", { name: /Olga/ }).first().waitFor();

		const { access_token: token } = (await post("/auth/login", { email, password: PASSWORD })).body;
		// A browser that suggests no passkeys has the button.
		const other = await ui.open("sign-in");
		await other.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
		await other.reload();
		const device = await addAuthenticator(other);
		const credential = await device.create((await post("/auth/passkeys/register/options", {}, token)).body.data);
		await post("/auth/passkeys/register/verify", { credential }, token);
		await other.getByRole("button", { name: "Sign in with a passkey" }).click();
		await other.waitForURL(/welcome|organizations/);
		// Where a passkey is, the browser suggests it in the address field; this one picks it at once.
		const third = await ui.open("sign-in");
		await (await addAuthenticator(third)).import(await device.export());
		await third.reload();
		await third.waitForURL(/welcome|organizations/);

		expect(ui.alarms).toEqual([]);
	}, 120_000);

	test("is promised no mail, enters the code of the second factor, and leaves nothing behind that signs in", async () => {
		const credentials = { email: "mary@school.example", password: PASSWORD };
		const page = await ui.open("forgot-password");
		await page.getByText("This server does not send mail.").waitFor();
		await page.getByText("parley admin reset-password --email …").waitFor();
		expect(await page.getByRole("textbox").count()).toBe(0);
		await expectWhole(page);
		await page.getByRole("link", { name: "Sign in" }).click();
		await page.locator("input[name=email]:focus").waitFor();
		await page.getByRole("link", { name: "Create an account" }).click();
		await page.locator("input[name=name]:focus").fill("Mary");
		await page.getByLabel("E-mail address").fill(credentials.email);
		await page.getByLabel("Password").fill(PASSWORD);
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "Your account is ready" }).waitFor();
		await expectWhole(page);
		const { access_token: token } = (await post("/auth/login", credentials)).body;
		const { secret } = (await post("/auth/mfa/totp", {}, token)).body.data;
		const totp = new TOTP({ secret: Secret.fromBase32(secret) });
		const { recoveryCodes } = (await post("/auth/mfa/totp/confirm", { code: totp.generate() }, token)).body.data;

		await page.getByRole("link", { name: "Sign in" }).click();
		await page.getByLabel("E-mail address").fill(credentials.email);
		await page.getByLabel("Password").fill(PASSWORD);
		await page.keyboard.press("Enter");
		await page.getByLabel("Code").fill("000 000");
		await page.keyboard.press("Enter");
		await page.locator("[role=alert], [aria-invalid]").first().waitFor();
		await page.getByLabel("Code").fill(recoveryCodes[0]);
		await page.keyboard.press("Enter");
		await page.getByRole("navigation").first().waitFor();
		await page.goto(`${ui.base}/console/me`);
		await page.getByRole("navigation").first().waitFor();
		await page.getByRole("button", { name: /Mary/ }).click();
		await page.getByRole("menuitem", { name: "Sign out" }).click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();

		// The router keeps how far screens were scrolled, by names that it made up.
		const kept = await page.evaluate(() => [document.cookie, ...Object.keys({ ...localStorage, ...sessionStorage })]);
		expect(kept.filter((name) => name !== "" && !name.startsWith("tsr-scroll"))).toEqual([]);
		expect(ui.alarms).toEqual([]);
	}, 120_000);
});
