import { describe, expect, test } from "bun:test";
import { jobs } from "#db/schema";
import { HOUR_MS } from "#kernel/clock";
import { newAddress } from "#tests/support/addresses";
import { forThisFile } from "#tests/support/for-this-file";
import { NEW_PASSWORD, openMailHarness } from "#tests/support/mail-harness";
import { linkOf } from "#tests/support/mailbox";
import { inProcessTest } from "#tests/support/target";

const people = await forThisFile(openMailHarness());

describe("POST /auth/register", () => {
	test("mails a link to an account that can then sign in", async () => {
		const email = newAddress();

		const response = await people.register(email, { locale: "de-DE", timezone: "Europe/Berlin" });
		await people.verify(email);
		const signedIn = await people.login(email);

		const profile = await people.get("/auth/profile", signedIn.body.access_token);
		expect([response.status, response.body.data]).toEqual([202, { next: "verify_email" }]);
		expect(signedIn.status).toBe(200);
		expect(profile.body.data).toMatchObject({
			email,
			emailVerified: true,
			name: "Ada Lovelace",
			locale: "de-DE",
			timezone: "Europe/Berlin",
		});
	});

	test("permits no sign-in before the address is confirmed", async () => {
		const email = newAddress();
		await people.register(email);
		await people.mailTo(email);

		const [right, wrong] = [await people.login(email), await people.login(email, NEW_PASSWORD)];

		expect([right.status, right.body.error.code]).toEqual([403, "email_not_verified"]);
		expect([wrong.status, wrong.body.error.code]).toEqual([401, "invalid_credentials"]);
	});

	test("responds in the same way for an address with an account, and notifies its owner by mail", async () => {
		const email = await people.registered();

		const [known, unknown] = [
			await people.register(email, { password: NEW_PASSWORD }),
			await people.register(newAddress()),
		];

		const mail = await people.mailTo(email);
		expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
		expect(mail.subject).toBe("You already have an account");
		expect((await people.login(email)).status).toBe(200);
		expect((await people.login(email, NEW_PASSWORD)).status).toBe(401);
	});

	test("of an address that somebody else registered first gives the account to whoever receives its mails", async () => {
		const email = newAddress();
		await people.register(email, { password: "the password of the attacker", name: "Mallory" });
		const firstLink = linkOf(await people.mailTo(email));

		await people.register(email);
		const second = await people.mailTo(email);
		const oldLink = await people.post("/auth/verify-email", { token: firstLink.token });
		const beforeReset = [await people.login(email), await people.login(email, "the password of the attacker")];
		await people.post("/auth/reset-password", { token: linkOf(second).token, password: NEW_PASSWORD });

		expect(second.subject).toBe("Finish your registration");
		expect([oldLink.status, oldLink.body.error.code]).toEqual([422, "token_invalid"]);
		expect(beforeReset.map(({ status }) => status)).toEqual([401, 401]);
		expect((await people.login(email, "the password of the attacker")).status).toBe(401);
		expect((await people.login(email, NEW_PASSWORD)).status).toBe(200);
	});

	test.each([
		["a short password", { password: "too short" }, "/password", "too_short"],
		["a common password", { password: "passwordpassword" }, "/password", "too_common"],
		["a walk over the keyboard", { password: "qwertyuiopasdfgh" }, "/password", "too_common"],
		["a word with digits around it", { password: "Password123456789" }, "/password", "too_common"],
		[
			"their own address",
			{ email: "grace.hopper@navy.example", password: "grace.hopper@navy" },
			"/password",
			"too_common",
		],
		["a line break in the address", { email: "a@b.example\r\nBcc: c@d.example" }, "/email", "invalid_email"],
		["an unknown time zone", { timezone: "Mars/Base" }, "/timezone", "invalid_format"],
	])("refuses %s", async (_what, more, path, code) => {
		const response = await people.register(newAddress(), more);

		expect(response.status).toBe(422);
		expect(response.body.error.errors).toEqual([expect.objectContaining({ path, code })]);
	});

	test("mails no text of the requester to an unconfirmed address", async () => {
		const [email, other] = [newAddress(), await people.registered()];
		await people.register(email, { name: "Win at evil.example" });
		await people.mailTo(email);

		await people.post("/auth/forgot-password", { email });
		await people.register(email, { name: "Win at evil.example" });
		await people.patch({ email }, await people.tokenOf(other));
		await people.deliver();

		const mails = people.mailbox.received(email);
		expect(mails.map(({ subject }) => subject).sort()).toEqual([
			"Choose a new password",
			"Confirm your e-mail address",
			"Confirm your new e-mail address",
			"Finish your registration",
		]);
		expect(mails.map(({ raw }) => raw).join()).not.toContain("evil.example");
	});

	test("stores no password or token in log or database", async () => {
		const email = newAddress();
		await people.register(email, { password: "a password only this test knows" });
		const { token } = linkOf(await people.mailTo(email));

		const kept = JSON.stringify(await people.api.store.db.select().from(jobs));

		for (const secret of [token, "a password only this test knows"]) {
			expect(kept).not.toContain(secret);
			expect(people.api.logged.join("")).not.toContain(secret);
		}
		expect(people.api.logged.join("")).not.toContain(email);
	});
});

describe("POST /auth/verify-email", () => {
	test("responds in the same way to an unknown, a used and a replaced token", async () => {
		const email = newAddress();
		await people.register(email);
		const first = linkOf(await people.mailTo(email));
		await people.post("/auth/verify-email/resend", { email });
		const newest = linkOf(await people.mailTo(email));

		const replaced = await people.post("/auth/verify-email", { token: first.token });
		const good = await people.post("/auth/verify-email", { token: newest.token });
		const used = await people.post("/auth/verify-email", { token: newest.token });
		const unknown = await people.post("/auth/verify-email", { token: "nonsense" });

		expect(good.status).toBe(200);
		for (const refused of [replaced, used, unknown])
			expect([refused.status, refused.body.error.code, refused.body.error.detail]).toEqual([
				422,
				"token_invalid",
				unknown.body.error.detail,
			]);
	});

	test("rejects a token for a password reset", async () => {
		const token = await people.resetTokenOf(await people.registered());

		const response = await people.post("/auth/verify-email", { token });

		expect([response.status, response.body.error.code]).toEqual([422, "token_invalid"]);
		expect((await people.post("/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(200);
	});

	inProcessTest("accepts a token for 24 hours", async () => {
		const [early, late] = [newAddress(), newAddress()];
		await people.register(early);
		await people.register(late);
		const [first, second] = [linkOf(await people.mailTo(early)), linkOf(await people.mailTo(late))];

		people.api.advanceMs(24 * HOUR_MS - 1);
		const intime = await people.post("/auth/verify-email", { token: first.token });
		people.api.advanceMs(1);
		const expired = await people.post("/auth/verify-email", { token: second.token });

		expect(intime.status).toBe(200);
		expect([expired.status, expired.body.error.code]).toEqual([422, "token_invalid"]);
	});
});

describe("POST /auth/verify-email/resend", () => {
	test("responds in the same way for every address, and sends mail only to unconfirmed accounts", async () => {
		const [confirmed, stranger] = [await people.registered(), newAddress()];

		const answers = [
			await people.post("/auth/verify-email/resend", { email: confirmed }),
			await people.post("/auth/verify-email/resend", { email: stranger }),
		];
		await people.deliver();

		expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
			[202, {}],
			[202, {}],
		]);
		expect(people.mailbox.received(confirmed)).toHaveLength(1);
		expect(people.mailbox.received(stranger)).toHaveLength(0);
	});
});
