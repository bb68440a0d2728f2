import { cpSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { openPortableReader } from "#db/portable";
import { type Outcome, parley, temporaryDirectory } from "./command.ts";
import { linesOf } from "./portable.ts";
import { startPostgres } from "./postgres.ts";

/** A Postgres server and a folder, to copy between. */
export interface CopyBench {
	/** An empty folder. */
	readonly path: string;
	/** Creates a database on the server and returns its URL. */
	newDatabase(): Promise<string>;
	close(): Promise<void>;
}

/** Starts a server. */
export async function openCopyBench(): Promise<CopyBench> {
	const directory = temporaryDirectory();
	const server = await startPostgres();
	let made = 0;
	return {
		path: directory.path,
		async newDatabase() {
			const name = `copied_${++made}`;
			await query(server.url, `CREATE DATABASE ${name}`);
			return server.url.replace(/postgres$/, name);
		},
		async close() {
			await server.stop();
			directory.remove();
		},
	};
}

/** A seeded installation on SQLite. */
export interface SeededInstallation {
	readonly password: string;
	readonly orgId: string;
	/** Address of the owner of the first organization. */
	readonly email: string;
	/** Its recorded meeting. */
	readonly meetingId: string;
	/** Returns a data directory with a copy of it, whose database is {@link fileIn}. */
	newDataDir(): string;
}

/** Seeds an installation in a folder. */
export async function seedInstallation(path: string): Promise<SeededInstallation> {
	const seeded = join(path, "seeded");
	const { password, organizations } = JSON.parse((await parley("seed --init --json", seeded)).stdout);
	const [{ id: orgId, people, recording }] = organizations;
	let made = 0;
	return {
		password,
		orgId,
		email: people[0].email,
		meetingId: recording.meetingId,
		newDataDir() {
			const dataDir = join(path, `data-${++made}`);
			cpSync(seeded, dataDir, { recursive: true });
			return dataDir;
		},
	};
}

/** Returns the URL of the database in a data directory. */
export const fileIn = (dataDir: string): string => `sqlite:${join(dataDir, "parley.db")}`;

/** Runs a statement on a Postgres database. */
export async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
	const client = new SQL(url, { max: 1 });
	try {
		return [...(await client.unsafe(statement))];
	} finally {
		await client.close();
	}
}

/** Runs `parley copy` with the key of a data directory. */
export const copy = (from: string, to: string, dataDir: string, options = ""): Promise<Outcome> =>
	parley(`copy --from ${from} --to ${to} ${options}`, dataDir);

/** Returns all rows of a database that a copy has, see {@link linesOf}. */
export async function linesIn(url: string): Promise<Record<string, string[]>> {
	const reader = await openPortableReader(url);
	try {
		return await linesOf(reader);
	} finally {
		await reader.close();
	}
}
