import { and, eq } from "drizzle-orm";
import { captionLinks } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

type OfMeeting = { readonly orgId: string; readonly meetingId: string };

const linkRows = tenantRows(captionLinks);
const isOf = ({ orgId, meetingId }: Bound<OfMeeting>) =>
	and(eq(captionLinks.orgId, orgId), eq(captionLinks.meetingId, meetingId));

const linkOf = readRow((db, key: Bound<OfMeeting>) => db.select().from(captionLinks).where(isOf(key)).limit(1));
const removeLink = write((tx, key: Bound<OfMeeting>) => tx.delete(captionLinks).where(isOf(key)));

/** Returns the captions link of a meeting; undefined when it has none. */
export const findLink = (db: ReadDb, orgId: string, meetingId: string) => linkOf(db, { orgId, meetingId });

/** Statements on the captions links of one organization, within a change. */
export const linksOf = (tx: Db, orgId: string) => ({
	...linkRows(tx, orgId),
	/** Removes the link of a meeting and returns the number of rows. */
	removeOf: (meetingId: string): Promise<number> => removeLink(tx, { orgId, meetingId }),
});
