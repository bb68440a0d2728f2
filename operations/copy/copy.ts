import {
	encodeRow,
	type PortableReader,
	type PortableRow,
	type PortableTable,
	type PortableWriter,
	pagesOf,
	portableTables,
	RowDigest,
	toStorable,
	unstorableColumns,
} from "#db/portable";
import { AppError } from "#kernel/errors";
import { inEnglish } from "#kernel/texts";
import { isSameDatabase, openSource, openTarget } from "./access.ts";
import { createLogVerifier } from "./logs.ts";
import type { CopiedTable, CopyOptions, CopyReport, LogReport, RowCounts } from "./ports.ts";
import { prepareSource } from "./source.ts";
import { type PreparedTarget, prepareTarget } from "./target.ts";

/**
 * Copies all rows of a database into another one, of the same or the other engine, and compares both. Ended before it is
 * done, in any way, it is called again and goes on; until then no server starts on the target.
 * @throws AppError when source or target cannot be copied from or to, or differ in the end; SetupError when the key is
 * another one
 */
export async function copyDatabase(options: CopyOptions): Promise<CopyReport> {
	if (isSameDatabase(options.from.url, options.to.url))
		throw new AppError("state_conflict", inEnglish("A database cannot be copied into itself."));
	const source = await openSource(options.from, options.lockFile);
	try {
		const { counts, mark } = await prepareSource(source.database, options);
		const target = await openTarget(options.to, options.lockFile);
		try {
			const prepared = await prepareTarget(target.database, mark, options);
			const copy = new Copy(source.database, target.database, counts, options);
			const replaced = await copy.copyRows(prepared);
			const { tables, logs } = await copy.compare();
			await target.database.finish();
			const objects = tables.find(({ name }) => name === "blobs")?.rows ?? 0;
			return { resumed: prepared.resumed, replaced, tables, logs, objects };
		} finally {
			await target.release();
		}
	} finally {
		await source.release();
	}
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

class Copy {
	readonly #source: PortableReader;
	readonly #target: PortableWriter;
	readonly #counts: RowCounts;
	readonly #options: CopyOptions;
	/** Digests of the tables that were read from their first row on. */
	readonly #digests = new Map<PortableTable, RowDigest>();

	constructor(source: PortableReader, target: PortableWriter, counts: RowCounts, options: CopyOptions) {
		this.#source = source;
		this.#target = target;
		this.#counts = counts;
		this.#options = options;
	}

	/** Copies what is missing; returns the number of rows in which characters were replaced. */
	async copyRows({ progressOf }: PreparedTarget): Promise<number> {
		const total = sumOf(this.#counts.values());
		let [done, replaced] = [0, 0];
		for (const table of portableTables()) {
			const { after, rows: before } = progressOf(table);
			const digest = after === null ? new RowDigest() : null;
			let copied = before;
			for await (const page of pagesOf(this.#source, table, after)) {
				const rows = page.map((row) => this.#storable(table, row));
				for (const row of rows) digest?.add(encodeRow(row));
				replaced += rows.filter((row, at) => row !== page[at]).length;
				copied += rows.length;
				await this.#target.insert(table, rows, noteOf(table, page, copied));
				this.#options.onProgress({ step: "copy", table: table.name, rows: done + copied, total });
			}
			done += copied;
			if (digest !== null) this.#digests.set(table, digest);
		}
		return replaced;
	}

	/** Returns a row as the target can store it. @throws AppError when it cannot, unless characters may be replaced */
	#storable(table: PortableTable, row: PortableRow): PortableRow {
		if (this.#target.dialect === "sqlite") return row;
		const columns = unstorableColumns(table, row);
		if (columns.length === 0) return row;
		if (this.#options.replaceInvalid) return toStorable(table, row);
		const which = `the row (${keyTextOf(table, row)}) of ${table.name} has, in ${columns.join(", ")}`;
		throw new AppError(
			"state_conflict",
			inEnglish(
				`Postgres cannot store all characters: ${which}, NUL or half a surrogate pair; add --replace-invalid to copy U+FFFD in their place.`,
			),
		);
	}

	/** Compares all tables, and verifies the logs of the target. @throws AppError that names what differs */
	async compare(): Promise<{ readonly tables: readonly CopiedTable[]; readonly logs: LogReport }> {
		const total = sumOf(this.#counts.values());
		const logs = createLogVerifier();
		const tables: CopiedTable[] = [];
		const differing: string[] = [];
		let done = 0;
		for (const table of portableTables()) {
			const expected = this.#digests.get(table) ?? (await this.#digestOfSource(table));
			const found = new RowDigest();
			for await (const rows of pagesOf(this.#target, table)) {
				for (const row of rows) {
					found.add(encodeRow(row));
					logs.add(table, row);
				}
				this.#options.onProgress({ step: "compare", table: table.name, rows: done + found.rows, total });
			}
			done += found.rows;
			tables.push({ name: table.name, rows: found.rows, digest: found.hex });
			const isSame = expected.rows === found.rows && expected.hex === found.hex;
			if (!isSame) differing.push(`${table.name} (${expected.rows} rows, ${found.rows} in the target)`);
		}
		if (differing.length > 0)
			throw new AppError(
				"state_conflict",
				inEnglish(`The target differs from the source in ${differing.join(", ")}: add --restart to begin again.`),
			);
		return { tables, logs: logs.report() };
	}

	async #digestOfSource(table: PortableTable): Promise<RowDigest> {
		const digest = new RowDigest();
		for await (const rows of pagesOf(this.#source, table))
			for (const row of rows) digest.add(encodeRow(this.#storable(table, row)));
		return digest;
	}
}

const keyTextOf = ({ key }: PortableTable, row: PortableRow): string => key.map((at) => row[at]).join(", ");

/** Returns the note of how far a table was copied. @param page rows as the source has them */
function noteOf(table: PortableTable, page: readonly PortableRow[], rows: number) {
	const last = page.at(-1) ?? [];
	return { name: table.name, value: JSON.stringify({ after: table.key.map((at) => last[at]), rows }) };
}
