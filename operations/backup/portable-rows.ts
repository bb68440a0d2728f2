import { COPY_MARK, migrations, pendingMigrations } from "#db/migrations";
import type { PortableRow, PortableTable, PortableWriter } from "#db/portable";
import { decodeRow, encodeRow, openPortableReader, openPortableWriter, pagesOf, portableTables } from "#db/portable";
import { SetupError } from "#kernel/setup-error";
import { DamagedBackupError } from "./seal.ts";

/** Rows that are inserted at once. */
const BATCH = 500;
/** How long the server may take to notice that a process that was killed has gone, in ms. */
const LEAVING_MS = 5_000;

/** Yields all rows of a database as they are at one moment, while others write: the name of each table, then its rows. */
export async function* readRows(url: string): AsyncGenerator<Uint8Array> {
	const reader = await openPortableReader(url);
	try {
		await reader.freeze({ exclusive: false });
		for (const table of portableTables()) {
			yield Buffer.from(`${JSON.stringify(table.name)}\n`);
			for await (const rows of pagesOf(reader, table)) yield Buffer.from(`${rows.map(encodeRow).join("\n")}\n`);
		}
	} finally {
		await reader.close();
	}
}

/**
 * Fills a database with rows of {@link readRows}. Until all are there, no program opens it; killed, it is called again.
 * @param replace whether rows that are there may be removed
 * @param prepare called before the first change, once nothing keeps the database from being filled
 * @param extra rows to be added, by the name of their table
 * @throws SetupError when there are some, or somebody uses the database
 */
export async function writeRows(
	url: string,
	content: AsyncIterable<Uint8Array>,
	{
		replace,
		id,
		prepare,
		extra,
	}: {
		readonly replace: boolean;
		readonly id: string;
		readonly prepare: () => Promise<void>;
		readonly extra: Readonly<Record<string, readonly PortableRow[]>>;
	},
): Promise<void> {
	const writer = await openPortableWriter(url);
	try {
		await assertFree(writer, replace);
		await prepare();
		const note = { name: "restore", value: id };
		await writer.begin(note);
		await writer.clear();
		for await (const { table, rows } of batchesOf(content)) await writer.insert(table, rows, note);
		for (const [name, rows] of Object.entries(extra))
			for (let at = 0; at < rows.length; at += BATCH)
				await writer.insert(tableOf(name), rows.slice(at, at + BATCH), note);
		await writer.finish();
	} finally {
		await writer.close();
	}
}

/** Asserts that a database may be filled: nobody uses it, and it is empty, may be replaced, or was filled in part. */
async function assertFree(writer: PortableWriter, replace: boolean): Promise<void> {
	await assertUnused(writer);
	const isUnfinished = (await writer.notes()) !== null;
	if (isUnfinished) return assertSameVersion(writer);
	await writer.migrate();
	if (!replace && (await writer.findFilled()) !== null)
		throw new SetupError("there is an installation in the database: add --replace to replace it.");
}

async function assertUnused(writer: PortableWriter): Promise<void> {
	for (const startMs = performance.now(); ; await Bun.sleep(100)) {
		const others = await writer.others();
		if (others.length === 0) return;
		if (performance.now() - startMs > LEAVING_MS)
			throw new SetupError(`the database is in use by ${others.join(", ")}: stop every server first.`);
	}
}

async function assertSameVersion(writer: PortableWriter): Promise<void> {
	const applied = (await writer.applied()).filter(({ tag }) => tag !== COPY_MARK);
	if (pendingMigrations(migrations[writer.dialect], applied).length > 0)
		throw new SetupError("an older version has begun to fill the database: use that one, or an empty database.");
}

function tableOf(name: unknown): PortableTable {
	const table = portableTables().find((each) => each.name === name);
	if (table === undefined) throw new DamagedBackupError(`the backup has an unknown table: ${String(name)}`);
	return table;
}

/** Returns a row of a table with some columns, the others being null. */
export const rowOf = (name: string, values: Readonly<Record<string, string | number | null>>): PortableRow =>
	tableOf(name).columns.map(({ property }) => values[property] ?? null);

interface Batch {
	readonly table: PortableTable;
	readonly rows: readonly PortableRow[];
}

/** Reads rows in batches of one table each. @throws DamagedBackupError for what is no row of a table of this program */
export async function* batchesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Batch> {
	let table: PortableTable | null = null;
	let rows: PortableRow[] = [];
	for await (const line of linesOf(content)) {
		if (line.startsWith("[") && table) rows.push(decodeRow(table, line));
		const isNext = !line.startsWith("[");
		if (table && rows.length > 0 && (isNext || rows.length === BATCH)) {
			yield { table, rows };
			rows = [];
		}
		if (isNext) table = tableOf(JSON.parse(line));
	}
	if (table && rows.length > 0) yield { table, rows };
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = "";
	for await (const bytes of content) {
		const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
}
