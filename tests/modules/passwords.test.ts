import { describe, expect, test } from "bun:test";
import { cpus } from "node:os";
import { AppError } from "#kernel/errors";
import { createPasswords } from "#modules/identity/passwords";

const CHEAP = { memoryKib: 1024, timeCost: 1 };
const passwords = createPasswords(CHEAP, 15);

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
	work.catch((error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)));

describe("verifying a password", () => {
	test("is true for the one that was hashed, in whichever Unicode form it is typed", async () => {
		const hash = await passwords.hash("Caf\u00e9 am See, zw\u00f6lf Uhr");

		expect(await passwords.verify("Cafe\u0301 am See, zwo\u0308lf Uhr", hash)).toBe(true);
		expect(await passwords.verify("Cafe am See, zwolf Uhr", hash)).toBe(false);
	});

	test.each([
		["nothing", ""],
		["a dash", "-"],
		["far too much", "x".repeat(5_000)],
	])("is false for %s, with and without an account", async (_what, guess) => {
		const hash = await passwords.hash("correct horse battery staple");

		expect(await passwords.verify(guess, hash)).toBe(false);
		expect(await passwords.verify(guess, null)).toBe(false);
	});

	test("does not truncate a long password: every character matters", async () => {
		const long = "x".repeat(127);
		const hash = await passwords.hash(`${long}a`);

		expect(await passwords.verify(`${long}b`, hash)).toBe(false);
		expect(await passwords.verify(`${long}a`, hash)).toBe(true);
	});
});

describe("an acceptable password", () => {
	test.each([
		["14 characters", "x".repeat(14), "too_short"],
		["14 characters of two units each", "🦉".repeat(14), "too_short"],
		["129 characters", "x".repeat(129), "too_long"],
	])("has not %s", (_what, password, fault) => {
		const check = () => passwords.assertAcceptable(password, "/password");

		expect(check).toThrow(expect.objectContaining({ fieldErrors: [expect.objectContaining({ code: fault })] }));
	});

	test.each(["a quite long one", "🦉🐝 und so weiter".repeat(8)])("may be %p", (password) => {
		expect(() => passwords.assertAcceptable(password)).not.toThrow();
	});
});

describe("a stored hash", () => {
	test("is outdated when it was created with another cost", async () => {
		const hash = await passwords.hash("correct horse battery staple");

		expect(passwords.isOutdated(hash)).toBe(false);
		expect(createPasswords({ ...CHEAP, timeCost: 2 }, 15).isOutdated(hash)).toBe(true);
		expect(createPasswords({ memoryKib: 2048, timeCost: 1 }, 15).isOutdated(hash)).toBe(true);
	});
});

describe("a burst of sign-ins", () => {
	test("waits in a bounded queue; when that is full, it is rejected with a retry time", async () => {
		const hash = await passwords.hash("correct horse battery staple");

		const outcomes = await Promise.all(
			Array.from({ length: 400 }, () => codeOf(passwords.verify("correct horse battery staple", hash))),
		);

		const served = outcomes.filter((outcome) => outcome === true).length;
		const refused = outcomes.filter((outcome) => outcome === "unavailable").length;
		expect(served + refused).toBe(400);
		expect(served).toBeGreaterThanOrEqual(256);
		expect(refused).toBeGreaterThan(50);
	});

	test("of one network delays another by one hash, and leaves it room", async () => {
		const hash = await passwords.hash("correct horse battery staple");
		const ended: string[] = [];
		const from = async (ip: string) => {
			if ((await codeOf(passwords.verify("correct horse battery staple", hash, ip))) === true) ended.push(ip);
		};

		const flood = Array.from({ length: 400 }, () => from("192.0.2.1"));
		await from("198.51.100.1");
		const before = ended.length;
		await Promise.all(flood);

		// Those that ran when it came, one turn, and those that ended together with it.
		expect(before).toBeLessThanOrEqual(2 * cpus().length + 2);
		expect(ended.length).toBeLessThan(300);
	});

	test("leaves the queue intact, even when hashes fail", async () => {
		await Promise.all(
			Array.from({ length: 20 }, () => codeOf(passwords.verify("x", "no hash at all").catch(() => null))),
		);

		const after = await passwords.verify("x", await passwords.hash("x"));

		expect(after).toBe(true);
	});
});
