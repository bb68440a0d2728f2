import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { type Answer, type Harness, openHarness, PASSWORD, type SignedIn } from "../support/harness.ts";
import { insideDescribe, insideTest } from "../support/target.ts";
import { announced, auditOf } from "../support/traces.ts";

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;

let api: Harness;
let owner: SignedIn;
beforeAll(async () => {
	api = await openHarness();
});
beforeEach(async () => {
	owner = await api.createOrganization();
});
afterAll(() => api.close());

const codeOf = (secret: string, atMs = api.nowMs()): string =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
const wrongCodeOf = (secret: string): string => (codeOf(secret) === "000000" ? "000001" : "000000");
const post = (path: string, token: string | undefined, body: unknown = {}) =>
	api.request("POST", `/auth/mfa/${path}`, { token, body });
const login = (extra: object = {}) =>
	api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD, ...extra } });
const verify = (challengeToken: string, code: string, extra: object = {}) =>
	post("verify", undefined, { challengeToken, code, ...extra });
const mfaOf = async (token: string) => (await api.request("GET", "/auth/profile", { token })).body.data.mfa;

/** Sets an authenticator up, as its owner would. */
async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
	const { secret } = (await post("totp", owner.token)).body.data;
	const { recoveryCodes } = (await post("totp/confirm", owner.token, { code: codeOf(secret) })).body.data;
	return { secret, recoveryCodes };
}

/** A sign-in as far as its second factor. */
async function challenge(extra: object = {}): Promise<string> {
	const answer = await login(extra);
	if (answer.status !== 401) throw new Error(`no second factor asked for: ${answer.text}`);
	return answer.body.error.meta.challengeToken;
}

describe("setting up an authenticator", () => {
	test("takes a secret and its first code, and answers recovery codes", async () => {
		const begun = await post("totp", owner.token);
		const { secret, otpauthUrl } = begun.body.data;
		const before = await mfaOf(owner.token);

		const answer = await post("totp/confirm", owner.token, { code: codeOf(secret) });

		expect(begun.status).toBe(201);
		expect(otpauthUrl).toStartWith("otpauth://totp/Parley:");
		expect(otpauthUrl).toContain(`secret=${secret}`);
		expect(before).toEqual({ totp: false, recoveryCodesLeft: 0, passkeys: 0 });
		expect(answer.status).toBe(200);
		expect(answer.body.data.recoveryCodes).toHaveLength(10);
		expect(await mfaOf(owner.token)).toEqual({ totp: true, recoveryCodesLeft: 10, passkeys: 0 });
		expect(await announced(api.store, owner.orgId)).toContain("security.mfa_enabled");
	});

	test("counts for nothing before the first code", async () => {
		await post("totp", owner.token);

		const answer = await login();

		expect(answer.status).toBe(200);
	});

	test("does not take a wrong first code", async () => {
		const { secret } = (await post("totp", owner.token)).body.data;

		const answer = await post("totp/confirm", owner.token, { code: wrongCodeOf(secret) });

		expect(answer.status).toBe(422);
		expect(answer.body.error.errors[0].path).toBe("/code");
		expect((await mfaOf(owner.token)).totp).toBe(false);
	});

	test("begun twice counts with the last secret", async () => {
		const first = (await post("totp", owner.token)).body.data.secret;
		const second = (await post("totp", owner.token)).body.data.secret;

		const stale = await post("totp/confirm", owner.token, { code: codeOf(first) });
		const answer = await post("totp/confirm", owner.token, { code: codeOf(second) });

		expect([stale.status, answer.status]).toEqual([422, 200]);
	});

	test("is refused while one is in force", async () => {
		const { secret } = await setUp();

		const again = await post("totp", owner.token);
		const confirmed = await post("totp/confirm", owner.token, { code: codeOf(secret) });

		expect(again.body.error.code).toBe("state_conflict");
		expect(confirmed.body.error.code).toBe("state_conflict");
	});

	test("needs one that was begun to be confirmed", async () => {
		const answer = await post("totp/confirm", owner.token, { code: "123456" });

		expect(answer.status).toBe(409);
	});
});

