import { beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { users } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { PASSWORD, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { type OvertakableHarness, openOvertakable } from "#tests/support/overtakable";
import { codeOf as answered } from "#tests/support/responses";
import { codeOf } from "#tests/support/second-factor";
import { inProcessDescribe } from "#tests/support/target";

const BY_OWNER = "the password its owner chose";
const BY_RESET = "the password the reset brought";
/** Number of runs of each race. */
const ROUNDS = 10;

const api = await useHarness();
const owner = await api.createOrganization();

let person: SignedIn;
beforeEach(async () => {
	person = await api.addMember(owner, "member");
});

const login = (password = PASSWORD, on = api) =>
	on.request("POST", "/auth/login", { body: { email: person.email, password } });

/** Prepares a password reset. Returns the function that completes it. */
async function resetOf({ userId }: SignedIn): Promise<() => Promise<TestResponse>> {
	const asked = await api.request("POST", "/auth/request-reset-password", { token: owner.token, body: { userId } });
	const { token } = asked.body.data;
	return () => api.request("POST", "/auth/reset-password", { body: { token, password: BY_RESET } });
}

const update = (body: object, on = api) => on.request("PATCH", "/auth/update-profile", { token: person.token, body });
const change = (next: string, on = api) => update({ password: { current: PASSWORD, new: next } }, on);

async function stored() {
	const [row] = await api.store.db.select().from(users).where(eq(users.id, person.userId));
	if (!row) throw new Error("nobody is stored");
	return row;
}

/** Returns the passwords that can sign in. */
async function inForce(): Promise<string[]> {
	const found: string[] = [];
	for (const password of [PASSWORD, BY_OWNER, BY_RESET])
		if ((await login(password)).status === 200) found.push(password);
	return found;
}

inProcessDescribe("a new hash of the password, created at a sign-in because the parameters changed", () => {
	let late: OvertakableHarness;
	beforeEach(async () => {
		late = await openOvertakable(api, { argon2: { memoryKib: 1024, timeCost: 2 } });
	});

	test("is stored without a new version of the password", async () => {
		const before = await stored();

		const response = await login(PASSWORD, late);

		const after = await stored();
		expect(response.status).toBe(200);
		expect([before.passwordHash, after.passwordHash]).toEqual([
			expect.stringContaining("t=1,"),
			expect.stringContaining("t=2,"),
		]);
		expect(after.passwordVersion).toBe(before.passwordVersion);
	});

	test("prevents neither of two concurrent sign-ins that create it", async () => {
		const answers = await Promise.all([login(PASSWORD, late), login(PASSWORD, late)]);

		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect((await login(PASSWORD, late)).status).toBe(200);
	});

	test("does not undo a concurrent change of the password", async () => {
		late.overtakeWith(() => change(BY_OWNER));

		const response = await login(PASSWORD, late);

		expect(answered(response)).toEqual([401, "invalid_credentials"]);
		expect([late.overtaken(), await inForce()]).toEqual([1, [BY_OWNER]]);
	});
});

inProcessDescribe("a change of the password", () => {
	let late: OvertakableHarness;
	beforeEach(async () => {
		late = await openOvertakable(api);
	});

	test("that is overtaken by another of the same session is rejected: it sent an outdated password", async () => {
		late.overtakeWith(() => change(BY_OWNER));

		const response = await change("what the slow attacker chose", late);

		expect(response.status).toBe(422);
		expect(response.body.error.errors).toMatchObject([{ path: "/password/current", code: "incorrect" }]);
		expect(await inForce()).toEqual([BY_OWNER]);
	});

	test("that is overtaken by a reset is rejected: its session has ended", async () => {
		late.overtakeWith(await resetOf(person));

		const response = await change(BY_OWNER, late);

		expect(answered(response)).toEqual([401, "session_revoked"]);
		expect([late.overtaken(), await inForce()]).toEqual([1, [BY_RESET]]);
	});

	test("that is overtaken by a change of the name preserves both", async () => {
		late.overtakeWith(() => update({ name: "Ada King" }));

		const response = await change(BY_OWNER, late);

		expect([response.status, response.body.data.name]).toEqual([200, "Ada King"]);
		expect(await inForce()).toEqual([BY_OWNER]);
	});
});

describe("a concurrent reset and change of the password", () => {
	test("leave one password, the reset's if that succeeded", async () => {
		for (let round = 0; round < ROUNDS; round++) {
			person = await api.addMember(owner, "member");
			const reset = await resetOf(person);

			const [changed, done] = await Promise.all([change(BY_OWNER), reset()]);

			expect([changed.status, done.status]).toContain(200);
			expect(await inForce()).toEqual([done.status === 200 ? BY_RESET : BY_OWNER]);
		}
	});
});

inProcessDescribe("a sensitive change that is overtaken by a reset is rejected with its session:", () => {
	let late: OvertakableHarness;
	beforeEach(async () => {
		late = await openOvertakable(api);
	});

	test("a new address, even with the old password", async () => {
		api.advanceMs(11 * MINUTE_MS);
		late.overtakeWith(await resetOf(await api.addMember(owner, "member")));
		const other = await update({ email: "first@school.example", password: { current: PASSWORD } }, late);
		late.overtakeWith(await resetOf(person));

		const response = await update({ email: "mallory@school.example", password: { current: PASSWORD } }, late);

		expect(other.status).toBe(200); // somebody else's reset
		expect(answered(response)).toEqual([401, "session_revoked"]);
		expect([late.overtaken(), (await stored()).email]).toEqual([2, "first@school.example"]);
	});

	test("an authenticator", async () => {
		const { token } = person;
		const { secret } = (await api.request("POST", "/auth/mfa/totp", { token, body: {} })).body.data;
		late.overtakeWith(await resetOf(person));

		const body = { code: codeOf(api, secret) };
		const response = await late.request("POST", "/auth/mfa/totp/confirm", { token, body });

		expect(answered(response)).toEqual([401, "session_revoked"]);
		expect((await login(BY_RESET)).status).toBe(200); // no code asked for
	});
});
