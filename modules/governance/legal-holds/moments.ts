import { defineMoment } from "#platform/unit-of-work";

/** A hold of an organization, whose id this is, was released: what it alone preserved can be deleted. */
export const holdReleased = defineMoment<string>("legal_hold.released");
