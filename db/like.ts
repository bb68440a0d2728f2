import { type Column, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Returns the pattern for text that contains `text` literally: `%` and `_` only match themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Returns the condition that a column, or an expression over columns, matches a pattern of {@link containing}. */
export const isLike = (column: Column | SQL, pattern: SQLWrapper): SQL => sql`${column} like ${pattern} escape '\\'`;