describe("POST /auth/login with an authenticator", () => {
	test("asks for the second factor, and only after the right password", async () => {
		await setUp();

		const right = await login();
		const wrong = await login({ password: "not the password at all" });

		expect(right.status).toBe(401);
		expect(right.body.error).toMatchObject({ code: "mfa_required", meta: { methods: ["totp", "recovery_code"] } });
		expect(right.body.access_token).toBeUndefined();
		expect(wrong.body.error.code).toBe("invalid_credentials");
		expect(wrong.body.error.meta).toBeUndefined();
	});
});

insideDescribe("POST /auth/mfa/verify", () => {
	let secret: string;
	let recoveryCodes: string[];
	beforeEach(async () => {
		({ secret, recoveryCodes } = await setUp());
		api.advanceMs(STEP_MS);
	});

	test("ends the sign-in with what was asked for at its start", async () => {
		const device = { id: "phone-1", name: "Phone" };
		const token = await challenge({ orgId: owner.orgId, device });

		const answer = await verify(token, codeOf(secret));

		const list = await api.request("GET", "/auth/sessions", { token: answer.body.access_token });
		expect(answer.status).toBe(200);
		expect(answer.body.user).toMatchObject({ id: owner.userId, role: "owner" });
		expect(list.body.data[0]).toMatchObject({ current: true, device, authMethods: ["pwd", "otp"] });
	});

	test("delivers the refresh token in a cookie if asked to", async () => {
		const answer = await verify(await challenge(), codeOf(secret), { tokenDelivery: "cookie" });

		expect(answer.body.refresh_token).toBeUndefined();
		expect(answer.headers.getSetCookie().join()).toContain("parley_refresh=");
	});

	test.each([-STEP_MS, 0, STEP_MS])("takes the code of a clock that is %d ms off", async (offMs) => {
		api.advanceMs(STEP_MS);

		const answer = await verify(await challenge(), codeOf(secret, api.nowMs() + offMs));

		expect(answer.status).toBe(200);
	});

	test("does not take the code of two steps ago", async () => {
		api.advanceMs(2 * STEP_MS);

		const answer = await verify(await challenge(), codeOf(secret, api.nowMs() - 2 * STEP_MS));

		expect(answer.status).toBe(401);
	});

	// RFC 6238 §5.2: a code somebody looked at over a shoulder is worth nothing once it was used.
	test("does not take a code twice, nor an older one afterwards", async () => {
		const code = codeOf(secret);
		const [first, second] = [await challenge(), await challenge()];
		await verify(first, code);

		const replayed = await verify(second, code);
		const older = await verify(second, codeOf(secret, api.nowMs() - STEP_MS));

		expect(replayed.body.error).toMatchObject({ code: "invalid_credentials", meta: { attemptsLeft: 4 } });
		expect(older.status).toBe(401);
	});

	test("takes one of several equal answers that come together", async () => {
		const tokens = await Promise.all([challenge(), challenge(), challenge()]);
		const code = codeOf(secret);

		const answers = await Promise.all(tokens.map((token) => verify(token, code)));

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
	});

	test("is over after five wrong answers, whatever the sixth is", async () => {
		const token = await challenge();
		const wrong: Answer[] = [];
		for (let n = 0; n < 5; n += 1) wrong.push(await verify(token, wrongCodeOf(secret)));

		const answer = await verify(token, codeOf(secret));

		expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401, 422]);
		expect(answer.body.error.code).toBe("token_invalid");
		const failures = (await auditOf(api.store, "platform")).filter(
			({ action, targets }) => action === "mfa.verify" && targets[0]?.id === owner.userId,
		);
		expect(failures.map(({ outcome }) => outcome)).toEqual(Array(5).fill("failure"));
	});

	test("counts answers that come together too", async () => {
		const token = await challenge();

		const answers = await Promise.all(Array.from({ length: 12 }, () => verify(token, wrongCodeOf(secret))));

		expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
		expect(answers.filter(({ status }) => status === 422)).toHaveLength(8);
	});

	test("is over after five minutes, and after it was answered", async () => {
		const [late, used] = [await challenge(), await challenge()];
		await verify(used, codeOf(secret));
		api.advanceMs(5 * MINUTE_MS);

		const answers = [await verify(late, codeOf(secret)), await verify(used, codeOf(secret))];

		expect(answers.map(({ body }) => body.error.code)).toEqual(["token_invalid", "token_invalid"]);
	});

	test("does not know a challenge nobody was given", async () => {
		const answer = await verify("unknown", "123456");

		expect(answer.body.error.code).toBe("token_invalid");
	});

	test("takes a recovery code once, however it is typed", async () => {
		const [code = ""] = recoveryCodes;
		const first = await verify(await challenge(), code.toLowerCase().replaceAll("-", " "));

		const again = await verify(await challenge(), code);

		expect(first.status).toBe(200);
		expect(again.status).toBe(401);
		expect((await mfaOf(first.body.access_token)).recoveryCodesLeft).toBe(9);
	});

	test("lets nobody in whose account was disabled meanwhile", async () => {
		const { usersRepository } = await import("#modules/users");
		const token = await challenge();
		await usersRepository.update(api.store.db, owner.userId, { state: "disabled" });

		const answer = await verify(token, codeOf(secret));

		expect(answer.body.error.code).toBe("token_invalid");
	});
});

