import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { jobs } from "#db/schema";
import { type Harness, openHarness, PASSWORD } from "../support/harness.ts";
import { linkOf, type Mailbox, openMailbox, type ReceivedMail } from "../support/mailbox.ts";
import { insideTest } from "../support/target.ts";

const NEW_PASSWORD = "another perfectly long password";
const HOUR_MS = 3_600_000;

let mailbox: Mailbox;
let api: Harness;
beforeAll(async () => {
	mailbox = await openMailbox();
	api = await openHarness({
		env: {
			SMTP_URL: mailbox.url,
			MAIL_FROM: "Parley <parley@school.example>",
			PUBLIC_URL: "https://parley.example/api",
		},
	});
});
afterAll(async () => {
	await api.close();
	await mailbox.close();
});

const newAddress = () => `p-${crypto.randomUUID()}@school.example`;
const post = (path: string, body: unknown, token?: string) =>
	api.request("POST", path, { body, token, headers: { host: "parley.example" } });
const patch = (body: unknown, token: string) =>
	api.request("PATCH", "/auth/update-profile", { body, token, headers: { host: "parley.example" } });
const register = (email: string, more: object = {}) =>
	post("/auth/register", { email, password: PASSWORD, name: "Ada Lovelace", ...more });
const login = (email: string, password = PASSWORD) => post("/auth/login", { email, password });
const deliver = () => api.parley.services.jobs.runDue();

/** The next mail to an address, once everything that is due was done. */
async function mailTo(email: string): Promise<ReceivedMail> {
	await deliver();
	return mailbox.next(email);
}

async function verify(email: string): Promise<void> {
	const { token } = linkOf(await mailTo(email));
	const answer = await post("/auth/verify-email", { token });
	if (answer.status !== 200) throw new Error(`verifying failed: ${answer.text}`);
}

/** A person with a confirmed address. */
async function registered(): Promise<string> {
	const email = newAddress();
	await register(email);
	await verify(email);
	return email;
}

const tokenOf = async (email: string, password = PASSWORD): Promise<string> =>
	(await login(email, password)).body.access_token;

async function resetTokenOf(email: string): Promise<string> {
	await post("/auth/forgot-password", { email });
	return linkOf(await mailTo(email)).token;
}

describe("POST /auth/register", () => {
	test("leads by mail to an account that can sign in", async () => {
		const email = newAddress();

		const answer = await register(email, { locale: "de-DE", timezone: "Europe/Berlin" });
		await verify(email);
		const signedIn = await login(email);

		const profile = await api.request("GET", "/auth/profile", {
			token: signedIn.body.access_token,
			headers: { host: "parley.example" },
		});
		expect([answer.status, answer.body.data]).toEqual([202, { next: "verify_email" }]);
		expect(signedIn.status).toBe(200);
		expect(profile.body.data).toMatchObject({
			email,
			emailVerified: true,
			name: "Ada Lovelace",
			locale: "de-DE",
			timezone: "Europe/Berlin",
		});
	});

	test("lets nobody in before the address is confirmed", async () => {
		const email = newAddress();
		await register(email);
		await mailTo(email);

		const [right, wrong] = [await login(email), await login(email, NEW_PASSWORD)];

		expect([right.status, right.body.error.code]).toEqual([403, "email_not_verified"]);
		expect([wrong.status, wrong.body.error.code]).toEqual([401, "invalid_credentials"]);
	});

	test("answers alike for an address that has an account, whose owner is told by mail", async () => {
		const email = await registered();

		const [known, unknown] = [await register(email, { password: NEW_PASSWORD }), await register(newAddress())];

		const mail = await mailTo(email);
		expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
		expect(mail.subject).toBe("You already have an account");
		expect((await login(email)).status).toBe(200);
		expect((await login(email, NEW_PASSWORD)).status).toBe(401);
	});

	test("of an address that somebody else registered first gives the account to who reads its mails", async () => {
		const email = newAddress();
		await register(email, { password: "the password of the attacker", name: "Mallory" });
		const firstLink = linkOf(await mailTo(email));

		await register(email);
		const second = await mailTo(email);
		const oldLink = await post("/auth/verify-email", { token: firstLink.token });
		const beforeReset = [await login(email), await login(email, "the password of the attacker")];
		await post("/auth/reset-password", { token: linkOf(second).token, password: NEW_PASSWORD });

		expect(second.subject).toBe("Finish your registration");
		expect([oldLink.status, oldLink.body.error.code]).toEqual([422, "token_invalid"]);
		expect(beforeReset.map(({ status }) => status)).toEqual([401, 401]);
		expect((await login(email, "the password of the attacker")).status).toBe(401);
		expect((await login(email, NEW_PASSWORD)).status).toBe(200);
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
		const answer = await register(newAddress(), more);

		expect(answer.status).toBe(422);
		expect(answer.body.error.errors).toEqual([expect.objectContaining({ path, code })]);
	});

	test("keeps password and tokens out of log and database", async () => {
		const email = newAddress();
		await register(email, { password: "a password only this test knows" });
		const { token } = linkOf(await mailTo(email));

		const kept = JSON.stringify(await api.store.db.select().from(jobs));

		for (const secret of [token, "a password only this test knows"]) {
			expect(kept).not.toContain(secret);
			expect(api.logged.join("")).not.toContain(secret);
		}
		expect(api.logged.join("")).not.toContain(email);
	});
});

