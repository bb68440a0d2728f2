import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * Returns the condition that a column, or an expression over columns, contains `text` literally: `%` and `_` only match
 * themselves.
 */
export const containsText = (column: Column | SQL, text: string): SQL =>
	sql`${column} like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
