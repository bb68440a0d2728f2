import { type HolidaysRow, holidays } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

const rowsOf = tenantRows(holidays);

/** Returns the id of the holidays of an organization, which has one row at most. */
export const holidaysIdOf = (orgId: string): string => `hol_${orgId.slice("org_".length)}`;

/** Returns the holidays of an organization; undefined while it has never set any. */
export const findHolidays = (db: ReadDb, orgId: string): Promise<HolidaysRow | undefined> =>
	rowsOf(db, orgId).find(holidaysIdOf(orgId));

/** Statements on the holidays of one organization, within a change. */
export const holidaysOf = (tx: Db, orgId: string) => rowsOf(tx, orgId);
