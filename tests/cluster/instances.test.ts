import { describe, expect, test } from "bun:test";
import { addPerson, ask, done } from "../support/school.ts";
import { canBeTwo, openTwoServers } from "../support/two-servers.ts";

// Absent with SQLite: there cannot be two servers.
if (canBeTwo) {
	const { redis, here, there, owner, untilHeard } = await openTwoServers();

	/**
	 * Takes away a role at one server, then the membership; returns what the other one answers before, and directly
	 * after each.
	 */
	async function demote(): Promise<[number, number, number]> {
		const { token, userId } = await addPerson(here.url, owner, "admin");
		const at = `/orgs/${owner.orgId}/members/${userId}`;
		const read = async (path: string) => (await ask(there.url, "GET", path, { token })).status;
		const keys = `/orgs/${owner.orgId}/api-keys`;
		// The second time from memory.
		await read(keys);
		const before = await read(keys);
		await done(here.url, "PATCH", at, { token: owner.token, body: { role: "member" } });
		const after = await read(keys);
		await done(here.url, "DELETE", at, { token: owner.token });
		return [before, after, await read("/auth/profile")];
	}

	describe("two servers on one Postgres and one Redis", () => {
		test("refuse at once, wherever it is asked, what a role no longer allows", async () => {
			const outcomes: number[][] = [];

			for (let round = 0; round < 20; round++) outcomes.push(await demote());

			expect(outcomes).toEqual(Array(20).fill([200, 403, 401]));
		});

		test("refuse it at once while Redis is away, and after it came back; and are ready all the time", async () => {
			await redis.kill();
			await untilHeard(false);
			const whileAway = await demote();

			await redis.restart();
			await untilHeard(true);
			const afterwards = await demote();

			expect([whileAway, afterwards]).toEqual([
				[200, 403, 401],
				[200, 403, 401],
			]);
		});

		test("refuse it at once after one of them was killed and started again", async () => {
			await there.kill();
			await there.restart();

			expect(await demote()).toEqual([200, 403, 401]);
		});
	});
}
