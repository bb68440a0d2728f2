import { id, index, instant, int, table } from "../dsl.ts";

/**
 * How often something was tried, for the limits that hold for all instances of an installation together. Rows are of use until
 * their window is over. Used on Postgres alone: SQLite has one process, which counts in its memory.
 */
export const rateWindows = table(
	"rate_windows",
	{
		/** SHA-256 of the policy's name and the key, hex: addresses of people are not stored. */
		keyHash: id().primaryKey(),
		/** Requests counted in the window. */
		count: int().notNull(),
		/** How long the window is, in ms: the one that follows an exhausted one is longer. */
		lengthMs: int().notNull(),
		/** When it ends, by the clock of the database. It tells the window from the others of its key. */
		endsAtMs: instant().notNull(),
		/** When the last request was counted. */
		countedAtMs: instant().notNull(),
		/** Until when it matters: its end, or later when it determines the length of the next one. */
		keepUntilMs: instant().notNull(),
	},
	(t) => [index("rate_windows_by_end").on(t.keepUntilMs)],
);

/** A window as stored. */
export type RateWindowRow = typeof rateWindows.$inferSelect;
