import { describe, expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { forThisFile } from "#tests/support/for-this-file";
import { PASSWORD, type TestResponse } from "#tests/support/harness";
import { NEW_PASSWORD, openMailHarness } from "#tests/support/mail-harness";
import { linkOf } from "#tests/support/mailbox";
import { inProcessTest } from "#tests/support/target";

const people = await forThisFile(openMailHarness());

describe("PATCH /auth/update-profile", () => {
	test("sets the members that are sent and clears those that are null", async () => {
		const token = await people.tokenOf(await people.registered());
		await people.patch(
			{ name: "Ada King", locale: "ES-mx", timezone: "utc", avatarUrl: "https://img.example/a.png" },
			token,
		);

		const response = await people.patch({ timezone: null }, token);

		expect(response.body.data).toMatchObject({
			name: "Ada King",
			locale: "es-MX",
			timezone: null,
			avatarUrl: "https://img.example/a.png",
		});
	});

	test("changes the address once the new one is confirmed, and notifies the old one", async () => {
		const [email, next] = [await people.registered(), newAddress()];
		const token = await people.tokenOf(email);
		const lateReset = await people.resetTokenOf(email);

		const asked = await people.patch({ email: next }, token);
		const link = linkOf(await people.mailTo(next));
		const confirmed = await people.post("/auth/verify-email", { token: link.token }, token);

		const told = await people.mailTo(email);
		const stolen = await people.post("/auth/reset-password", { token: lateReset, password: NEW_PASSWORD });
		expect(asked.body.data.email).toBe(email);
		expect(confirmed.body.data).toMatchObject({ email: next, emailVerified: true });
		expect(told.subject).toBe("Your e-mail address was changed");
		expect(told.text).toContain(next);
		expect(stolen.body.error.code).toBe("token_invalid");
		expect([(await people.login(email)).status, (await people.login(next)).status]).toEqual([401, 200]);
	});

	test("gives an address confirmed by two users concurrently to one of them", async () => {
		const next = newAddress();
		const owners = [await people.registered(), await people.registered()];
		const confirm: (() => Promise<TestResponse>)[] = [];
		for (const owner of owners) {
			const session = await people.tokenOf(owner);
			await people.patch({ email: next }, session);
			const { token } = linkOf(await people.mailTo(next));
			confirm.push(() => people.post("/auth/verify-email", { token }, session));
		}

		const answers = await Promise.all(confirm.map((each) => each()));

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	// The attack: request a change to the victim's address, and let the victim press the button in the mail.
	test("does not change the address when a stranger opens the link", async () => {
		const [email, other, next] = [await people.registered(), await people.registered(), newAddress()];
		const session = await people.tokenOf(email);
		await people.patch({ email: next }, session);
		const { token } = linkOf(await people.mailTo(next));

		const byNobody = await people.post("/auth/verify-email", { token });
		const byAnother = await people.post("/auth/verify-email", { token }, await people.tokenOf(other));
		const guessed = await people.post("/auth/verify-email", { token, password: NEW_PASSWORD });
		const byPassword = await people.post("/auth/verify-email", { token, password: PASSWORD });

		expect([byNobody.status, byNobody.body.error.code]).toEqual([401, "unauthenticated"]);
		expect([byAnother.status, byAnother.body.error.code]).toEqual([403, "forbidden"]);
		expect([guessed.status, guessed.body.error.errors[0].path]).toEqual([422, "/password"]);
		expect(byPassword.body.data).toMatchObject({ email: next, emailVerified: true });
	});

	test("throttles guesses at the password sent with a link", async () => {
		const limits = "auth-ip=1000/60,auth-account=3/60,write=1000/60";
		const limited = await openMailHarness({ RATE_LIMITS: limits });
		const next = newAddress();
		await limited.patch({ email: next }, await limited.tokenOf(await limited.registered()));
		const { token } = linkOf(await limited.mailTo(next));

		const statuses: number[] = [];
		for (let n = 0; n < 4; n++)
			statuses.push((await limited.post("/auth/verify-email", { token, password: NEW_PASSWORD })).status);

		expect(statuses).toEqual([422, 422, 422, 429]);
		await limited.close();
	});

	test("mails no text of the requester to the requested address", async () => {
		const next = newAddress();
		const token = await people.tokenOf(await people.registered());
		await people.patch({ name: "Win at evil.example" }, token);

		await people.patch({ email: next }, token);

		const mail = await people.mailTo(next);
		expect(mail.subject).toBe("Confirm your new e-mail address");
		expect(mail.raw).not.toContain("evil.example");
	});

	test("can change to an address that somebody else registered and never confirmed", async () => {
		const [email, next] = [await people.registered(), newAddress()];
		await people.register(next, { password: "the password of the attacker", name: "Mallory" });
		await people.mailTo(next);
		const token = await people.tokenOf(email);
		await people.patch({ email: next }, token);

		const response = await people.post("/auth/verify-email", { token: linkOf(await people.mailTo(next)).token }, token);

		expect([response.status, response.body.data?.email]).toEqual([200, next]);
		expect((await people.login(next, "the password of the attacker")).status).toBe(401);
		expect((await people.login(next)).status).toBe(200);
	});

	test("does not reveal whether a new address has an account", async () => {
		const [email, other] = [await people.registered(), await people.registered()];
		const token = await people.tokenOf(email);

		const [taken, free] = [
			await people.patch({ email: other }, token),
			await people.patch({ email: newAddress() }, token),
		];

		expect([taken.status, taken.body]).toEqual([free.status, free.body]);
		expect((await people.mailTo(other)).subject).toBe("You already have an account");
	});

	test("changes the password with the current one, and ends all other sessions", async () => {
		const email = await people.registered();
		const [here, elsewhere] = [await people.tokenOf(email), await people.tokenOf(email)];

		const wrong = await people.patch({ password: { current: NEW_PASSWORD, new: NEW_PASSWORD } }, here);
		const right = await people.patch({ password: { current: PASSWORD, new: NEW_PASSWORD } }, here);

		const other = await people.get("/auth/profile", elsewhere);
		expect([wrong.status, wrong.body.error.errors[0].path]).toEqual([422, "/password/current"]);
		expect([right.status, other.status]).toEqual([200, 401]);
		expect((await people.login(email, NEW_PASSWORD)).status).toBe(200);
		expect((await people.mailTo(email)).subject).toBe("Your password was changed");
	});

	test("names every invalid member", async () => {
		const token = await people.tokenOf(await people.registered());

		const response = await people.patch(
			{ name: " ", locale: "xx", timezone: "x", avatarUrl: "javascript:alert(1)" },
			token,
		);

		expect(response.status).toBe(422);
		expect(response.body.error.errors.map(({ path }: { path: string }) => path)).toEqual([
			"/name",
			"/locale",
			"/timezone",
			"/avatarUrl",
		]);
	});

	inProcessTest("requires fresh authentication for a new address", async () => {
		const email = await people.registered();
		const token = await people.tokenOf(email);
		people.api.advanceMs(11 * 60_000);

		const refused = await people.patch({ email: newAddress() }, token);
		const proved = await people.patch({ email: newAddress(), password: { current: PASSWORD } }, token);

		expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
		expect(proved.status).toBe(200);
	});
});
