import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Correspondence, NEW_PASSWORD, newAddress, openCorrespondence } from "../support/correspondence.ts";
import { PASSWORD } from "../support/harness.ts";
import { linkOf } from "../support/mailbox.ts";
import { insideTest } from "../support/target.ts";

let people: Correspondence;
beforeAll(async () => {
	people = await openCorrespondence();
});
afterAll(() => people.close());

describe("PATCH /auth/update-profile", () => {
	test("changes what is sent and removes what is null", async () => {
		const token = await people.tokenOf(await people.registered());
		await people.patch(
			{ name: "Ada King", locale: "ES-mx", timezone: "utc", avatarUrl: "https://img.example/a.png" },
			token,
		);

		const answer = await people.patch({ timezone: null }, token);

		expect(answer.body.data).toMatchObject({
			name: "Ada King",
			locale: "es-MX",
			timezone: null,
			avatarUrl: "https://img.example/a.png",
		});
	});

	test("moves to a new address once that is confirmed, and tells the old one", async () => {
		const [email, next] = [await people.registered(), newAddress()];
		const token = await people.tokenOf(email);
		const lateReset = await people.resetTokenOf(email);

		const asked = await people.patch({ email: next }, token);
		const link = linkOf(await people.mailTo(next));
		const confirmed = await people.post("/auth/verify-email", { token: link.token });

		const told = await people.mailTo(email);
		const stolen = await people.post("/auth/reset-password", { token: lateReset, password: NEW_PASSWORD });
		expect(asked.body.data.email).toBe(email);
		expect(confirmed.body.data).toMatchObject({ email: next, emailVerified: true });
		expect(told.subject).toBe("Your e-mail address was changed");
		expect(told.text).toContain(next);
		expect(stolen.body.error.code).toBe("token_invalid");
		expect([(await people.login(email)).status, (await people.login(next)).status]).toEqual([401, 200]);
	});

	test("gives an address that two people confirm at the same time to one of them", async () => {
		const next = newAddress();
		const owners = [await people.registered(), await people.registered()];
		const links: string[] = [];
		for (const owner of owners) {
			await people.patch({ email: next }, await people.tokenOf(owner));
			links.push(linkOf(await people.mailTo(next)).token);
		}

		const answers = await Promise.all(links.map((token) => people.post("/auth/verify-email", { token })));

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	test("does not tell whether a new address has an account", async () => {
		const [email, other] = [await people.registered(), await people.registered()];
		const token = await people.tokenOf(email);

		const [taken, free] = [
			await people.patch({ email: other }, token),
			await people.patch({ email: newAddress() }, token),
		];

		expect([taken.status, taken.body]).toEqual([free.status, free.body]);
		expect((await people.mailTo(other)).subject).toBe("You already have an account");
	});

	test("changes the password of who knows it, and ends every other session", async () => {
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

	test("names every member that is wrong", async () => {
		const token = await people.tokenOf(await people.registered());

		const answer = await people.patch(
			{ name: " ", locale: "xx", timezone: "x", avatarUrl: "javascript:alert(1)" },
			token,
		);

		expect(answer.status).toBe(422);
		expect(answer.body.error.errors.map(({ path }: { path: string }) => path)).toEqual([
			"/name",
			"/locale",
			"/timezone",
			"/avatarUrl",
		]);
	});

	insideTest("asks for proof to move to a new address from a session that is not fresh", async () => {
		const email = await people.registered();
		const token = await people.tokenOf(email);
		people.api.advanceMs(11 * 60_000);

		const refused = await people.patch({ email: newAddress() }, token);
		const proved = await people.patch({ email: newAddress(), password: { current: PASSWORD } }, token);

		expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
		expect(proved.status).toBe(200);
	});
});
