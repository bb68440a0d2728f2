import { defineMoment } from "#platform/unit-of-work";

/** A member of an organization, which the change has locked. */
export interface ErasedMember {
	readonly orgId: string;
	readonly userId: string;
}

/** A member is to be erased: their membership ends, unless they are needed. */
export const memberErased = defineMoment<ErasedMember>("member.erased");
