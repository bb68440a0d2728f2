/**
 * Returns what background work of a module is still to remove of what was purged in an organization: rows, or, when these
 * are gone, what they have left in a file; null: nothing.
 * @param sinceMs since when no rows were left, in Unix ms; null: they were at the last look, or nobody has looked
 */
export type Remains = (orgId: string, sinceMs: number | null) => Promise<"rows" | "file" | null>;
