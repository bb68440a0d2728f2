import type { ReadDb } from "#db/store";
import { dayOf, parseDay } from "./parse.ts";
import { findHolidays } from "./repository.ts";

/** Knows the local dates on which an organization is closed. */
export const daysOff = {
	/** Returns those within a period, such as `2030-12-25`; both ends included. */
	async between(
		db: ReadDb,
		orgId: string,
		period: { readonly from: string; readonly to: string },
	): Promise<ReadonlySet<string>> {
		const { entries = [] } = (await findHolidays(db, orgId)) ?? {};
		const days = new Set<string>();
		// In the order of their first days: what overlaps is passed over.
		let next = parseDay(period.from, "");
		for (const { from, to } of entries) {
			if (to < period.from || from > period.to) continue;
			const last = Math.min(parseDay(to, ""), parseDay(period.to, ""));
			for (next = Math.max(next, parseDay(from, "")); next <= last; next++) days.add(dayOf(next));
		}
		return days;
	},

	/** Returns when they were changed the last time, in Unix ms; 0: they have never been set. */
	updatedAtMs: async (db: ReadDb, orgId: string): Promise<number> => (await findHolidays(db, orgId))?.updatedAtMs ?? 0,
};
