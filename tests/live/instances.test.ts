import { describe, expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { createTestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type Instance, openInstances } from "../support/instances.ts";
import { hasRedis, startRedis } from "../support/redis.ts";
import { addPerson, ask, done, foundSchool } from "../support/school.ts";

/** Opens two servers on the test's Postgres and a Redis of their own. */
async function openTwo() {
	const redis = await forThisFile(startRedis());
	const database = await createTestDatabase("empty");
	await forThisFile({ close: database.drop });
	const { all } = await forThisFile(openInstances({ databaseUrl: database.url, redisUrl: redis.url }));
	const [here, there] = all as [Instance, Instance];
	return { redis, here, there, owner: await foundSchool(here.url) };
}

// Absent with SQLite: there cannot be two servers.
if (dialect === "postgres" && hasRedis) {
	const { redis, here, there, owner } = await openTwo();
	const members = `/orgs/${owner.orgId}/members`;

	/** Waits until the server hears others, or no longer does. */
	async function untilHears({ url }: Instance, isConnected: boolean): Promise<void> {
		for (;;) {
			const { checks } = await done(url, "GET", "/health/ready");
			if (checks.some(({ name, ok }: { name: string; ok: boolean }) => name === "bus" && ok === isConnected)) return;
			await Bun.sleep(20);
		}
	}

	/** Takes away a role at one instance; returns what the other says before and directly after. */
	async function demote(): Promise<[number, number, number]> {
		const admin = await addPerson(here.url, owner, "admin");
		const at = `${members}/${admin.userId}`;
		const keys = `/orgs/${owner.orgId}/api-keys`;
		const read = async () => (await ask(there.url, "GET", keys, { token: admin.token })).status;
		await read();
		const before = await read();
		await done(here.url, "PATCH", at, { token: owner.token, body: { role: "member" } });
		const after = await read();
		await done(here.url, "DELETE", at, { token: owner.token });
		return [before, after, (await ask(there.url, "GET", "/auth/profile", { token: admin.token })).status];
	}

	describe("two servers on one Postgres and one Redis", () => {
		test("refuse at once, wherever it is asked, what a role no longer allows", async () => {
			const outcomes: number[][] = [];

			for (let round = 0; round < 20; round++) outcomes.push(await demote());

			expect(outcomes).toEqual(Array(20).fill([200, 403, 401]));
		});

		test("refuse it at once while Redis is away, and after it came back; and are ready all the time", async () => {
			await redis.kill();
			await Promise.all([untilHears(here, false), untilHears(there, false)]);
			const whileAway = await demote();

			await redis.restart();
			await Promise.all([untilHears(here, true), untilHears(there, true)]);
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
