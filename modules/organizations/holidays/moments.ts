import { defineMoment } from "#platform/unit-of-work";

/** The holidays of an organization, by its id, have changed. */
export const holidaysChanged = defineMoment<string>("holidays.changed");
