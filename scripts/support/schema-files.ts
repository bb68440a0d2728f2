/** What `bun run generate` writes beside migrations: the index of the schema, and rows to try later migrations on. */
import { readdirSync } from "node:fs";

/** Files of `db/schema` that declare no table. */
const HELPERS = ["index.ts", "of-tenant.ts"];

/** Returns the content of `db/schema/index.ts`. @param folder `db/schema` */
export function schemaIndexOf(folder: string): string {
	const files = readdirSync(folder).filter((file) => !HELPERS.includes(file));
	return `/** Every table of the product: \`bun run generate\` writes this file. */\n${files
		.sort()
		.map((file) => `export * from "./${file}";\n`)
		.join("")}`;
}

/** The tables of a snapshot of Postgres, by schema and name. */
export type PostgresTables = Readonly<
	Record<string, { readonly name: string; readonly columns: Readonly<Record<string, { readonly type: string }>> }>
>;

/** Values by type; of others a text with the name of the column. */
const VALUES: Readonly<Record<string, string>> = { boolean: "true", jsonb: "'[]'", bytea: "'x'" };

function sampleOf(table: string, column: string, type: string): string {
	if (column === "org_id") return "'org_1'";
	if (column.endsWith("_at_ms")) return "1700000000123";
	if (/int/.test(type)) return "1";
	return VALUES[type] ?? `'${table} ${column}'`;
}

/** Returns a row of each table that one snapshot has and another has not, in SQL that both engines read. */
export function rowsOfNewTables(before: PostgresTables, after: PostgresTables): string {
	return Object.entries(after)
		.filter(([key]) => !(key in before))
		.map(([, { name, columns }]) => {
			const entries = Object.entries(columns);
			const names = entries.map(([column]) => column).join(", ");
			const values = entries.map(([column, { type }]) => sampleOf(name, column, type)).join(", ");
			return `INSERT INTO ${name} (${names})\nVALUES (${values});\n`;
		})
		.join("");
}
