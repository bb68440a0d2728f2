export { createSeriesCalendars, type SeriesCalendars } from "./in-calendar.ts";
