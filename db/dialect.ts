import { readVariable } from "#kernel/env";

/** Database engines that the schema and the repositories support. */
export type Dialect = "sqlite" | "postgres";

/**
 * Returns the engine of a database URL: `postgres:` and `postgresql:` mean Postgres, anything else is a SQLite file.
 */
export const dialectOf = (url: string): Dialect => (/^postgres(ql)?:/i.test(url) ? "postgres" : "sqlite");

/**
 * The engine of this process. Determined before the schema is evaluated, because tables are declared for one engine.
 */
export const dialect: Dialect = dialectOf(readVariable("DATABASE_URL") ?? "");
