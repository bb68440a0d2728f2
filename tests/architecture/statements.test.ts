import { describe, expect, test } from "bun:test";
import { places, readRepositories } from "./source-files.ts";

/** Repositories that build statements at each call, and why that does not matter. */
const BUILT: Readonly<Record<string, string>> = {
	"modules/identity/sessions": "portions of background work, and the end of sessions",
	"modules/meetings/participants": "portions of the erasure of a person",
	"platform/challenges": "a cleanup once a minute",
	"platform/jobs": "an encryption key that is replaced",
	"platform/unit-of-work": "the ledger of the platform, once at the start",
};

/** A builder that is awaited: those of `#db/statement` are only returned to it. */
const AWAITED_BUILDER = /\bawait (?:tx|db|acrossTenants|store\.db)(?:\.|$)/;

describe("a repository", () => {
	const moduleOf = (place: string) => place.slice(0, place.indexOf("/repository"));

	test("compiles its statements once, except for the listed ones", async () => {
		const repositories = await readRepositories();

		const building = new Set(places(repositories, AWAITED_BUILDER).map(moduleOf));

		expect([...building].sort()).toEqual(Object.keys(BUILT).sort());
	});

	test("is checked: a planted violation is found", () => {
		const text =
			"async function find(db: ReadDb) {\n\tconst rows = await db\n\t\t.select();\n\tawait tx.delete(users);\n}";

		expect(places([{ path: "modules/x/repository.ts", text, lines: 4, imports: [] }], AWAITED_BUILDER)).toHaveLength(2);
	});
});
