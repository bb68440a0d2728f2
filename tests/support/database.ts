import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { dialect } from "#db/dialect";
import { checksumOf, migrations } from "#db/migrations";
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

/** A database of its own: empty, or already migrated. */
export interface TestDatabase {
	readonly url: string;
	/** Removes it. Close what is open on it before. */
	drop(): Promise<void>;
}

/** A store that tests write to as they like, as no part of the program may. */
export interface WritableStore extends Store, WriteHandle {
	readonly db: Db;
	readonly acrossTenants: AcrossTenants & Pick<WriteHandle, "db">;
}

/** A store on a fresh, migrated database, which is removed when the store is closed. */
export interface TestStore extends WritableStore {
	/** For a second store, or a program, on the same database. */
	readonly url: string;
}

/** The same store, to be written to. */
export function writable(store: Store): WritableStore {
	const { within, db } = store.acrossTenants;
	return { ...store, ...store.writing("change"), acrossTenants: { within, db: db as Db } };
}

/** Opens a store on a database nobody else uses, on the engine `DATABASE_URL` picks. Takes a few milliseconds. */
export async function openTestStore(options: Partial<Omit<StoreOptions, "url">> = {}): Promise<TestStore> {
	const database = await createTestDatabase("migrated");
	const store = writable(await openStore({ ...options, url: database.url }));
	return {
		...store,
		url: database.url,
		async close() {
			await store.close();
			await database.drop();
		},
	};
}

/** Makes a database: `migrated` is a copy of a template that is made once, `empty` has nothing in it. */
export async function createTestDatabase(content: "migrated" | "empty"): Promise<TestDatabase> {
	return dialect === "sqlite" ? createFile(content) : createOnServer(content);
}

/** What a template is named after, so that one that lives on does not hand out yesterday's schema. */
const schemaDigest = () =>
	new Bun.CryptoHasher("sha256").update(migrations[dialect].map(checksumOf).join()).digest("hex").slice(0, 8);

let templateFile: Promise<string> | undefined;

/** Kept from run to run, named after the migrations; moved into place whole, so that runs side by side may share it. */
async function makeTemplateFile(): Promise<string> {
	const path = join(tmpdir(), `parley-template-${schemaDigest()}.db`);
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

/** One statement on the server itself. */
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

/** Copies the template, as soon as no other process is connected to it (55006). */
async function cloneTemplate(from: string, name: string): Promise<void> {
	const deadline = performance.now() + 10_000;
	for (;;) {
		try {
			return await onServer(`CREATE DATABASE ${name} TEMPLATE ${from}`);
		} catch (error) {
			if (errorCode(error) !== "55006" || performance.now() > deadline) throw error;
		}
		await Bun.sleep(20);
	}
}
