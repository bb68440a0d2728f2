import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { type OrgType, organizations, type StoredOrganization } from "#db/schema";
import { type Bound, readRows } from "#db/statement";
import type { Store } from "#db/store";
import { INSTALLATION } from "#kernel/fair-queue";
import { nextTurn } from "#kernel/slices";

/** Organizations that are read at once. */
const PAGE = 200;

const byAge = keyset("asc", { createdAtMs: organizations.createdAtMs, id: organizations.id });

const listOfType = readRows((db, { orgType, after, take }: Bound<SliceValues & { orgType: OrgType }>) =>
	db
		.select(getTableColumns(organizations))
		.from(organizations)
		// The condition of the partial index, in its words.
		.where(and(eq(organizations.orgType, orgType), sql`${organizations.state} <> 'deleted'`, byAge.after(after)))
		.orderBy(...byAge.by)
		.limit(take),
);

/** Reads all organizations of a type that are not purged, in portions, between which others have their turn. */
export async function* organizationsOfType(store: Store, orgType: OrgType): AsyncGenerator<StoredOrganization[]> {
	for (let after: StoredOrganization | null = null; ; ) {
		const position: readonly (string | number)[] | null = after && byAge.positionOf(after);
		const rows: StoredOrganization[] = await listOfType(store, {
			...sliceValues({ after: position, take: PAGE }),
			orgType,
		});
		yield rows;
		after = rows.at(-1) ?? null;
		if (rows.length < PAGE || after === null) return;
		await nextTurn(INSTALLATION);
	}
}
