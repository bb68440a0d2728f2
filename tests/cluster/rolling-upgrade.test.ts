/** A server goes on beside one of the next version, which has migrated their database, and starts again on it. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { migrations } from "#db/migrations";
import { temporaryDirectory } from "../support/command.ts";
import { createTestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { freePort } from "../support/free-port.ts";
import { type Instance, openInstances } from "../support/instances.ts";
import { makeNextVersion, programIn } from "../support/next-version.ts";
import { hasNginx, launchNginx } from "../support/nginx.ts";
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

	/** The settings of `docs/scaling.md` for nginx, in front of these servers. */
	async function nginxBefore(urls: readonly string[]): Promise<string> {
		const [, upstream = "", settings = ""] =
			/^upstream parley \{\n([^}]*)\}\nserver \{\n\t#[^\n]*\n([^}]*)\}/m.exec(
				await Bun.file("docs/scaling.md").text(),
			) ?? [];
		const others = upstream.split("\n").filter((line) => !line.startsWith("\tserver"));
		const ports = urls.map((url) => `server ${new URL(url).host} max_fails=0;`);
		expect(upstream.match(/server 10\.0\.0\.\d:3000 max_fails=0;/g)).toHaveLength(2);
		const port = freePort();
		const nginx = await launchNginx(
			port,
			() => `upstream parley { ${[...ports, ...others].join(" ")} }
				server { listen 127.0.0.1:${port}; location / {
					proxy_pass http://parley; proxy_http_version 1.1; proxy_set_header Connection "";
					proxy_set_header Host localhost; ${settings.replace(/ #.*/gm, "")} } }`,
		);
		await forThisFile(nginx);
		return nginx.url;
	}

	test.skipIf(!hasNginx)(
		"behind nginx as documented, both are upgraded, and each change is done once",
		async () => {
			const database = await createTestDatabase("empty");
			await forThisFile({ close: database.drop });
			const { all } = await forThisFile(openInstances({ databaseUrl: database.url, redisUrl: redis.url }));
			const url = await nginxBefore(all.map((instance) => instance.url));
			const owner = await foundSchool(url);
			const path = `/orgs/${owner.orgId}/workspaces`;
			const by = { token: owner.token };
			const created: string[] = [];
			const refused: unknown[] = [];
			let isOver = false;

			/** Sends a change until it is answered, with the same key, as clients do. */
			async function create(name: string): Promise<void> {
				const change = { ...by, body: { name, kind: "team" }, key: crypto.randomUUID() };
				for (;;) {
					const { status, body } = await ask(url, "POST", path, change).catch(() => ({ status: 502, body: null }));
					if (status >= 500) continue;
					if (status === 201) created.push(body.data.id);
					else refused.push(body.error);
					return;
				}
			}
			async function load(name: string): Promise<void> {
				for (let n = 0; !isOver; n++) {
					await create(`workspace ${name} ${n}`);
					const { status, body } = await ask(url, "GET", `/orgs/${owner.orgId}`, by);
					if (status >= 400) refused.push(body);
				}
			}
			const more = async (count: number): Promise<void> => {
				const enough = created.length + count;
				while (created.length < enough && refused.length === 0) await Bun.sleep(5);
			};
			const loads = ["a", "b", "c"].map(load);

			await more(20);
			for (const instance of all) {
				expect(await instance.stop()).toBe(0);
				await more(20);
				await instance.restart(programIn(nextFolder));
				await more(20);
			}
			isOver = true;
			await Promise.all(loads);

			expect(refused).toEqual([]);
			const count = async (cursor: string): Promise<number> => {
				const { data, page } = (await ask(url, "GET", `${path}?limit=100${cursor}`, by)).body;
				return data.length + (page.nextCursor === null ? 0 : await count(`&cursor=${page.nextCursor}`));
			};
			expect(new Set(created).size).toBe(created.length);
			expect(await count("")).toBe(created.length);
		},
		120_000,
	);
}
