/** What is stored sealed is known to whoever replaces the encryption key. */
import { expect, test } from "bun:test";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#db/schema";
import { describeParley } from "#src/cli/openapi";
import { loadConfig } from "#src/config";

test("every sealed column is contributed by the module that writes it", () => {
	const { services } = describeParley(loadConfig(() => undefined, [], false));
	const tables = Object.values(schema).filter((each) => is(each, SQLiteTable));
	const sealed = tables.flatMap((table) =>
		Object.keys(getTableColumns(table))
			.filter((column) => /sealed/i.test(column))
			.map((column) => `${getTableName(table)}.${column}`),
	);

	const contributed = services.contributions.flatMap((each) => each.sealed ?? []).map(({ column }) => column.name);

	expect(sealed.length).toBeGreaterThan(6);
	expect(sealed.filter((name) => !contributed.includes(name))).toEqual([]);
});
