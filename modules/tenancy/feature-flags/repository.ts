import { asc, getTableColumns, gt } from "drizzle-orm";
import { forShare } from "#db/dsl";
import { organizations } from "#db/schema";
import { type Bound, readRows } from "#db/statement";

/** Reads the next organizations by id, even purged ones, which stay as they are until the transaction ends. */
export const shareOrganizationsAfter = readRows(
	(tx, { place, limit }: Bound<{ readonly place: string; readonly limit: number }>) =>
		forShare(
			tx
				.select(getTableColumns(organizations))
				.from(organizations)
				.where(gt(organizations.id, place))
				.orderBy(asc(organizations.id))
				.limit(limit),
			organizations,
		),
);
