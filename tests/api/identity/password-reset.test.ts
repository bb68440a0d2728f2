import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { totpSecrets, users } from "#db/schema";
import { newAddress } from "#tests/support/addresses";
import { forThisFile } from "#tests/support/for-this-file";
import { PASSWORD } from "#tests/support/harness";
import { NEW_PASSWORD, openMailHarness } from "#tests/support/mail-harness";
import { linkOf } from "#tests/support/mailbox";
import { inProcessTest } from "#tests/support/target";

const people = await forThisFile(openMailHarness());

describe("an invalid address", () => {
	test.each(["/auth/forgot-password", "/auth/verify-email/resend", "/auth/request-reset-password"])(
		"is rejected by %s, an unknown one is not",
		async (path) => {
			const wrong = ["not-an-address", "a@b@", "ada@school", "ada lovelace@school.example", "@school.example"];

			const refused = await Promise.all(wrong.map((email) => people.post(path, { email })));
			const taken = await people.post(path, { email: newAddress() });

			for (const { status, body } of refused) {
				expect([status, body.error.code, body.error.errors[0].path]).toEqual([422, "validation_failed", "/email"]);
			}
			expect(taken.status).toBe(202);
		},
	);
});

describe("POST /auth/forgot-password", () => {
	test("mails a link to choose a new password, which ends all sessions", async () => {
		const email = await people.registered();
		const before = await people.tokenOf(email);
		const token = await people.resetTokenOf(email);

		const reset = await people.post("/auth/reset-password", { token, password: NEW_PASSWORD });

		const oldSession = await people.get("/auth/profile", before);
		expect(reset.status).toBe(200);
		expect([oldSession.status, oldSession.body.error.code]).toEqual([401, "session_revoked"]);
		expect((await people.login(email)).status).toBe(401);
		expect((await people.login(email, NEW_PASSWORD)).status).toBe(200);
		expect((await people.mailTo(email)).subject).toBe("Your password was changed");
	});

	test("responds in the same way for an address without an account, and sends no mail", async () => {
		const [known, unknown] = [await people.registered(), newAddress()];

		const answers = [
			await people.post("/auth/forgot-password", { email: known }),
			await people.post("/auth/forgot-password", { email: unknown }),
		];
		await people.deliver();

		expect(answers.map(({ status, body }) => [status, body])).toEqual([
			[202, answers[1]?.body],
			[202, answers[0]?.body],
		]);
		expect(people.mailbox.received(unknown)).toHaveLength(0);
	});

	test("builds links from PUBLIC_URL, whatever the request contains", async () => {
		const email = await people.registered();

		await people.api.request("POST", "/auth/forgot-password", {
			body: { email },
			headers: { host: "parley.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
		});

		const mail = await people.mailTo(email);
		expect(linkOf(mail).url).toStartWith("https://parley.example/api/console/reset-password#");
		expect(mail.raw).not.toContain("evil.example");
	});
});

describe("POST /auth/reset-password", () => {
	test("accepts only the newest token, once, and does not consume it with an unacceptable password", async () => {
		const email = await people.registered();
		const old = await people.resetTokenOf(email);
		const token = await people.resetTokenOf(email);

		const replaced = await people.post("/auth/reset-password", { token: old, password: NEW_PASSWORD });
		const weak = await people.post("/auth/reset-password", { token, password: "short" });
		const good = await people.post("/auth/reset-password", { token, password: NEW_PASSWORD });
		const again = await people.post("/auth/reset-password", { token, password: PASSWORD });

		expect([replaced.status, weak.status, good.status, again.status]).toEqual([422, 422, 200, 422]);
		expect([replaced, weak, again].map(({ body }) => body.error.code)).toEqual([
			"token_invalid",
			"validation_failed",
			"token_invalid",
		]);
	});

	test("that confirms an address revokes all access of whoever registered it before", async () => {
		const email = newAddress();
		await people.register(email, { password: "the password of the attacker" });
		await people.mailTo(email);
		const { db } = people.api.store;
		const [attacked] = await db.select().from(users).where(eq(users.email, email));
		const userId = attacked?.id ?? "";
		const secret = { userId, secretSealed: "sealed", confirmedAtMs: 1, lastStep: 0, createdAtMs: 1 };
		await db.insert(totpSecrets).values(secret);

		const token = await people.resetTokenOf(email);
		await people.post("/auth/reset-password", { token, password: NEW_PASSWORD });

		expect(await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId))).toEqual([]);
		expect((await people.login(email, NEW_PASSWORD)).status).toBe(200);
	});

	test("succeeds once for two concurrent requests", async () => {
		const token = await people.resetTokenOf(await people.registered());

		const answers = await Promise.all(
			[PASSWORD, NEW_PASSWORD].map((password) => people.post("/auth/reset-password", { token, password })),
		);

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
	});

	inProcessTest("accepts a token for 30 minutes", async () => {
		const email = await people.registered();
		const token = await people.resetTokenOf(email);

		people.api.advanceMs(30 * 60_000);
		const response = await people.post("/auth/reset-password", { token, password: NEW_PASSWORD });

		expect([response.status, response.body.error.code]).toEqual([422, "token_invalid"]);
		expect((await people.login(email)).status).toBe(200);
	});
});
