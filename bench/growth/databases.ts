import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { checksumOf, migrations } from "#db/migrations";
import { sha256Hex } from "#kernel/secrets";
import { keptPath } from "#tests/support/kept-files";
import type { SizeName } from "../../scripts/grow/plan.ts";

/** Folder of what was made once: databases and results. */
export const CACHE = keptPath("growth");

const ROOT = join(import.meta.dir, "../..");

/** A database that a measurement may change. */
export interface Copy {
	readonly url: string;
	/** Removes it. Nobody may have it open. */
	drop(): Promise<void>;
}

/**
 * Copies the grown database of a size, which is made when it is missing.
 * @param server URL of a Postgres server on which it is kept; undefined: SQLite files in {@link CACHE}
 */
export const copyOf = (size: SizeName, server: string | undefined): Promise<Copy> =>
	server === undefined ? copyFile(size) : copyOnServer(size, server);

/** What decides, besides the schema, which rows a grown database has. */
const SOURCES = ["scripts/grow/*.ts", "platform/search/repository.ts", "db/search.ts", "kernel/{search-words,text}.ts"];

/** Returns a digest of everything that a grown database depends on. */
function digest(): string {
	const files = SOURCES.flatMap((glob) => [...new Bun.Glob(glob).scanSync(ROOT)].sort());
	const texts = files.map((file) => readFileSync(join(ROOT, file), "utf8"));
	return sha256Hex([...migrations.sqlite.map(checksumOf), ...texts].join()).slice(0, 8);
}

async function grow(url: string, size: SizeName): Promise<void> {
	process.stderr.write(`growing the ${size} database\n`);
	const command = [
		process.execPath,
		join(ROOT, "scripts/grow.ts"),
		url,
		"--size",
		size,
		"--now",
		"2030-01-01T00:00:00Z",
	];
	const child = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "inherit" });
	if ((await child.exited) !== 0) throw new Error(`the ${size} database could not be grown`);
}

async function copyFile(size: SizeName): Promise<Copy> {
	mkdirSync(CACHE, { recursive: true });
	const path = join(CACHE, `${size}-${digest()}.db`);
	if (!existsSync(path)) {
		// Those of other schemas are of no use any more, and large.
		for (const file of readdirSync(CACHE)) if (file.startsWith(`${size}-`)) rmSync(join(CACHE, file));
		await grow(path, size);
	}
	removeAbandoned();
	const copy = join(CACHE, `in-use-${process.pid}-${size}.db`);
	copyFileSync(path, copy);
	return {
		url: `sqlite:${copy}`,
		async drop() {
			for (const suffix of ["", "-wal", "-shm"]) rmSync(copy + suffix, { force: true });
		},
	};
}

/** Removes the copies of runs that were killed. */
function removeAbandoned(): void {
	for (const file of readdirSync(CACHE)) {
		const pid = /^in-use-(\d+)-/.exec(file)?.[1];
		if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(CACHE, file));
	}
}

async function copyOnServer(size: SizeName, server: string): Promise<Copy> {
	const urlOf = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
	const db = new SQL(server, { max: 1 });
	const grown = `parley_growth_${size}_${digest()}`;
	const copy = `parley_growth_in_use_${process.pid}_${size}`;
	const [found] = await db`SELECT 1 FROM pg_database WHERE datname = ${grown}`;
	if (!found) {
		// Under another name until it is complete.
		await db.unsafe(`DROP DATABASE IF EXISTS ${copy}`);
		await db.unsafe(`CREATE DATABASE ${copy}`);
		await grow(urlOf(copy), size);
		await db.unsafe(`ALTER DATABASE ${copy} RENAME TO ${grown}`);
	}
	await db.unsafe(`CREATE DATABASE ${copy} TEMPLATE ${grown}`);
	return {
		url: urlOf(copy),
		async drop() {
			await db.unsafe(`DROP DATABASE ${copy} WITH (FORCE)`);
			await db.close();
		},
	};
}
