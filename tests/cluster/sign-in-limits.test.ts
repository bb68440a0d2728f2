import { expect, test } from "bun:test";
import { ask } from "../support/school.ts";
import { canBeTwo, openTwoServers } from "../support/two-servers.ts";

// Absent with SQLite: there cannot be two servers.
if (canBeTwo) {
	// Each person and each address has limits of its own; those of requests are none of these tests.
	const servers = await openTwoServers({ RATE_LIMITS: "write=9999/60,auth-ip=40/60" });

	/** Tries to sign in with a wrong password, at one server after the other, and returns how often it was looked at. */
	async function guess(email: (attempt: number) => string, attempts: number): Promise<number> {
		let checked = 0;
		for (let attempt = 0; attempt < attempts; attempt++) {
			const { url } = attempt % 2 === 0 ? servers.here : servers.there;
			const { status } = await ask(url, "POST", "/auth/login", {
				body: { email: email(attempt), password: "a wrong one" },
			});
			if (status === 401) checked++;
			else expect(status).toBe(429);
		}
		return checked;
	}

	test("guesses that are spread over two servers are as many as at one", async () => {
		const ofAccount = await guess(() => servers.owner.email, 16);
		const ofNetwork = await guess((attempt) => `nobody-${attempt}@school.example`, 50);

		expect([ofAccount, ofNetwork]).toEqual([5, 40 - 5]);
	});

	test("without Redis they are counted in the database, and in Redis again when it is back", async () => {
		await servers.redis.kill();
		await servers.untilHeard(false);
		const apart = await guess(() => "somebody@school.example", 30);
		await servers.redis.restart();
		await servers.untilHeard(true);
		const together = await guess(() => "somebody@school.example", 30);

		expect([apart, together]).toEqual([5, 5]);
	});
}
