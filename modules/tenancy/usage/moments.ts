import { defineMoment } from "#platform/unit-of-work";

/** Requests of these organizations were counted; no change tells of it. */
export const requestsCounted = defineMoment<readonly string[], null>("usage.requests_counted");