describe("POST /auth/verify-email", () => {
	test("answers an unknown, a used and a replaced token alike", async () => {
		const email = newAddress();
		await register(email);
		const first = linkOf(await mailTo(email));
		await post("/auth/verify-email/resend", { email });
		const newest = linkOf(await mailTo(email));

		const replaced = await post("/auth/verify-email", { token: first.token });
		const good = await post("/auth/verify-email", { token: newest.token });
		const used = await post("/auth/verify-email", { token: newest.token });
		const unknown = await post("/auth/verify-email", { token: "nonsense" });

		expect(good.status).toBe(200);
		for (const refused of [replaced, used, unknown])
			expect([refused.status, refused.body.error.code, refused.body.error.detail]).toEqual([
				422,
				"token_invalid",
				unknown.body.error.detail,
			]);
	});

	test("takes no token that was made for a password", async () => {
		const token = await resetTokenOf(await registered());

		const answer = await post("/auth/verify-email", { token });

		expect([answer.status, answer.body.error.code]).toEqual([422, "token_invalid"]);
		expect((await post("/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(200);
	});

	insideTest("takes a token for 24 hours", async () => {
		const [early, late] = [newAddress(), newAddress()];
		await register(early);
		await register(late);
		const [first, second] = [linkOf(await mailTo(early)), linkOf(await mailTo(late))];

		api.advanceMs(24 * HOUR_MS - 1);
		const intime = await post("/auth/verify-email", { token: first.token });
		api.advanceMs(1);
		const expired = await post("/auth/verify-email", { token: second.token });

		expect(intime.status).toBe(200);
		expect([expired.status, expired.body.error.code]).toEqual([422, "token_invalid"]);
	});
});

describe("POST /auth/verify-email/resend", () => {
	test("answers alike for every address, and writes only where it helps", async () => {
		const [confirmed, stranger] = [await registered(), newAddress()];

		const answers = [
			await post("/auth/verify-email/resend", { email: confirmed }),
			await post("/auth/verify-email/resend", { email: stranger }),
		];
		await deliver();

		expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
			[202, {}],
			[202, {}],
		]);
		expect(mailbox.received(confirmed)).toHaveLength(1);
		expect(mailbox.received(stranger)).toHaveLength(0);
	});
});

describe("POST /auth/forgot-password", () => {
	test("leads by mail to a new password, which ends every session", async () => {
		const email = await registered();
		const before = await tokenOf(email);
		const token = await resetTokenOf(email);

		const reset = await post("/auth/reset-password", { token, password: NEW_PASSWORD });

		const oldSession = await api.request("GET", "/auth/profile", {
			token: before,
			headers: { host: "parley.example" },
		});
		expect(reset.status).toBe(200);
		expect([oldSession.status, oldSession.body.error.code]).toEqual([401, "session_revoked"]);
		expect((await login(email)).status).toBe(401);
		expect((await login(email, NEW_PASSWORD)).status).toBe(200);
		expect((await mailTo(email)).subject).toBe("Your password was changed");
	});

	test("answers alike for an address without an account, and writes nothing to it", async () => {
		const [known, unknown] = [await registered(), newAddress()];

		const answers = [
			await post("/auth/forgot-password", { email: known }),
			await post("/auth/forgot-password", { email: unknown }),
		];
		await deliver();

		expect(answers.map(({ status, body }) => [status, body])).toEqual([
			[202, answers[1]?.body],
			[202, answers[0]?.body],
		]);
		expect(mailbox.received(unknown)).toHaveLength(0);
	});

	test("writes links from PUBLIC_URL, whatever the request says", async () => {
		const email = await registered();

		await api.request("POST", "/auth/forgot-password", {
			body: { email },
			headers: { host: "parley.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
		});

		const mail = await mailTo(email);
		expect(linkOf(mail).url).toStartWith("https://parley.example/api/account/reset-password#");
		expect(mail.raw).not.toContain("evil.example");
	});
});

describe("POST /auth/reset-password", () => {
	test("takes the newest token only, once, and spends none on a password it refuses", async () => {
		const email = await registered();
		const old = await resetTokenOf(email);
		const token = await resetTokenOf(email);

		const replaced = await post("/auth/reset-password", { token: old, password: NEW_PASSWORD });
		const weak = await post("/auth/reset-password", { token, password: "short" });
		const good = await post("/auth/reset-password", { token, password: NEW_PASSWORD });
		const again = await post("/auth/reset-password", { token, password: PASSWORD });

		expect([replaced.status, weak.status, good.status, again.status]).toEqual([422, 422, 200, 422]);
		expect([replaced, weak, again].map(({ body }) => body.error.code)).toEqual([
			"token_invalid",
			"validation_failed",
			"token_invalid",
		]);
	});

	test("works once when asked twice at the same time", async () => {
		const token = await resetTokenOf(await registered());

		const answers = await Promise.all(
			[PASSWORD, NEW_PASSWORD].map((password) => post("/auth/reset-password", { token, password })),
		);

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
	});

	insideTest("takes a token for 30 minutes", async () => {
		const email = await registered();
		const token = await resetTokenOf(email);

		api.advanceMs(30 * 60_000);
		const answer = await post("/auth/reset-password", { token, password: NEW_PASSWORD });

		expect([answer.status, answer.body.error.code]).toEqual([422, "token_invalid"]);
		expect((await login(email)).status).toBe(200);
	});
});

describe("PATCH /auth/update-profile", () => {
	test("changes what is sent and removes what is null", async () => {
		const token = await tokenOf(await registered());
		await patch({ name: "Ada King", locale: "ES-mx", timezone: "utc", avatarUrl: "https://img.example/a.png" }, token);

		const answer = await patch({ timezone: null }, token);

		expect(answer.body.data).toMatchObject({
			name: "Ada King",
			locale: "es-MX",
			timezone: null,
			avatarUrl: "https://img.example/a.png",
		});
	});

	test("moves to a new address once that is confirmed, and tells the old one", async () => {
		const [email, next] = [await registered(), newAddress()];
		const token = await tokenOf(email);
		const lateReset = await resetTokenOf(email);

		const asked = await patch({ email: next }, token);
		const link = linkOf(await mailTo(next));
		const confirmed = await post("/auth/verify-email", { token: link.token });

		const told = await mailTo(email);
		const stolen = await post("/auth/reset-password", { token: lateReset, password: NEW_PASSWORD });
		expect(asked.body.data.email).toBe(email);
		expect(confirmed.body.data).toMatchObject({ email: next, emailVerified: true });
		expect(told.subject).toBe("Your e-mail address was changed");
		expect(told.text).toContain(next);
		expect(stolen.body.error.code).toBe("token_invalid");
		expect([(await login(email)).status, (await login(next)).status]).toEqual([401, 200]);
	});

	test("does not tell whether a new address has an account", async () => {
		const [email, other] = [await registered(), await registered()];
		const token = await tokenOf(email);

		const [taken, free] = [await patch({ email: other }, token), await patch({ email: newAddress() }, token)];

		expect([taken.status, taken.body]).toEqual([free.status, free.body]);
		expect((await mailTo(other)).subject).toBe("You already have an account");
	});

	test("changes the password of who knows it, and ends every other session", async () => {
		const email = await registered();
		const [here, elsewhere] = [await tokenOf(email), await tokenOf(email)];

		const wrong = await patch({ password: { current: NEW_PASSWORD, new: NEW_PASSWORD } }, here);
		const right = await patch({ password: { current: PASSWORD, new: NEW_PASSWORD } }, here);

		const other = await api.request("GET", "/auth/profile", { token: elsewhere, headers: { host: "parley.example" } });
		expect([wrong.status, wrong.body.error.errors[0].path]).toEqual([422, "/password/current"]);
		expect([right.status, other.status]).toEqual([200, 401]);
		expect((await login(email, NEW_PASSWORD)).status).toBe(200);
		expect((await mailTo(email)).subject).toBe("Your password was changed");
	});

	test("names every member that is wrong", async () => {
		const token = await tokenOf(await registered());

		const answer = await patch({ name: " ", locale: "xx", timezone: "x", avatarUrl: "javascript:alert(1)" }, token);

		expect(answer.status).toBe(422);
		expect(answer.body.error.errors.map(({ path }: { path: string }) => path)).toEqual([
			"/name",
			"/locale",
			"/timezone",
			"/avatarUrl",
		]);
	});

	insideTest("asks for proof to move to a new address from a session that is not fresh", async () => {
		const email = await registered();
		const token = await tokenOf(email);
		api.advanceMs(11 * 60_000);

		const refused = await patch({ email: newAddress() }, token);
		const proved = await patch({ email: newAddress(), password: { current: PASSWORD } }, token);

		expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
		expect(proved.status).toBe(200);
	});
});
