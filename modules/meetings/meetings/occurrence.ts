import type { MeetingRow } from "#db/schema";

/** Where a change of a meeting comes from: a person changes this one, or its series all of them. */
export type Origin = "person" | "series";

/** Returns the columns that mark a meeting of a series which a person changes by itself. */
export const markedColumns = (
	{ seriesId, changed }: MeetingRow,
	origin: Origin,
): Partial<Pick<MeetingRow, "changed">> =>
	seriesId === null || changed || origin === "series" ? {} : { changed: true };
