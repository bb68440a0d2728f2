import type { ReadDb } from "#db/store";

/** Knows the days on which an organization holds no meetings of series. */
export interface DaysOff {
	/** Returns those within a period, such as `2030-12-25`; both ends included. */
	between(
		db: ReadDb,
		orgId: string,
		period: { readonly from: string; readonly to: string },
	): Promise<ReadonlySet<string>>;

	/** Returns when they were changed the last time, in Unix ms; 0: there have never been any. */
	updatedAtMs(db: ReadDb, orgId: string): Promise<number>;
}
