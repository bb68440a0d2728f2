import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { dialect } from "#db/dialect";
import { checksumOf, migrations } from "#db/migrations";
import { inPortions, type RunPortions } from "#db/portions";
import {
	type AcrossTenants,
	type Db,
	errorCode,
	openStore,
	type Store,
	type StoreOptions,
	type WriteHandle,
} from "#db/store";
import { readVariable } from "#kernel/env";
import { keptPath } from "./kept-files.ts";
import { uncollected } from "./statement-log.ts";

/** A temporary database: empty, or migrated. */
export interface TestDatabase {
	readonly url: string;
	/** Removes it. Close all connections before. */
	drop(): Promise<void>;
}

/** A store with unrestricted write access, which no part of the program has. */
export interface WritableStore extends Store, WriteHandle {
	readonly db: Db;
	readonly acrossTenants: AcrossTenants & Pick<WriteHandle, "db">;
}

/** A store on a fresh, migrated database, which is removed when the store is closed. */
export interface TestStore extends WritableStore {
	/** URL for a second store, or a program, on the same database. */
	readonly url: string;
	/** The same store for the program, whose statements are collected; those of the tests are not. */
	readonly program: Store;
}

/** Returns the same store with write access, for the statements of a test. */
export function writable(store: Store): WritableStore {
	const { db, tx } = store.writing("change");
	const { within, db: acrossTenants } = store.acrossTenants;
	return { ...store, tx, db: uncollected(db), acrossTenants: { within, db: uncollected(acrossTenants as Db) } };
}

/** Returns the function by which a cleanup runs its portions. */
export const runPortions =
	({ tx }: WriteHandle): RunPortions =>
	(portion) =>
		inPortions<Db>(tx, portion);

/** Opens a store on a temporary database of the engine selected by `DATABASE_URL`. Takes a few milliseconds. */
export async function openTestStore(options: Partial<Omit<StoreOptions, "url">> = {}): Promise<TestStore> {
	const database = await createTestDatabase("migrated");
	const program = await openStore({ ...options, url: database.url });
	return {
		...writable(program),
		url: database.url,
		program,
		async close() {
			await program.close();
			await database.drop();
		},
	};
}

/** Creates a database: `migrated` is a copy of a template that is created once, `empty` has no tables. */
export async function createTestDatabase(content: "migrated" | "empty"): Promise<TestDatabase> {
	return dialect === "sqlite" ? createFile(content) : createOnServer(content);
}

/** Returns a digest of the migrations for the template's name, so that no outdated template is reused. */
const schemaDigest = () =>
	new Bun.CryptoHasher("sha256").update(migrations[dialect].map(checksumOf).join()).digest("hex").slice(0, 8);

let templateFile: Promise<string> | undefined;

/** Creates the template file, kept between runs; moved into place atomically, so that concurrent runs can share it. */
async function makeTemplateFile(): Promise<string> {
	const path = keptPath(`template-${schemaDigest()}.db`);
	if (existsSync(path)) return path;
	const folder = mkdtempSync(join(tmpdir(), "parley-template-"));
	const draft = join(folder, "template.db");
	await (await openStore({ url: draft })).close();
	renameSync(draft, path);
	rmSync(folder, { recursive: true });
	return path;
}

async function createFile(content: "migrated" | "empty"): Promise<TestDatabase> {
	const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
	const path = join(folder, "data.db");
	if (content === "migrated") {
		templateFile ??= makeTemplateFile();
		copyFileSync(await templateFile, path);
	}
	return {
		url: `file:${path}`,
		async drop() {
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function serverUrl(database?: string): string {
	const url = new URL(readVariable("DATABASE_URL") ?? "");
	if (database !== undefined) url.pathname = `/${database}`;
	return url.href;
}

/** Runs a statement on the server itself. */
async function onServer(statement: string): Promise<void> {
	const server = new SQL(serverUrl(), { max: 1 });
	try {
		await server.unsafe(statement);
	} finally {
		await server.close();
	}
}

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
	const name = `parley_template_${schemaDigest()}`;
	await onServer(`CREATE DATABASE ${name}`).catch((error: unknown) => {
		if (!["42P04", "23505"].includes(errorCode(error) ?? "")) throw error; // Another test process was first.
	});
	await (await openStore({ url: serverUrl(name) })).close();
	return name;
}

async function createOnServer(content: "migrated" | "empty"): Promise<TestDatabase> {
	const name = `parley_test_${Bun.randomUUIDv7().replaceAll("-", "")}`;
	if (content === "empty") await onServer(`CREATE DATABASE ${name}`);
	else {
		template ??= makeTemplate();
		await cloneTemplate(await template, name);
	}
	return {
		url: serverUrl(name),
		drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`),
	};
}

/** Copies the template once no other process is connected to it (55006): file by file, a quarter of the work of logging it. */
async function cloneTemplate(from: string, name: string): Promise<void> {
	const deadline = performance.now() + 10_000;
	for (;;) {
		try {
			return await onServer(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
		} catch (error) {
			if (errorCode(error) !== "55006" || performance.now() > deadline) throw error;
		}
		await Bun.sleep(20);
	}
}
