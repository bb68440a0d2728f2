import { beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS, MINUTE_MS } from "#kernel/clock";
import { PASSWORD, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { codeOf, setUpTotp } from "#tests/support/second-factor";
import { inProcessDescribe } from "#tests/support/target";

const WRONG_CODE = "AAAA-AAAA-AAAA-AAAA";
/** Request limits so high that only the limits on sign-ins apply. */
const RATE_LIMITS = "read=100000/60,write=100000/60";

const api = await useHarness({ env: { RATE_LIMITS } });

// The test controls time and addresses, which it cannot do in another process.
inProcessDescribe("guessing passwords", () => {
	let owner: SignedIn;
	let network = 0;
	beforeEach(async () => {
		api.advanceMs(DAY_MS); // what an earlier test counted is over
		owner = await api.createOrganization();
	});

	/** Sends each request from a different network, as a botnet would. */
	const attempt = (password: string, extra: object = {}, email = owner.email): Promise<TestResponse> => {
		network += 1;
		const peer = `10.${network >> 8}.${network & 255}.1`;
		return api.request("POST", "/auth/login", { body: { email, password, ...extra }, peer });
	};

	/** Sends wrong attempts until one is throttled. Returns their number and the waiting time. */
	async function guess(email = owner.email): Promise<{ guesses: number; waitSeconds: number }> {
		for (let guesses = 0; guesses < 20; guesses += 1) {
			const response = await attempt("a wrong password", {}, email);
			if (response.status === 429) return { guesses, waitSeconds: Number(response.headers.get("retry-after")) };
		}
		throw new Error("nobody stopped the guessing");
	}

	test("at one account is stopped after five attempts, from any network", async () => {
		const stopped = await guess();

		const right = await attempt(PASSWORD);

		expect(stopped).toEqual({ guesses: 5, waitSeconds: 60 });
		expect(right.status).toBe(429);
		expect(right.body.error.meta.policy).toBe("auth-account");
	});

	test("doubles the waiting time each time, up to fifteen minutes", async () => {
		const waits: number[] = [];
		for (let round = 0; round < 6; round += 1) {
			const { waitSeconds } = await guess();
			waits.push(waitSeconds);
			api.advanceMs(waitSeconds * 1000);
		}

		expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
	});

	test("is throttled in the same way for an unknown account", async () => {
		const nobody = `nobody-${crypto.randomUUID()}@school.example`;
		const first = await attempt("a wrong password", {}, nobody);

		const { guesses, waitSeconds } = await guess(nobody);

		expect(first.body.error.code).toBe("invalid_credentials");
		expect({ guesses: guesses + 1, waitSeconds }).toEqual({ guesses: 5, waitSeconds: 60 });
	});

	test("is reset by the right password", async () => {
		for (let n = 0; n < 4; n += 1) await attempt("a wrong password");
		await attempt(PASSWORD);

		const stopped = await guess();

		expect(stopped.guesses).toBe(5);
	});

	test("never locks out a device that has signed in before", async () => {
		const device = { id: crypto.randomUUID() };
		await attempt(PASSWORD, { device });
		await guess();

		const known = await attempt(PASSWORD, { device });
		const stranger = await attempt(PASSWORD, { device: { id: crypto.randomUUID() } });

		expect(known.status).toBe(200);
		expect(stranger.status).toBe(429);
	});

	test("never locks out a browser that has signed in before", async () => {
		const signedIn = await attempt(PASSWORD, { tokenDelivery: "cookie" });
		const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith("parley_device="));
		await guess();

		const response = await api.request("POST", "/auth/login", {
			body: { email: owner.email, password: PASSWORD },
			headers: { cookie: cookie?.split(";")[0] ?? "" },
			peer: "10.200.0.1",
		});

		expect(response.status).toBe(200);
	});

	test("is stopped on a known device too, without stopping anybody else", async () => {
		const device = { id: crypto.randomUUID() };
		await attempt(PASSWORD, { device });
		const answers: number[] = [];
		for (let n = 0; n < 6; n += 1) answers.push((await attempt("a wrong password", { device })).status);

		const elsewhere = await attempt(PASSWORD);

		expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
		expect(elsewhere.status).toBe(200);
	});

	test("treats a device known to one person as unknown for another", async () => {
		const device = { id: crypto.randomUUID() };
		await attempt(PASSWORD, { device });
		const other = await api.createOrganization();
		await guess(other.email);

		const response = await attempt(PASSWORD, { device }, other.email);

		expect(response.status).toBe(429);
	});

	test("from one network is stopped after twenty attempts at any accounts, without locking them", async () => {
		const from = { peer: "192.0.2.7" };
		const answers: number[] = [];
		for (let n = 0; n < 21; n += 1) {
			const body = { email: `p${n}@school.example`, password: "a wrong password" };
			answers.push((await api.request("POST", "/auth/login", { body, ...from })).status);
		}
		for (let n = 0; n < 10; n += 1)
			await api.request("POST", "/auth/login", { body: { email: owner.email, password: "wrong" }, ...from });

		const elsewhere = await attempt(PASSWORD);

		expect(answers).toEqual([...Array(20).fill(401), 429]);
		expect(elsewhere.status).toBe(200);
	});

	describe("and then codes", () => {
		const device = { id: "the-owner's-phone" };
		let secret: string;
		beforeEach(async () => {
			await attempt(PASSWORD, { device });
			({ secret } = await setUpTotp(api, owner));
			api.advanceMs(MINUTE_MS);
		});

		/** Signs in completely, each request from a different network. */
		async function verify(code: string, extra: object = {}): Promise<TestResponse> {
			const { challengeToken } = (await attempt(PASSWORD, extra)).body.error.meta;
			network += 1;
			const peer = `10.${network >> 8}.${network & 255}.1`;
			return api.request("POST", "/auth/mfa/verify", { body: { challengeToken, code, ...extra }, peer });
		}

		test("is stopped too, however many challenges the password opens", async () => {
			const answers: number[] = [];
			for (let n = 0; n < 6; n += 1) answers.push((await verify(WRONG_CODE)).status);
			api.advanceMs(MINUTE_MS);

			const response = await verify(codeOf(api, secret));

			expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
			expect(response.status).toBe(200);
		});

		test("resets the count with the code, not with the password alone", async () => {
			for (let n = 0; n < 4; n += 1) await attempt("a wrong password");

			const halfway = await attempt(PASSWORD);
			const guesses = [await attempt("a wrong password"), await attempt("a wrong password")];

			expect(halfway.body.error.code).toBe("mfa_required");
			expect(guesses.map(({ status }) => status)).toEqual([401, 429]);
		});

		test("never locks out a device that has signed in before", async () => {
			for (let n = 0; n < 6; n += 1) await verify(WRONG_CODE);

			const response = await verify(codeOf(api, secret), { device });

			expect(response.status).toBe(200);
		});
	});
});
