import type { ReadDb } from "#db/store";
import { countExpired, type ExpiredContent } from "#platform/artifacts";
import { countDueDepartures } from "#platform/departures";
import type { RetentionClass } from "./values.ts";

/**
 * Counts what of a class has expired in an organization: content, and of `userData` people who have left.
 * @param cutoffMs in Unix ms: what began then or earlier has expired
 */
export const countDue = (db: ReadDb, orgId: string, name: RetentionClass, cutoffMs: number): Promise<ExpiredContent> =>
	name === "userData" ? countDueDepartures(db, orgId, cutoffMs) : countExpired(db, orgId, name, cutoffMs);