describe("POST /auth/mfa/recovery-codes", () => {
	insideTest("makes a new set; the old one is worth nothing", async () => {
		const { recoveryCodes: old } = await setUp();

		const answer = await post("recovery-codes", owner.token);

		expect(answer.status).toBe(201);
		expect(answer.body.data.recoveryCodes).toHaveLength(10);
		expect((await verify(await challenge(), old[0] ?? "")).status).toBe(401);
		expect((await verify(await challenge(), answer.body.data.recoveryCodes[0])).status).toBe(200);
	});

	test("needs an authenticator", async () => {
		const answer = await post("recovery-codes", owner.token);

		expect(answer.body.error.code).toBe("state_conflict");
	});
});

describe("DELETE /auth/mfa/totp", () => {
	const remove = (body: object = {}, token = owner.token) =>
		api.request("DELETE", "/auth/mfa/totp", { token, body });

	test("removes the authenticator and the recovery codes", async () => {
		await setUp();

		const answer = await remove();

		expect(answer.status).toBe(204);
		expect(await mfaOf(owner.token)).toEqual({ totp: false, recoveryCodesLeft: 0, passkeys: 0 });
		expect((await login()).status).toBe(200);
		expect(await announced(api.store, owner.orgId)).toContain("security.mfa_disabled");
	});

	test("without an authenticator is a conflict", async () => {
		const answer = await remove();

		expect(answer.status).toBe(409);
	});

	insideDescribe("ten minutes after the sign-in", () => {
		let secret: string;
		beforeEach(async () => {
			({ secret } = await setUp());
			api.advanceMs(10 * MINUTE_MS + 1);
		});

		test("needs fresh authentication, and says so", async () => {
			const answer = await remove();

			expect(answer.status).toBe(403);
			expect(answer.body.error).toMatchObject({
				code: "forbidden",
				meta: { reason: "stale_sign_in", maxAgeSeconds: 600 },
			});
		});

		test("takes no body at all for none", async () => {
			const answer = await api.request("DELETE", "/auth/mfa/totp", { token: owner.token });

			expect(answer.body.error.meta.reason).toBe("stale_sign_in");
		});

		test.each([{ password: "not the password at all" }, { code: "AAAA-AAAA-AAAA-AAAA" }])(
			"does not take a wrong proof (%p)",
			async (proof) => {
				const answer = await remove(proof);

				expect(answer.status).toBe(403);
				expect(answer.body.error.meta.reason).toBe("wrong_proof");
				expect((await mfaOf(owner.token)).totp).toBe(true);
			},
		);

		test("takes the password", async () => {
			const answer = await remove({ password: PASSWORD });

			expect(answer.status).toBe(204);
		});

		test("takes a code of the authenticator", async () => {
			const answer = await remove({ code: codeOf(secret) });

			expect(answer.status).toBe(204);
		});

		test("is not refreshed by refreshing the session", async () => {
			await remove({ password: PASSWORD });
			const { body } = await login();
			api.advanceMs(10 * MINUTE_MS + 1);
			const { body: next } = await api.request("POST", "/auth/refresh", {
				body: { refresh_token: body.refresh_token },
			});

			const answer = await post("totp", next.access_token);

			expect(answer.body.error.meta.reason).toBe("stale_sign_in");
		});
	});
});
