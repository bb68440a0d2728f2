import { and, asc, getTableColumns, gt, sql } from "drizzle-orm";
import { forShare } from "#db/dsl";
import { organizations } from "#db/schema";
import { type Bound, readRows } from "#db/statement";

/** Reads the next organizations that are not purged, by id, which stay as they are until the transaction ends. */
export const shareOrganizationsAfter = readRows(
	(tx, { place, limit }: Bound<{ readonly place: string; readonly limit: number }>) =>
		forShare(
			tx
				.select(getTableColumns(organizations))
				.from(organizations)
				// The words of the partial indexes.
				.where(and(gt(organizations.id, place), sql`${organizations.state} <> 'deleted'`))
				.orderBy(asc(organizations.id))
				.limit(limit),
			organizations,
		),
);
