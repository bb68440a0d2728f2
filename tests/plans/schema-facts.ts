import type { Database } from "bun:sqlite";

/** An index of a table. */
export interface IndexFacts {
	readonly table: string;
	readonly columns: readonly string[];
	readonly isUnique: boolean;
	/** Columns that the condition of a partial index mentions. */
	readonly conditionColumns: readonly string[];
}

/** Returns the indexes of a migrated SQLite database by name; those of primary keys are included. */
export function readIndexes(database: Database): ReadonlyMap<string, IndexFacts> {
	const rows = database
		.query<{ table: string; name: string; isUnique: number; columns: string; ddl: string | null }, []>(
			`SELECT t.name AS "table", l.name, l."unique" AS isUnique, group_concat(x.name, ',') AS columns, s.sql AS ddl
			FROM sqlite_schema t, pragma_index_list(t.name) l, pragma_index_info(l.name) x
			LEFT JOIN sqlite_schema s ON s.name = l.name WHERE t.type = 'table' GROUP BY l.name`,
		)
		.all();
	return new Map(
		rows.map(({ table, name, isUnique, columns, ddl }) => [
			name,
			{
				table,
				columns: columns.split(","),
				isUnique: isUnique === 1,
				conditionColumns: [...(ddl?.split(" WHERE ")[1] ?? "").matchAll(/"\."(\w+)"/g)].map(
					([, column = ""]) => column,
				),
			},
		]),
	);
}
