import { describe, expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { conflictOf, errorCode, isUnavailable, openStore, StoreFailedError } from "#db/store";

const sqlite = (code: string) => Object.assign(new Error("x"), { code, errno: 1 });
const postgres = (state: string) => Object.assign(new Error("x"), { code: "ERR_POSTGRES_SERVER_ERROR", errno: state });
const withName = (make: (code: string) => Error) => (code: string) => [code, make(code)] as const;

describe("errorCode", () => {
	test.each([
		["an SQLite result", sqlite("SQLITE_CONSTRAINT_UNIQUE"), "SQLITE_CONSTRAINT_UNIQUE"],
		["an SQLSTATE", postgres("23505"), "23505"],
		["a cause of a cause", new Error("a", { cause: new Error("b", { cause: postgres("40001") }) }), "40001"],
		[
			"a lost connection",
			Object.assign(new Error(), { code: "ERR_POSTGRES_CONNECTION_CLOSED" }),
			"ERR_POSTGRES_CONNECTION_CLOSED",
		],
		["an error of ours", new Error("no code"), undefined],
		["nothing", undefined, undefined],
		["a string", "SQLITE_FULL", undefined],
	])("finds the code of %s", (_name, error, code) => {
		const found = errorCode(error);

		expect(found).toBe(code);
	});
});

describe("conflictOf", () => {
	test.each([
		["SQLITE_CONSTRAINT_PRIMARYKEY", "unique"],
		["SQLITE_CONSTRAINT_FOREIGNKEY", "foreign_key"],
		["SQLITE_CONSTRAINT_CHECK", "check"],
		["SQLITE_CONSTRAINT_NOTNULL", "not_null"],
		["SQLITE_FULL", undefined],
	] as const)("names the constraint behind %s", (code, conflict) => {
		const found = conflictOf(sqlite(code));

		expect(found).toBe(conflict);
	});
});

describe("isUnavailable", () => {
	test.each([
		...["SQLITE_FULL", "SQLITE_BUSY_SNAPSHOT", "SQLITE_READONLY_DBMOVED", "SQLITE_IOERR_FSYNC"].map(withName(sqlite)),
		...["53300", "57P01", "57014", "08006", "58030", "25006", "25P03", "40001", "55P03"].map(withName(postgres)),
		["a refused connection", Object.assign(new Error(), { code: "ECONNREFUSED" })] as const,
		["a failed store", new Error("outer", { cause: new StoreFailedError("the log is not on disk") })] as const,
	])("is true of %s", (_name, error) => {
		const unavailable = isUnavailable(error);

		expect(unavailable).toBe(true);
	});

	test.each([
		...["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_ERROR"].map(withName(sqlite)),
		...["42601", "25P02"].map(withName(postgres)),
		["a bug", new Error("bug")] as const,
		["nothing", null] as const,
	])("is false of %s", (_name, error) => {
		const unavailable = isUnavailable(error);

		expect(unavailable).toBe(false);
	});
});

describe("openStore", () => {
	test("refuses a URL of another engine than this process was started for", async () => {
		const other = dialect === "sqlite" ? "postgres://127.0.0.1:1/x" : "file:/nowhere/data.db";

		const opening = openStore({ url: other });

		await expect(opening).rejects.toThrow("DATABASE_URL");
	});

	if (dialect === "postgres") {
		test("is unavailable where no server listens", async () => {
			const error = await openStore({ url: "postgres://postgres@127.0.0.1:1/none" }).catch((reason: unknown) => reason);

			expect(isUnavailable(error)).toBe(true);
		});
	}
});
