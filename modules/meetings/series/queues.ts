/** Queue that brings the meetings of a series to what it says: every day, and after a change that was too large for one step. */
export const ALIGN = "series.align";

/** Queue that does so with all series of an organization whose holidays have changed. */
export const ALIGN_ALL = "series.align_all";

/** Queue that drops the join codes of series whose makers have left. */
export const DROP_SERIES_CODES = "series.drop_codes";
