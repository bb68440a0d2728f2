import type { ReadDb } from "#db/store";
import { findHolidays } from "./repository.ts";

/**
 * Reads on which local dates an organization is closed.
 * @param from first date that will be asked for, `2030-01-01`
 * @param to last one
 * @returns a function that says whether a date, `2030-12-25`, is a holiday
 */
export async function readHolidays(
	db: ReadDb,
	orgId: string,
	from: string,
	to: string,
): Promise<(date: string) => boolean> {
	const { entries = [] } = (await findHolidays(db, orgId)) ?? {};
	const within = entries.filter((entry) => entry.from <= to && entry.to >= from);
	return (date) => within.some((entry) => entry.from <= date && date <= entry.to);
}
