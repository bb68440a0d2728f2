import { afterEach, beforeEach, describe, expect } from "bun:test";
import { ADMIN, type Harness, openHarness, PASSWORD, type TestResponse } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";

let api: Harness;
beforeEach(async () => {
	api = await openHarness({ env: { RATE_LIMITS: "on" } });
});
afterEach(() => api.close());

let networks = 0;
/** Returns an address of an unused network. */
const elsewhere = () => `198.51.${++networks % 256}.1`;
const login = (email: string, password: string, peer = elsewhere()) =>
	api.request("POST", "/auth/login", { body: { email, password }, peer });
const guess = (email: string, peer = elsewhere()) => login(email, "not the password", peer);

async function repeat(times: number, ask: () => Promise<TestResponse>): Promise<number[]> {
	const statuses: number[] = [];
	for (let n = 0; n < times; n++) statuses.push((await ask()).status);
	return statuses;
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe("guessing the password of one account", () => {
	inProcessTest("is throttled from any network, even for the right password", async () => {
		const statuses = await repeat(6, () => guess(ADMIN.email));

		const right = await login(ADMIN.email, ADMIN.password);

		expect(statuses).toEqual([...times(5, 401), 429]);
		expect([right.status, right.headers.get("retry-after")]).toEqual([429, "60"]);
		expect(right.body.error).toMatchObject({ code: "rate_limited", meta: { policy: "auth-account" } });
	});

	inProcessTest("is throttled in the same way for an address without an account", async () => {
		const unknown = await repeat(6, () => guess("nobody@school.example"));

		expect(unknown).toEqual([...times(5, 401), 429]);
	});

	inProcessTest("counts an address in every spelling as one account", async () => {
		await repeat(5, () => guess(ADMIN.email));

		const response = await guess(ADMIN.email.toUpperCase());

		expect(response.status).toBe(429);
	});

	inProcessTest("doubles the waiting time each time, up to 15 minutes", async () => {
		const waits: number[] = [];
		for (let round = 0; round < 6; round++) {
			await repeat(5, () => guess(ADMIN.email));
			const seconds = Number((await guess(ADMIN.email)).headers.get("retry-after"));
			waits.push(seconds);
			api.advanceMs(seconds * 1000);
		}

		expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
	});

	inProcessTest("is reset by the right password", async () => {
		await repeat(4, () => guess(ADMIN.email));
		const right = await login(ADMIN.email, ADMIN.password);

		const statuses = await repeat(5, () => guess(ADMIN.email));

		expect([right.status, ...statuses]).toEqual([200, ...times(5, 401)]);
	});
});

describe("signing in from many places at once", () => {
	inProcessTest("with the right password is never throttled", async () => {
		const answers = await Promise.all(Array.from({ length: 30 }, () => login(ADMIN.email, ADMIN.password)));

		expect(answers.map(({ status }) => status)).toEqual(times(30, 200));
	});

	inProcessTest("with wrong ones is throttled after five", async () => {
		const answers = await Promise.all(Array.from({ length: 30 }, () => guess(ADMIN.email)));

		expect(answers.map(({ status }) => status).sort()).toEqual([...times(5, 401), ...times(25, 429)]);
	});
});

describe("guessing from one network", () => {
	inProcessTest("is throttled for all accounts, without affecting other networks", async () => {
		let n = 0;
		const statuses = await repeat(21, () => guess(`person${n++}@school.example`, `203.0.113.${n}`));

		const other = await login(ADMIN.email, ADMIN.password);

		expect(statuses).toEqual([...times(20, 401), 429]);
		expect(other.status).toBe(200);
	});

	inProcessTest("that is throttled locks no account", async () => {
		let n = 0;
		await repeat(20, () => guess(`person${n++}@school.example`, "203.0.113.1"));
		await repeat(10, () => guess(ADMIN.email, "203.0.113.1"));

		const owner = await login(ADMIN.email, ADMIN.password);

		expect(owner.status).toBe(200);
	});

	inProcessTest("can continue after a minute", async () => {
		let n = 0;
		const ask = () => guess(`person${n++}@school.example`, "203.0.113.1");
		await repeat(21, ask);

		api.advanceMs(60_000);
		const after = await ask();

		expect(after.status).toBe(401);
	});

	inProcessTest("is throttled for concurrent guesses too", async () => {
		const answers = await Promise.all(
			Array.from({ length: 60 }, (_, n) => guess(`person${n}@school.example`, "203.0.113.1")),
		);

		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([...times(20, 401), ...times(40, 429)]);
	});

	inProcessTest("is not offset by signing in with one's own account", async () => {
		const statuses: number[] = [];
		for (let n = 0; n < 21; n++) {
			await login(ADMIN.email, ADMIN.password, "203.0.113.1");
			statuses.push((await guess(`person${n}@school.example`, "203.0.113.1")).status);
		}

		expect(statuses).toEqual([...times(20, 401), 429]);
	});

	inProcessTest("is throttled for a whole /48, without affecting the neighbouring site", async () => {
		let n = 0;
		const statuses = await repeat(61, () => guess(`person${n}@school.example`, `2001:db8:1:${(n++).toString(16)}::1`));

		const other = await guess("person@school.example", "2001:db8:2:1::1");

		expect(statuses).toEqual([...times(60, 401), 429]);
		expect(other.status).toBe(401);
	});

	inProcessTest("at locked accounts only does not prevent sign-ins from the same network", async () => {
		await repeat(5, () => guess("locked@school.example"));

		const refused = await repeat(30, () => guess("locked@school.example", "203.0.113.1"));
		const neighbour = await login(ADMIN.email, ADMIN.password, "203.0.113.1");

		expect(refused).toEqual(times(30, 429));
		expect(neighbour.status).toBe(200);
	});
});

describe("a class that shares an address", () => {
	let pupils: string[];
	beforeEach(async () => {
		pupils = [];
		for (let n = 0; n < 30; n++) {
			pupils.push(`pupil${n}@school.example`);
			const body = { email: pupils[n], password: PASSWORD, name: "A Pupil" };
			await api.request("POST", "/auth/register", { body, peer: elsewhere() });
		}
	});

	inProcessTest("can sign in, sequentially and concurrently", async () => {
		const oneByOne: number[] = [];
		for (const pupil of pupils) oneByOne.push((await login(pupil, PASSWORD, "203.0.113.1")).status);

		const atOnce = await Promise.all(pupils.map((pupil) => login(pupil, PASSWORD, "203.0.113.1")));

		expect(oneByOne).toEqual(times(30, 200));
		expect(atOnce.map(({ status }) => status)).toEqual(times(30, 200));
	});

	inProcessTest("is throttled like everybody after twenty wrong passwords", async () => {
		const typos = await Promise.all(pupils.map((pupil) => guess(pupil, "203.0.113.1")));

		const right = await login(pupils[0] ?? "", PASSWORD, "203.0.113.1");

		expect(typos.filter(({ status }) => status === 401)).toHaveLength(20);
		expect([right.status, right.body.error?.meta.policy]).toEqual([429, "auth-ip"]);
	});
});

describe("probing addresses by registration, without a mail transport", () => {
	inProcessTest("is throttled like guessing, without counting successful registrations", async () => {
		const register = (email: string) =>
			api.request("POST", "/auth/register", {
				body: { email, password: PASSWORD, name: "Somebody" },
				peer: "203.0.113.1",
			});

		let n = 0;
		const newcomers = await repeat(30, () => register(`newcomer${n++}@school.example`));
		const taken = await repeat(21, () => register(ADMIN.email));

		expect(newcomers).toEqual(times(30, 201));
		expect(taken).toEqual([...times(20, 409), 429]);
	});
});
