/**
 * When a row is deleted, SQLite looks for those that refer to it, without statistics: by all columns of the foreign key, or
 * it reads all rows of the organization.
 */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { migrateSqlite } from "#db/sqlite/migrate";

interface ForeignKey {
	readonly child: string;
	readonly parent: string;
	/** Of the child, separated by commas. */
	readonly columns: string;
}

let database: Database;
beforeEach(() => {
	database = new Database(":memory:");
	migrateSqlite(database);
});
afterEach(() => database.close());

const foreignKeys = () =>
	database
		.query<ForeignKey, []>(
			`SELECT t.name AS child, k."table" AS parent, group_concat(k."from", ',' ORDER BY k.seq) AS columns
			FROM sqlite_schema t, pragma_foreign_key_list(t.name) k WHERE t.type = 'table' GROUP BY t.name, k.id`,
		)
		.all();

const planOf = (text: string): string[] =>
	database
		.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`)
		.all()
		.map(({ detail }) => detail);

/** Returns how SQLite finds the rows of a key: to check them, which the plan of its parent shows, and to delete them, which it does not. */
function stepsOf({ child, parent, columns }: ForeignKey): string[] {
	const [, ...checks] = planOf(`DELETE FROM "${parent}" WHERE true`);
	const isOfKey = columns.split(",").map((column) => `"${column}" = ?`);
	const [deletion = ""] = planOf(`DELETE FROM "${child}" WHERE ${isOfKey.join(" AND ")}`);
	return [...checks.filter((step) => step.split(" ")[1] === child), deletion];
}

function faults(): string[] {
	return foreignKeys().flatMap((key) => {
		const isByAll = (step: string) =>
			step.startsWith("SEARCH ") && key.columns.split(",").every((column) => step.includes(`${column}=?`));
		const steps = stepsOf(key).filter((step) => !isByAll(step));
		return steps.map((step) => `${key.child} (${key.columns}) of ${key.parent}: ${step}`);
	});
}

test("rows that refer to another are found by all columns of the foreign key", () => {
	const found = faults();

	expect(foreignKeys().length).toBeGreaterThan(90);
	expect(foreignKeys().filter((key) => stepsOf(key).length < 2)).toEqual([]);
	expect(found).toEqual([]);
});

test.each([
	["an index of some rows", "", "WHERE role = 'host'"],
	["one that a clustered table prefers its own key to", ", WITHOUT ROWID", ""],
])("%s is not enough", (_name, kind, where) => {
	database.run(
		`CREATE TABLE planted (org_id TEXT NOT NULL, id TEXT NOT NULL, workspace_id TEXT NOT NULL, role TEXT NOT NULL,
		PRIMARY KEY (org_id, id), FOREIGN KEY (org_id, workspace_id) REFERENCES workspaces (org_id, id)) STRICT${kind}`,
	);
	database.run(`CREATE INDEX planted_of_workspace ON planted (org_id, workspace_id) ${where}`);

	const found = faults();

	expect(found).toHaveLength(2);
	for (const fault of found) expect(fault).toMatch(/^planted .* of workspaces: SEARCH planted USING .* \(org_id=\?\)$/);
});
