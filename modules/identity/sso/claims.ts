import type { Store } from "#db/store";
import { EDUCATION_ROLES, isRole } from "#modules/tenancy/permissions";
import { settings } from "#modules/tenancy/settings";
import type { MembershipOffer } from "./find-or-provision.ts";
import type { VerifiedIdentity } from "./ports.ts";
import { identitiesRepository } from "./repository.ts";

/**
 * Returns the membership offered by the provider's claims. Null without both claims, for an unknown role (a claim cannot
 * make anybody a system administrator), and for an organization that is unknown, not active, or has no such role.
 */
export async function offerFromClaims(
	store: Store,
	{ orgId, role }: VerifiedIdentity,
): Promise<MembershipOffer | null> {
	if (orgId === null || role === null || !isRole(role)) return null;
	const organization = await identitiesRepository.findActiveOrganization(store.db, orgId);
	if (!organization) return null;
	const isSchool = settings.effective(organization).educationMode;
	return EDUCATION_ROLES.includes(role) && !isSchool ? null : { orgId, role, invitation: null };
}
