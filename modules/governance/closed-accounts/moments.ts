import { defineMoment } from "#platform/unit-of-work";

/** A person, whose id this is, closes their account: their memberships end, unless they are needed. */
export const accountCloses = defineMoment<string>("account.closes");
