import {
	encodeRow,
	type PortableReader,
	type PortableRow,
	type PortableTable,
	type PortableValue,
	type PortableWriter,
	pagesOf,
	portableTables,
	RowDigest,
} from "#db/portable";

/** Returns the table with this name. */
export function tableOf(name: string): PortableTable {
	const table = portableTables().find((each) => each.name === name);
	if (table === undefined) throw new Error(`there is no table ${name}`);
	return table;
}

/** Returns a row of a table with these values by property, and null in the other columns. */
export const rowOf = ({ columns }: PortableTable, values: Readonly<Record<string, PortableValue>>): PortableRow =>
	columns.map(({ property }) => values[property] ?? null);

/** Copies the rows of all tables, as a copy that nothing interrupts. */
export async function copyRows(from: PortableReader, to: PortableWriter): Promise<void> {
	await to.migrate();
	await to.begin({ name: "test", value: "begun" });
	for (const table of portableTables())
		for await (const rows of pagesOf(from, table)) await to.insert(table, rows, { name: "test", value: table.name });
	await to.finish();
}

/** Returns the rows of all tables as lines, sorted, by the table's name. */
export async function linesOf(reader: PortableReader): Promise<Record<string, string[]>> {
	const lines: Record<string, string[]> = {};
	for (const table of portableTables()) {
		const found: string[] = [];
		for await (const rows of pagesOf(reader, table)) found.push(...rows.map(encodeRow));
		lines[table.name] = found.sort();
	}
	return lines;
}

/** Returns the digests of all tables, by name. */
export async function digestsOf(reader: PortableReader): Promise<Record<string, string>> {
	const digests: Record<string, string> = {};
	for (const table of portableTables()) {
		const digest = new RowDigest();
		for await (const rows of pagesOf(reader, table)) for (const row of rows) digest.add(encodeRow(row));
		digests[table.name] = `${digest.rows} ${digest.hex}`;
	}
	return digests;
}
