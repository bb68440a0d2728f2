import { Database, type Statement } from "bun:sqlite";
import { spyOn } from "bun:test";
import { dialect } from "#db/dialect";
import { openStore, type Store } from "#db/store";
import { openPostgresWire, roundTripsOf } from "./postgres-wire.ts";

/** A store that counts what it asks its database. */
export interface CountedStore extends Store {
	/** Returns the number of questions since the last call: statements of SQLite, round trips to Postgres. */
	asked(): number;
}

/** Opens a second store on a database. */
export const openCountedStore = (url: string): Promise<CountedStore> =>
	dialect === "sqlite" ? openCountedSqlite(url) : openCountedPostgres(url);

async function openCountedPostgres(url: string): Promise<CountedStore> {
	const wire = openPostgresWire(url);
	const store = await openStore({ url: wire.url });
	return {
		...store,
		asked: () => roundTripsOf(wire.take()),
		async close() {
			await store.close();
			wire.close();
		},
	};
}

/** Asked at arrival whether another process has written, at most once a millisecond: part of every request. */
const FOREIGN_WRITES = "PRAGMA data_version";

async function openCountedSqlite(url: string): Promise<CountedStore> {
	let count = 0;
	const add = (text: string) => {
		if (text !== FOREIGN_WRITES) count++;
	};
	const { prepare, run } = Database.prototype;
	function countedPrepare(this: Database, text: string): Statement {
		const statement = prepare.call(this, text);
		for (const method of ["all", "get", "run", "values"] as const) {
			const execute = statement[method].bind(statement) as (...values: unknown[]) => unknown;
			const counted = (...values: unknown[]) => {
				add(text);
				return execute(...values);
			};
			Object.assign(statement, { [method]: counted });
		}
		return statement;
	}
	function countedRun(this: Database, text: string) {
		add(text);
		return run.call(this, text);
	}
	const spies = [
		spyOn(Database.prototype, "prepare").mockImplementation(countedPrepare as typeof prepare),
		spyOn(Database.prototype, "run").mockImplementation(countedRun),
	];
	const store = await openStore({ url });
	return {
		...store,
		asked() {
			const asked = count;
			count = 0;
			return asked;
		},
		async close() {
			await store.close();
			for (const spy of spies) spy.mockRestore();
		},
	};
}
