/** What a server makes of the database of another version. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "#db/migrations";
import { pathOf } from "#db/sqlite/connection";
import { parley } from "#tests/support/command";
import { type CopyBench, copy, fileIn, openCopyBench, query } from "#tests/support/copied";
import { makeNextVersion, NEXT_MIGRATION } from "#tests/support/next-version";

let bench: CopyBench;
beforeAll(async () => {
	bench = await openCopyBench();
}, 120_000);
afterAll(() => bench.close());

/** A data directory, and a database that has no tables yet. */
interface Place {
	readonly dataDir: string;
	readonly env: Readonly<Record<string, string>>;
	/** Runs a statement on the database; returns its rows. */
	run(statement: string): Promise<readonly unknown[]>;
}

async function newPlace(engine: "sqlite" | "postgres"): Promise<Place> {
	const dataDir = join(bench.path, `${engine}-${crypto.randomUUID()}`);
	mkdirSync(dataDir);
	if (engine === "postgres") {
		const url = await bench.newDatabase();
		return { dataDir, env: { DATABASE_URL: url }, run: (statement) => query(url, statement) };
	}
	return {
		dataDir,
		env: {},
		async run(statement) {
			using database = new Database(pathOf(fileIn(dataDir)), { create: true });
			return database.query(statement).all();
		},
	};
}

describe.each(["sqlite", "postgres"] as const)("on %s", (engine) => {
	test("a database from before 0.1.0 is refused with what to do, and stays as it is", async () => {
		const { dataDir, env, run } = await newPlace(engine);
		await run("CREATE TABLE _migrations (tag text PRIMARY KEY, checksum text NOT NULL, applied_at_ms bigint NOT NULL)");
		await run(
			"INSERT INTO _migrations VALUES ('0000_init', 'aa', 1), ('0001_auth', 'bb', 1), ('0068_former_texts', 'cc', 1)",
		);
		const before = await run("SELECT * FROM _migrations ORDER BY tag");

		const commands = ["serve", "migrate", "migrate --check", "admin list"];
		for (const command of commands) {
			const { exitCode, stderr } = await parley(command, dataDir, { env });

			expect({ command, exitCode }).toEqual({ command, exitCode: 1 });
			expect(stderr).toContain("was made by a build from before 0.1.0");
			expect(stderr).toContain("start with a new data directory or database");
		}

		expect(await run("SELECT * FROM _migrations ORDER BY tag")).toEqual(before);
		await expect(run("SELECT * FROM organizations")).rejects.toThrow("organizations");
	}, 60_000);

	test("the next version migrates, and this one opens it no longer", async () => {
		const { dataDir, env, run } = await newPlace(engine);
		const nextVersion = makeNextVersion(join(dataDir, "next"));
		await parley("admin create --init --email root@example.com", dataDir, { env });

		const [checked, migrated, again] = [
			await nextVersion("migrate --check", dataDir, { env }),
			await nextVersion("migrate", dataDir, { env }),
			await nextVersion("migrate", dataDir, { env }),
		];
		const refused = await parley("serve", dataDir, { env });

		expect([checked.exitCode, checked.stdout]).toEqual([1, `${NEXT_MIGRATION} is pending\n`]);
		expect([migrated.exitCode, migrated.stdout]).toEqual([0, `${NEXT_MIGRATION} applied\n`]);
		expect(again.stdout).toContain("Nothing to do");
		expect(await run("SELECT email FROM users")).toEqual([{ email: "root@example.com" }]);
		expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("run a newer version")]);
	}, 60_000);

	test("this version opens what the next one has only added to, but copies it to no other database", async () => {
		const { dataDir, env } = await newPlace(engine);
		const known = migrations[engine].at(-1)?.tag;
		const nextVersion = makeNextVersion(join(dataDir, "next"), known);
		await parley("admin create --init --email root@example.com", dataDir, { env });
		await nextVersion("migrate", dataDir, { env });

		const [migrated, listed] = [
			await parley("migrate", dataDir, { env }),
			await parley("admin list", dataDir, { env }),
		];
		const copied = await copy(env.DATABASE_URL ?? fileIn(dataDir), await bench.newDatabase(), dataDir);

		expect([migrated.exitCode, migrated.stdout]).toEqual([0, expect.stringContaining("Nothing to do")]);
		expect([listed.exitCode, listed.stdout]).toEqual([0, expect.stringContaining("root@example.com")]);
		expect(copied.exitCode).not.toBe(0);
		expect(copied.stderr).toContain("run a newer version");
	}, 60_000);
});
