import type { Dialect } from "#db/dialect";

/**
 * What a plan does that takes longer when a table grows:
 * - `scan`: reads a whole table or index;
 * - `filter`: finds rows by an index, and drops those that other conditions exclude;
 * - `all`: reads every row an index finds, without a LIMIT;
 * - `sort`: sorts what it has read;
 * - `offset`: reads rows to skip them;
 * - `order`: the statistics decide which table of a join SQLite reads first.
 */
export type Kind = "scan" | "filter" | "all" | "sort" | "offset" | "order";

/** Something that a plan does with a table. */
export interface Finding {
	readonly engine: Dialect;
	readonly kind: Kind;
	readonly table: string;
	/** The step of the plan, in the words of the engine. */
	readonly step: string;
	/** The statement, normalized. */
	readonly statement: string;
}
