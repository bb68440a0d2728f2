import { eq, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { type ConfigurationRow, configurations } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { ReadDb } from "#db/store";

/** Key of the only row. */
export const KEY = "installation";

/**
 * Selects the id of the content of the configuration together with the rows of a statement: one look at one row, whatever
 * the configuration contains.
 */
export const contentId = sql<string>`coalesce((select ${configurations.contentId} from ${configurations} where ${configurations.key} = 'installation'), 'default')`;

type ByKey = Bound<{ readonly key: string }>;
const select = (db: ReadDb, { key }: ByKey) =>
	db.select().from(configurations).where(eq(configurations.key, key)).limit(1);

/** Reads the configuration; undefined while nothing was ever changed. */
export const findConfiguration = readRow(select);

/** Reads the same, and locks it until the transaction ends. */
export const lockConfiguration = readRow((tx, key: ByKey) => forUpdate(select(tx, key)));

/** Inserts the configuration unless there is one. */
export const insertConfiguration = write((tx, row: Bound<ConfigurationRow>) =>
	tx.insert(configurations).values(row).onConflictDoNothing(),
);

/** Replaces the configuration. */
export const updateConfiguration = write((tx, { key, ...values }: Bound<ConfigurationRow>) =>
	tx.update(configurations).set(values).where(eq(configurations.key, key)),
);
