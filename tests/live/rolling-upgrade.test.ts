/** A server goes on beside one of the next version, which has migrated their database, and starts again on it. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { migrations } from "#db/migrations";
import { temporaryDirectory } from "../support/command.ts";
import { createTestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type Instance, openInstances } from "../support/instances.ts";
import { makeNextVersion, programIn } from "../support/next-version.ts";
import { startRedis } from "../support/redis.ts";
import { ask, done, foundSchool } from "../support/school.ts";
import { canBeTwo } from "../support/two-servers.ts";

// Absent with SQLite: there cannot be two servers.
if (canBeTwo) {
	const redis = await forThisFile(startRedis());
	const database = await createTestDatabase("empty");
	await forThisFile({ close: database.drop });
	const folder = temporaryDirectory();
	await forThisFile({ close: folder.remove });
	const shared = { count: 1, databaseUrl: database.url, redisUrl: redis.url } as const;
	const nextFolder = join(folder.path, "next");
	makeNextVersion(nextFolder, migrations.postgres.at(-1)?.tag);

	const open = async (program?: readonly string[]): Promise<Instance> => {
		const { all } = await forThisFile(openInstances({ ...shared, ...(program && { program }) }));
		const [instance] = all;
		if (!instance) throw new Error("a server was asked for");
		return instance;
	};

	test("an upgrade by one server after the other refuses no request, and loses nothing", async () => {
		const old = await open();
		const owner = await foundSchool(old.url);
		const path = `/orgs/${owner.orgId}/workspaces`;
		const by = { token: owner.token };
		/** Where the load goes now, as a load balancer knows it. */
		let targets = [old.url];
		const created: string[] = [];
		const refused: unknown[] = [];
		let isOver = false;
		let atOld = 0;

		async function load(name: string): Promise<void> {
			for (let n = 0; !isOver; n++) {
				const target = targets[n % targets.length] ?? old.url;
				if (target === old.url) atOld++;
				const made = await ask(target, "POST", path, { ...by, body: { name: `${name} ${n}`, kind: "team" } });
				const read = await ask(target, "GET", `/orgs/${owner.orgId}`, by);
				if (target === old.url) atOld--;
				if (made.status === 201) created.push(made.body.data.id);
				for (const { status, body } of [made, read]) if (status >= 400) refused.push(body.error);
			}
		}
		const more = async (count: number): Promise<void> => {
			const enough = created.length + count;
			while (created.length < enough && refused.length === 0) await Bun.sleep(5);
		};
		const loads = ["a", "b", "c"].map(load);

		await more(20);
		const next = await open(programIn(nextFolder)); // It migrates under the load.
		targets = [old.url, next.url];
		await more(60);
		const ready = await done(old.url, "GET", "/health/ready");
		targets = [next.url];
		while (atOld > 0) await Bun.sleep(5);
		const exitCode = await old.stop();
		await old.restart();
		targets = [old.url, next.url];
		await more(60);
		isOver = true;
		await Promise.all(loads);

		expect(refused).toEqual([]);
		expect(exitCode).toBe(0);
		expect(ready.checks).toContainEqual({ name: "version", ok: false, detail: expect.any(String) });
		const statuses = await Promise.all(
			created.map(async (id) => (await ask(next.url, "GET", `/workspaces/${id}`, by)).status),
		);
		expect(new Set(statuses)).toEqual(new Set([200]));
	}, 120_000);
}
