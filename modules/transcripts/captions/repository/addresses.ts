import { and, eq } from "drizzle-orm";
import { captionAddresses } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

type OfMeeting = { readonly orgId: string; readonly meetingId: string };

/** Secret addresses of one organization. */
const addressRows = tenantRows(captionAddresses);

const addressOf = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select()
		.from(captionAddresses)
		.where(and(eq(captionAddresses.orgId, orgId), eq(captionAddresses.meetingId, meetingId)))
		.limit(1),
);
const removeAddress = write((tx, { orgId, meetingId }: Bound<OfMeeting>) =>
	tx.delete(captionAddresses).where(and(eq(captionAddresses.orgId, orgId), eq(captionAddresses.meetingId, meetingId))),
);

/** Returns the address at which captions of a meeting are posted; undefined when it has none. */
export const findAddress = (db: ReadDb, orgId: string, meetingId: string) => addressOf(db, { orgId, meetingId });

/** Statements on the secret addresses of one organization, within a change. */
export const addressesOf = (tx: Db, orgId: string) => ({
	...addressRows(tx, orgId),
	/** Removes the address of a meeting and returns the number of rows. */
	removeOf: (meetingId: string): Promise<number> => removeAddress(tx, { orgId, meetingId }),
});
