/** What is stored sealed is known to whoever replaces the encryption key. */
import { describe, expect, test } from "bun:test";
import { declarationOf } from "#db/declarations";
import { describeParley } from "#src/cli/openapi";
import { loadConfig } from "#src/config";
import { TABLES } from "../support/fill-tables.ts";

const { services } = describeParley(loadConfig(() => undefined, [], false));
const columns = TABLES.flatMap(({ name, columns }) =>
	Object.entries(columns).map(([property, column]) => {
		const { sealed } = declarationOf(column);
		return { path: `${name}.${property}`, property, column, table: columns, sealed };
	}),
);
const sealed = columns.filter((column) => column.sealed !== undefined);

/** What is sealed within JSON, which no column says: the payloads of some jobs. */
const WITHIN_JSON = "jobs.payload";

describe("a sealed column", () => {
	test("is declared in the schema", () => {
		const named = columns.filter(({ property }) => /sealed/i.test(property));

		expect(named.length).toBeGreaterThan(6);
		expect(named.filter((column) => column.sealed === undefined).map(({ path }) => path)).toEqual([]);
	});

	test("is contributed by the module that writes it", () => {
		const contributed = services.contributions.flatMap((each) => each.sealed ?? []).map(({ column }) => column.name);

		expect(contributed.filter((name) => name !== WITHIN_JSON).sort()).toEqual(sealed.map(({ path }) => path).sort());
	});

	test("can be empty, with what goes with it, unless its row is deleted when the key is lost", () => {
		const cleared = sealed.flatMap(({ path, property, table, sealed: lost }) =>
			lost === undefined || lost === "row" ? [] : [property, ...lost].map((name) => [path, table[name]?.notNull]),
		);

		expect(cleared.filter(([, notNull]) => notNull !== false)).toEqual([]);
	});
});
