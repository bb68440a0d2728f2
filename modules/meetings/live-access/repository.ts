import { lte } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { type SpentLiveTicketRow, spentLiveTickets } from "#db/schema";
import { type Bound, writeRow } from "#db/statement";
import type { Db } from "#db/store";

const spend = writeRow((tx, row: Bound<SpentLiveTicketRow>) =>
	tx.insert(spentLiveTickets).values(row).onConflictDoNothing().returning(),
);

/** Marks a ticket as used, and returns whether it was not before: of two concurrent callers, one gets true. */
export const spendTicket = async (db: Db, row: SpentLiveTicketRow): Promise<boolean> =>
	(await spend(db, row)) !== undefined;

/** Deletes up to `limit` of the used tickets that expired by then, and returns their number. */
export const deleteExpiredTickets = (acrossTenants: Db, nowMs: number, limit: number): Promise<number> =>
	deletePortion(
		acrossTenants,
		spentLiveTickets,
		[spentLiveTickets.orgId, spentLiveTickets.ticketHash],
		lte(spentLiveTickets.expiresAtMs, nowMs),
		limit,
	);
