import { readVariable } from "#kernel/env";

/** The engines one schema and one set of repositories run on. */
export type Dialect = "sqlite" | "postgres";

/** The engine a database URL asks for: `postgres:` and `postgresql:` mean Postgres, all else is a SQLite file. */
export const dialectOf = (url: string): Dialect => (/^postgres(ql)?:/i.test(url) ? "postgres" : "sqlite");

/** The engine of this process. Fixed before the schema is evaluated, because tables are made for one engine. */
export const dialect: Dialect = dialectOf(readVariable("DATABASE_URL") ?? "");
