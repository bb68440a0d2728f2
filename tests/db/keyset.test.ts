/** Lists go on where they ended, on the engine `DATABASE_URL` picks. */
import { describe, expect, test } from "bun:test";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { organizations } from "#db/schema/index";
import { type Bound, readRows } from "#db/statement";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { organizationRow } from "#tests/support/rows";

const store = await forThisFile(openTestStore());
// Several rows share an instant: there only the id decides.
const rows = Array.from({ length: 7 }, (_, n) => organizationRow({ createdAtMs: 1_700_000_000_000 + (n % 3) }));
await store.db.insert(organizations).values(rows);

describe("a keyset", () => {
	test.each(["asc", "desc"] as const)("goes on after any of its rows, %s", async (direction) => {
		const order = keyset(direction, { createdAtMs: organizations.createdAtMs, id: organizations.id });
		const all = await store.db
			.select()
			.from(organizations)
			.where(order.after(undefined))
			.orderBy(...order.by);

		const list = readRows((db, { after, take }: Bound<SliceValues>) =>
			db
				.select()
				.from(organizations)
				.where(order.after(after))
				.orderBy(...order.by)
				.limit(take),
		);

		for (const [at, row] of all.entries()) {
			const rest = await list(store, sliceValues({ after: order.positionOf(row), take: 10 }));

			expect(rest).toEqual(all.slice(at + 1));
		}
		const keys = all.map(({ createdAtMs, id }) => `${createdAtMs} ${id}`);
		expect(keys).toEqual(direction === "asc" ? keys.toSorted() : keys.toSorted().reverse());
		expect(keys).toHaveLength(7);
	});
});
