export { createSeriesCalendars, type SeriesCalendars } from "./in-calendar.ts";
export { findLineage, type Lineage } from "./lineage.ts";
export { dateAt } from "./local.ts";
export { parsePeriod } from "./period.ts";
export { OccurrenceTime, periodParameters, SeriesParams } from "./schemas.ts";
