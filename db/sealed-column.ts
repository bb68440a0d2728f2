import { and, asc, eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { once } from "#kernel/once";
import { declarationOf } from "./declarations.ts";
import { allTables } from "./portable/tables.ts";
import type { Db, ReadDb } from "./store.ts";

/** A sealed text where it is stored. */
export interface SealedText {
	/** Values of the key of its row. */
	readonly key: readonly string[];
	readonly sealed: string;
	/** The columns of the row that say where it is, as text. */
	readonly place: Readonly<Record<string, string>>;
}

/** A column of sealed texts, to be sealed again with another key. */
export interface SealedColumn {
	/** Table and column, such as `totp_secrets.secretSealed`. */
	readonly name: string;
	/** Reads up to `limit` rows in the order of the key, after a row; fewer when there are no more. */
	next(acrossTenants: ReadDb, after: readonly string[] | null, limit: number): Promise<SealedText[]>;
	/** Replaces a text, unless it has changed since. */
	replace(tx: Db, text: SealedText, sealed: string): Promise<void>;
	/** Removes a text that can no longer be opened, or its row. */
	forget(tx: Db, text: SealedText): Promise<void>;
}

/** Options of {@link sealedColumn}. */
interface SealedColumnOptions<Table extends SQLiteTable> {
	/** Columns besides the key that say where a text is. */
	readonly place?: readonly (keyof Table["_"]["columns"] & string)[];
	/** The values of a row whose text is lost; default: as its column is declared. */
	readonly whenLost?: (text: SealedText) => Partial<Table["$inferInsert"]>;
}

/** Describes a column that the schema declares `sealed`. */
export function sealedColumn<Table extends SQLiteTable>(
	table: Table,
	column: keyof Table["_"]["columns"] & string,
	{ place = [], whenLost }: SealedColumnOptions<Table> = {},
): SealedColumn {
	const columns = getTableColumns(table) as Readonly<Record<string, SQLiteColumn>>;
	const at = (name: string): SQLiteColumn => {
		const found = columns[name];
		if (found === undefined) throw new Error(`the table has no column ${name}`);
		return found;
	};
	const lost = declarationOf(at(column)).sealed;
	if (lost === undefined) throw new Error(`the column ${column} is not declared to be sealed`);
	const keyNames = once(() => {
		const { key = [], columns = [] } = allTables().find(({ name }) => name === getTableName(table)) ?? {};
		return key.map((place) => columns[place]?.property ?? "");
	});
	const isRow = (text: SealedText) =>
		and(...keyNames().map((name, index) => eq(at(name), text.key[index])), eq(at(column), text.sealed));
	return {
		name: `${getTableName(table)}.${column}`,
		async next(acrossTenants, after, limit) {
			const key = keyNames();
			const keys = key.map(at);
			const tuple = (values: readonly unknown[]) =>
				sql`(${sql.join(
					values.map((value) => sql`${value}`),
					sql`, `,
				)})`;
			const rows: Record<string, unknown>[] = await acrossTenants
				.select(Object.fromEntries([...key, column, ...place].map((name) => [name, at(name)])))
				.from(table)
				.where(after === null ? undefined : sql`${tuple(keys)} > ${tuple(after)}`)
				.orderBy(...keys.map((each) => asc(each)))
				.limit(limit);
			return rows.map((row) => ({
				key: key.map((name) => String(row[name])),
				sealed: row[column] == null ? "" : String(row[column]),
				place: Object.fromEntries([...key, ...place].map((name) => [name, String(row[name])])),
			}));
		},
		async replace(tx, text, sealed) {
			await tx
				.update(table)
				.set({ [column]: sealed } as never)
				.where(isRow(text));
		},
		async forget(tx, text) {
			if (lost === "row") {
				await tx.delete(table).where(isRow(text));
				return;
			}
			const values = whenLost?.(text) ?? Object.fromEntries([column, ...lost].map((name) => [name, null]));
			await tx
				.update(table)
				.set(values as never)
				.where(isRow(text));
		},
	};
}
