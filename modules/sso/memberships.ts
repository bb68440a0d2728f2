import type { UserRow } from "#db/schema";
import type { Store } from "#db/store";
import { EDUCATION_ROLES, isRole, type Role } from "#kernel/principal";
import type { Change } from "#modules/changes";
import { acceptProvedInvitation, type Join } from "#modules/invitations";
import { effectiveSettings } from "#modules/organizations";
import type { Offer } from "./linking.ts";
import type { ProvenIdentity } from "./ports.ts";
import { identitiesRepository } from "./repository.ts";

/**
 * The organization the provider's claims put somebody in. Null without both claims, for a role we do not have (nobody becomes
 * a system administrator here by a claim), and for an organization that is unknown, not active, or has no such role.
 */
export async function claimedOffer(store: Store, { orgId, role }: ProvenIdentity): Promise<Offer | null> {
	if (orgId === null || role === null || !isRole(role)) return null;
	const organization = await identitiesRepository.findActiveOrganization(store.db, orgId);
	if (!organization) return null;
	if (isOnlyForSchools(role) && !effectiveSettings(organization).educationMode) return null;
	return { orgId, role, invitation: null };
}

const isOnlyForSchools = (role: Role): boolean => EDUCATION_ROLES.includes(role);

/** Makes a person a member of what they were offered, within a change. A member of today keeps their role. */
export async function takeOffers(change: Change, join: Join, user: UserRow, offers: readonly Offer[]): Promise<void> {
	for (const { orgId, role, invitation } of offers)
		if (invitation !== null) await acceptProvedInvitation(change, join, invitation, user.id);
		else if (await identitiesRepository.findActiveOrganization(change.tx, orgId))
			await join(change, { orgId, role, userId: user.id });
}
