import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { dialectOf } from "#db/dialect";
import { openPortableReader, openPortableWriter, type PortableReader, type PortableWriter } from "#db/portable";
import { pathOf } from "#db/sqlite/connection";
import { AppError } from "#kernel/errors";
import { inEnglish } from "#kernel/texts";
import type { CopiedDatabase, LockFile } from "./ports.ts";

/** A database to which nobody else has access, as far as this can be known. */
export interface Access<Database> {
	readonly database: Database;
	/** Closes it and lets others have it. */
	release(): Promise<void>;
}

/** How long a command that has ended may still be connected, in ms; a copy that was killed, until its last statement has ended. */
const [LEAVING_MS, KILLED_MS] = [1_000, 5_000];

/**
 * Opens the source, which no server may use meanwhile.
 * @throws AppError while one does, or when there is no such database
 */
export function openSource(from: CopiedDatabase, lockFile: LockFile): Promise<Access<PortableReader>> {
	if (dialectOf(from.url) === "sqlite" && !existsSync(pathOf(from.url)))
		throw new AppError("not_found", inEnglish(`There is no database ${from.name}.`));
	return open(from, lockFile, openPortableReader);
}

/** Opens the target; see {@link openSource}. A SQLite file is created, with its folder. */
export function openTarget(to: CopiedDatabase, lockFile: LockFile): Promise<Access<PortableWriter>> {
	if (dialectOf(to.url) === "sqlite") mkdirSync(dirname(resolve(pathOf(to.url))), { recursive: true, mode: 0o700 });
	return open(to, lockFile, openPortableWriter);
}

async function open<Database extends PortableReader>(
	{ url, name }: CopiedDatabase,
	lockFile: LockFile,
	connect: (url: string) => Promise<Database>,
): Promise<Access<Database>> {
	const lock = dialectOf(url) === "sqlite" ? lockFile(url) : undefined;
	if (lock === null) throw inUse(name, "by a server or another copy");
	try {
		const database = await connect(url).catch((cause: unknown) => {
			throw new Error(`the database ${name} cannot be opened`, { cause });
		});
		const access = {
			database,
			async release() {
				await database.close();
				lock?.release();
			},
		};
		await assertAlone(database, name).catch(async (error: unknown) => {
			await database.close();
			throw error;
		});
		return access;
	} catch (error) {
		lock?.release();
		throw error;
	}
}

async function assertAlone(database: PortableReader, name: string): Promise<void> {
	const startMs = performance.now();
	for (;;) {
		const others = await database.others();
		if (others.length === 0) return;
		const isServed = others.includes("parley");
		if (performance.now() - startMs > (isServed ? LEAVING_MS : KILLED_MS))
			throw inUse(name, isServed ? `by a server (${others.length} connections)` : "by another copy");
		await Bun.sleep(100);
	}
}

const inUse = (name: string, by: string): AppError =>
	new AppError("unavailable", inEnglish(`${name} is in use ${by}: stop it first.`));

/** Whether two URLs name the same database, as far as they tell. */
export function isSameDatabase(a: string, b: string): boolean {
	if (dialectOf(a) !== dialectOf(b)) return false;
	if (dialectOf(a) === "sqlite") return realPathOf(pathOf(a)) === realPathOf(pathOf(b));
	const placeOf = (url: string) => {
		const { hostname, port, pathname } = new URL(url);
		return `${hostname}:${port || "5432"}${pathname}`;
	};
	return placeOf(a) === placeOf(b);
}

const realPathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));
