import type { LostRights } from "#platform/module";
import { defineMoment } from "#platform/unit-of-work";
import type { Role } from "./roles.ts";

/** A member who was demoted or removed. */
export interface LostRightsOfMember extends LostRights {
	/** The role they had. */
	readonly previousRole: Role;
}

/** A member was demoted or removed, in an organization that the change has locked: what depended on their rights ends. */
export const memberRightsLost = defineMoment<LostRightsOfMember>("member.rights_lost");

/** An API key has lost scopes or was revoked, in an organization that the change has locked. */
export const keyRightsLost = defineMoment<LostRights>("api_key.rights_lost");
