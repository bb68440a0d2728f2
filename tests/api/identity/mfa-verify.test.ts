import { beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { failedSignIns } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { disablePerson } from "#tests/support/people";
import { codeOf, createFactorClient, setUpTotp, wrongCodeOf } from "#tests/support/second-factor";
import { inProcessDescribe } from "#tests/support/target";

const STEP_MS = 30_000;

const api = await useHarness();

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const { challenge, mfaOf, verify } = createFactorClient(() => ({ api, owner }));

inProcessDescribe("POST /auth/mfa/verify", () => {
	let secret: string;
	let recoveryCodes: string[];
	beforeEach(async () => {
		({ secret, recoveryCodes } = await setUpTotp(api, owner));
		api.advanceMs(STEP_MS);
	});

	test("completes the sign-in with the organization and device requested at its start", async () => {
		const device = { id: "phone-1", name: "Phone" };
		const token = await challenge({ orgId: owner.orgId, device });

		const response = await verify(token, codeOf(api, secret));

		const list = await api.request("GET", "/auth/sessions", { token: response.body.access_token });
		expect(response.status).toBe(200);
		expect(response.body.user).toMatchObject({ id: owner.userId, role: "owner" });
		expect(list.body.data[0]).toMatchObject({ current: true, device, authMethods: ["pwd", "otp"] });
	});

	test("delivers the refresh token in a cookie on request", async () => {
		const response = await verify(await challenge(), codeOf(api, secret), { tokenDelivery: "cookie" });

		expect(response.body.refresh_token).toBeUndefined();
		expect(response.headers.getSetCookie().join()).toContain("parley_refresh=");
	});

	test.each([-STEP_MS, 0, STEP_MS])("accepts the code of a clock that is %d ms off", async (offMs) => {
		api.advanceMs(STEP_MS);

		const response = await verify(await challenge(), codeOf(api, secret, api.nowMs() + offMs));

		expect(response.status).toBe(200);
	});

	test("rejects the code of two steps ago", async () => {
		api.advanceMs(2 * STEP_MS);

		const response = await verify(await challenge(), codeOf(api, secret, api.nowMs() - 2 * STEP_MS));

		expect(response.status).toBe(401);
	});

	// RFC 6238 §5.2: a code observed by somebody else is invalid once it was used.
	test("rejects a code that was used before, and older ones", async () => {
		const code = codeOf(api, secret);
		const [first, second] = [await challenge(), await challenge()];
		await verify(first, code);

		const replayed = await verify(second, code);
		const older = await verify(second, codeOf(api, secret, api.nowMs() - STEP_MS));

		expect(replayed.body.error).toMatchObject({ code: "invalid_credentials", meta: { attemptsLeft: 4 } });
		expect(older.status).toBe(401);
	});

	test("accepts one of several identical concurrent attempts", async () => {
		const tokens = await Promise.all([challenge(), challenge(), challenge()]);
		const code = codeOf(api, secret);

		const answers = await Promise.all(tokens.map((token) => verify(token, code)));

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
	});

	test("rejects every attempt after five wrong ones", async () => {
		const token = await challenge();
		const wrong: TestResponse[] = [];
		for (let n = 0; n < 5; n += 1) wrong.push(await verify(token, wrongCodeOf(api, secret)));

		const response = await verify(token, codeOf(api, secret));

		expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401, 422]);
		expect(response.body.error.code).toBe("token_invalid");
		const failures = await api.store.db.select().from(failedSignIns).where(eq(failedSignIns.userId, owner.userId));
		expect(failures.map(({ reason }) => reason)).toEqual(Array(5).fill("code"));
	});

	test("counts concurrent attempts too", async () => {
		const token = await challenge();

		const answers = await Promise.all(Array.from({ length: 12 }, () => verify(token, wrongCodeOf(api, secret))));

		expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
		expect(answers.filter(({ status }) => status === 422)).toHaveLength(8);
	});

	test("rejects a challenge after five minutes, and after it was completed", async () => {
		const [late, used] = [await challenge(), await challenge()];
		await verify(used, codeOf(api, secret));
		api.advanceMs(5 * MINUTE_MS);

		const answers = [await verify(late, codeOf(api, secret)), await verify(used, codeOf(api, secret))];

		expect(answers.map(({ body }) => body.error.code)).toEqual(["token_invalid", "token_invalid"]);
	});

	test("rejects an unknown challenge", async () => {
		const response = await verify("unknown", "123456");

		expect(response.body.error.code).toBe("token_invalid");
	});

	test("accepts a recovery code once, however it is typed", async () => {
		const [code = ""] = recoveryCodes;
		const first = await verify(await challenge(), code.toLowerCase().replaceAll("-", " "));

		const again = await verify(await challenge(), code);

		expect(first.status).toBe(200);
		expect(again.status).toBe(401);
		expect((await mfaOf(first.body.access_token)).recoveryCodesLeft).toBe(9);
	});

	test("rejects an account that was disabled meanwhile", async () => {
		const token = await challenge();
		await disablePerson(api.store.db, owner.userId);

		const response = await verify(token, codeOf(api, secret));

		expect(response.body.error.code).toBe("token_invalid");
	});
});
