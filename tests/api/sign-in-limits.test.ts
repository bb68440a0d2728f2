import { afterEach, beforeEach, describe, expect } from "bun:test";
import { ADMIN, type Answer, type Harness, openHarness } from "../support/harness.ts";
import { insideTest } from "../support/target.ts";

let api: Harness;
beforeEach(async () => {
	api = await openHarness({ env: { RATE_LIMITS: "on" } });
});
afterEach(() => api.close());

let networks = 0;
/** An address of a network nobody came from before. */
const elsewhere = () => `198.51.${++networks % 256}.1`;
const login = (email: string, password: string, peer = elsewhere()) =>
	api.request("POST", "/auth/login", { body: { email, password }, peer });
const guess = (email: string, peer = elsewhere()) => login(email, "not the password", peer);

async function repeat(times: number, ask: () => Promise<Answer>): Promise<number[]> {
	const statuses: number[] = [];
	for (let n = 0; n < times; n++) statuses.push((await ask()).status);
	return statuses;
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe("guessing the password of one account", () => {
	insideTest("is slowed down wherever the guesses come from, and even the right one has to wait", async () => {
		const statuses = await repeat(6, () => guess(ADMIN.email));

		const right = await login(ADMIN.email, ADMIN.password);

		expect(statuses).toEqual([...times(5, 401), 429]);
		expect([right.status, right.headers.get("retry-after")]).toEqual([429, "60"]);
		expect(right.body.error).toMatchObject({ code: "rate_limited", meta: { policy: "auth-account" } });
	});

	insideTest("looks the same for an address without an account", async () => {
		const unknown = await repeat(6, () => guess("nobody@school.example"));

		expect(unknown).toEqual([...times(5, 401), 429]);
	});

	insideTest("counts an address in every spelling as one account", async () => {
		await repeat(5, () => guess(ADMIN.email));

		const answer = await guess(ADMIN.email.toUpperCase());

		expect(answer.status).toBe(429);
	});

	insideTest("waits twice as long each time, up to 15 minutes", async () => {
		const waits: number[] = [];
		for (let round = 0; round < 6; round++) {
			await repeat(5, () => guess(ADMIN.email));
			const seconds = Number((await guess(ADMIN.email)).headers.get("retry-after"));
			waits.push(seconds);
			api.advanceMs(seconds * 1000);
		}

		expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
	});

	insideTest("is forgotten with the right password", async () => {
		await repeat(4, () => guess(ADMIN.email));
		const right = await login(ADMIN.email, ADMIN.password);

		const statuses = await repeat(5, () => guess(ADMIN.email));

		expect([right.status, ...statuses]).toEqual([200, ...times(5, 401)]);
	});
});

describe("guessing from one network", () => {
	insideTest("is slowed down whichever accounts it tries, and others are not", async () => {
		let n = 0;
		const statuses = await repeat(21, () => guess(`person${n++}@school.example`, `203.0.113.${n}`));

		const other = await login(ADMIN.email, ADMIN.password);

		expect(statuses).toEqual([...times(20, 401), 429]);
		expect(other.status).toBe(200);
	});

	insideTest("that is refused locks no account", async () => {
		let n = 0;
		await repeat(20, () => guess(`person${n++}@school.example`, "203.0.113.1"));
		await repeat(10, () => guess(ADMIN.email, "203.0.113.1"));

		const owner = await login(ADMIN.email, ADMIN.password);

		expect(owner.status).toBe(200);
	});

	insideTest("may go on after a minute", async () => {
		let n = 0;
		const ask = () => guess(`person${n++}@school.example`, "203.0.113.1");
		await repeat(21, ask);

		api.advanceMs(60_000);
		const after = await ask();

		expect(after.status).toBe(401);
	});
});
