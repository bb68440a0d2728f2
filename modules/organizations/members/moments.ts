import { type Change, defineMoment } from "#platform/unit-of-work";

/** A membership. */
export interface Membership {
	readonly orgId: string;
	readonly userId: string;
}

/** A membership is about to end: what depends on it ends before. */
export const membershipEnds = defineMoment<Membership, Pick<Change, "tx">>("member.leaves");
