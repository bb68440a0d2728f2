import { beforeEach, describe, expect, test } from "bun:test";
import { MINUTE_MS } from "#kernel/clock";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf, createFactorClient, setUpTotp, wrongCodeOf } from "#tests/support/second-factor";
import { inProcessDescribe, inProcessTest } from "#tests/support/target";
import { announced } from "#tests/support/traces";

const api = await useHarness();

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const { challenge, login, mfaOf, post, verify } = createFactorClient(() => ({ api, owner }));

describe("setting up an authenticator", () => {
	test("requires a secret and its first code, and returns recovery codes", async () => {
		const begun = await post("totp", owner.token);
		const { secret, otpauthUrl } = begun.body.data;
		const before = await mfaOf(owner.token);

		const response = await post("totp/confirm", owner.token, { code: codeOf(api, secret) });

		expect(begun.status).toBe(201);
		expect(otpauthUrl).toStartWith("otpauth://totp/Parley:");
		expect(otpauthUrl).toContain(`secret=${secret}`);
		expect(before).toEqual({ totp: false, recoveryCodesLeft: 0, passkeys: 0 });
		expect(response.status).toBe(200);
		expect(response.body.data.recoveryCodes).toHaveLength(10);
		expect(await mfaOf(owner.token)).toEqual({ totp: true, recoveryCodesLeft: 10, passkeys: 0 });
		expect(await announced(api.store, owner.orgId)).toContain("security.mfa_enabled");
	});

	test("has no effect before the first code", async () => {
		await post("totp", owner.token);

		const response = await login();

		expect(response.status).toBe(200);
	});

	test("rejects a wrong first code", async () => {
		const { secret } = (await post("totp", owner.token)).body.data;

		const response = await post("totp/confirm", owner.token, { code: wrongCodeOf(api, secret) });

		expect(response.status).toBe(422);
		expect(response.body.error.errors[0].path).toBe("/code");
		expect((await mfaOf(owner.token)).totp).toBe(false);
	});

	test("started twice uses the last secret", async () => {
		const first = (await post("totp", owner.token)).body.data.secret;
		const second = (await post("totp", owner.token)).body.data.secret;

		const stale = await post("totp/confirm", owner.token, { code: codeOf(api, first) });
		const response = await post("totp/confirm", owner.token, { code: codeOf(api, second) });

		expect([stale.status, response.status]).toEqual([422, 200]);
	});

	test("is rejected while one is enabled", async () => {
		const { secret } = await setUpTotp(api, owner);

		const again = await post("totp", owner.token);
		const confirmed = await post("totp/confirm", owner.token, { code: codeOf(api, secret) });

		expect(again.body.error.code).toBe("state_conflict");
		expect(confirmed.body.error.code).toBe("state_conflict");
	});

	test("must be started before it is confirmed", async () => {
		const response = await post("totp/confirm", owner.token, { code: "123456" });

		expect(response.status).toBe(409);
	});
});

describe("POST /auth/login with an authenticator", () => {
	test("requires the second factor, but only after the right password", async () => {
		await setUpTotp(api, owner);

		const right = await login();
		const wrong = await login({ password: "not the password at all" });

		expect(right.status).toBe(401);
		expect(right.body.error).toMatchObject({ code: "mfa_required", meta: { methods: ["totp", "recovery_code"] } });
		expect(right.body.access_token).toBeUndefined();
		expect(wrong.body.error.code).toBe("invalid_credentials");
		expect(wrong.body.error.meta).toBeUndefined();
	});
});

describe("POST /auth/mfa/recovery-codes", () => {
	inProcessTest("creates a new set and invalidates the old one", async () => {
		const { recoveryCodes: old } = await setUpTotp(api, owner);

		const response = await post("recovery-codes", owner.token);

		expect(response.status).toBe(201);
		expect(response.body.data.recoveryCodes).toHaveLength(10);
		expect((await verify(await challenge(), old[0] ?? "")).status).toBe(401);
		expect((await verify(await challenge(), response.body.data.recoveryCodes[0])).status).toBe(200);
	});

	test("requires an authenticator", async () => {
		const response = await post("recovery-codes", owner.token);

		expect(response.body.error.code).toBe("state_conflict");
	});
});

describe("DELETE /auth/mfa/totp", () => {
	const remove = (body: object = {}, token = owner.token) => api.request("DELETE", "/auth/mfa/totp", { token, body });

	test("removes the authenticator and the recovery codes", async () => {
		await setUpTotp(api, owner);

		const response = await remove();

		expect(response.status).toBe(204);
		expect(await mfaOf(owner.token)).toEqual({ totp: false, recoveryCodesLeft: 0, passkeys: 0 });
		expect((await login()).status).toBe(200);
		expect(await announced(api.store, owner.orgId)).toContain("security.mfa_disabled");
	});

	test("without an authenticator is a conflict", async () => {
		const response = await remove();

		expect(response.status).toBe(409);
	});

	inProcessDescribe("ten minutes after the sign-in", () => {
		let secret: string;
		beforeEach(async () => {
			({ secret } = await setUpTotp(api, owner));
			api.advanceMs(10 * MINUTE_MS + 1);
		});

		test("requires fresh authentication, and says so", async () => {
			const response = await remove();

			expect(response.status).toBe(403);
			expect(response.body.error).toMatchObject({
				code: "forbidden",
				meta: { reason: "stale_sign_in", maxAgeSeconds: 600 },
			});
		});

		test("treats a missing body as no proof", async () => {
			const response = await api.request("DELETE", "/auth/mfa/totp", { token: owner.token });

			expect(response.body.error.meta.reason).toBe("stale_sign_in");
		});

		test.each([{ password: "not the password at all" }, { code: "AAAA-AAAA-AAAA-AAAA" }])(
			"rejects a wrong proof (%p)",
			async (proof) => {
				const response = await remove(proof);

				expect(response.status).toBe(403);
				expect(response.body.error.meta.reason).toBe("wrong_proof");
				expect((await mfaOf(owner.token)).totp).toBe(true);
			},
		);

		test("accepts the password", async () => {
			const response = await remove({ password: PASSWORD });

			expect(response.status).toBe(204);
		});

		test("accepts a code of the authenticator", async () => {
			const response = await remove({ code: codeOf(api, secret) });

			expect(response.status).toBe(204);
		});

		test("does not become fresh by refreshing the session", async () => {
			await remove({ password: PASSWORD });
			const { body } = await login();
			api.advanceMs(10 * MINUTE_MS + 1);
			const { body: next } = await api.request("POST", "/auth/refresh", {
				body: { refresh_token: body.refresh_token },
			});

			const response = await post("totp", next.access_token);

			expect(response.body.error.meta.reason).toBe("stale_sign_in");
		});
	});
});
