import { type Column, type SQL, sql } from "drizzle-orm";

/** Whether a column, or an expression over columns, holds `text` as it is: `%` and `_` match themselves alone. */
export const containsText = (column: Column | SQL, text: string): SQL =>
	sql`${column} like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
