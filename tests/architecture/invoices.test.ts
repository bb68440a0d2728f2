import { describe, expect, test } from "bun:test";
import { places, readSources } from "./source-files.ts";

const sources = await readSources("{src,operations,adapters,modules,platform,http,db}/**/*.ts");
const REPOSITORY = "modules/billing/invoices/repository.ts";

describe("an issued invoice", () => {
	test("is changed by one statement, which names what may change, and removed by the purge of its tenant alone", () => {
		const repository = sources.filter(({ path }) => path === REPOSITORY);

		expect(
			places(sources, /\.(?:update|delete)\(\s*(?:\w+\.)?invoices\s*\)/).map((place) => place.split(":")[0]),
		).toEqual([REPOSITORY]);
		expect(places(sources, /tenantRows\(\s*invoices\s*\)/).map((place) => place.split(":")[0])).toEqual([REPOSITORY]);
		// Not `update` of `tenantRows`, which takes any column.
		expect(places(repository, /rowsOf\(/).map((place) => place.replace(/^.*?:\d+: /, ""))).toEqual([
			"find: rowsOf(db, orgId).find,",
			"const { lock, insert } = rowsOf(tx, orgId);",
		]);
		expect(places(repository, /\bprogress = write\(.*InvoiceProgress/)).toHaveLength(1);
	});

	test("is checked: planted statements are found", () => {
		const planted = {
			path: "x.ts",
			text: "tx.update(invoices).set({ number })\ntx.delete(schema.invoices)",
			lines: 2,
			imports: [],
		};

		expect(places([planted], /\.(?:update|delete)\(\s*(?:\w+\.)?invoices\s*\)/)).toHaveLength(2);
	});
});
