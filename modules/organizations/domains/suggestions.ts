import type { DomainRow, OrganizationRow, UserRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { singlePage } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { emailKey, parseEmail } from "#kernel/text";
import type { InvitationsService, Join } from "#modules/identity/invitations";
import { requirePerson } from "#modules/identity/sessions";
import { findUser, listMembershipsOfUser, lockMembershipForShare, lockUserForShare } from "#modules/identity/users";
import { findOrganizationRow, lockOrganizationRow } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { domainOfAddress } from "./admission.ts";
import { claimOf, isEligible, nearestClaim, roleOf } from "./enrollment.ts";
import { notOffered } from "./errors.ts";
import { domainsOf, readDomainsOf } from "./repository.ts";
import {
	type Discovery,
	type JoinOutcome,
	type SuggestedOrganization,
	suggestedOrganizationFields,
} from "./schemas.ts";

export interface SuggestionsDeps extends Pick<Core, "store" | "unitOfWork"> {
	readonly join: Join;
	readonly invitations: Pick<InvitationsService, "request">;
}

export type Suggestions = ReturnType<typeof createSuggestions>;

/** A claim that offers its domain's people to join, and its organization. */
interface Offer {
	readonly claim: DomainRow;
	readonly organization: OrganizationRow;
}

/** Creates the service that shows people the organization of their domain, and lets them join it or ask to. */
export function createSuggestions({ store, unitOfWork, join, invitations }: SuggestionsDeps) {
	/** Returns what a person is offered, membership aside; undefined: nothing. */
	async function offerTo(db: ReadDb, claim: DomainRow | undefined, userId: string): Promise<Offer | undefined> {
		if (claim?.enrollmentMode !== "suggest" && claim?.enrollmentMode !== "request") return undefined;
		const organization = await findOrganizationRow(db, claim.orgId);
		if (organization?.state !== "active") return undefined;
		// Whoever was removed has to be let in again by somebody.
		const isOpen = claim.enrollmentMode === "request" || !(await readDomainsOf(db, claim.orgId).hasLeft(userId));
		return isOpen ? { claim, organization } : undefined;
	}

	/** Returns the offer that holds within a change, which locks what it depends on. @throws `not_found` */
	async function lockOffer(change: Change, orgId: string, userId: string): Promise<Offer & { user: UserRow }> {
		const { tx } = change;
		await lockOrganizationRow(tx, orgId);
		const user = await lockUserForShare(tx, userId);
		if (!isEligible(user)) throw notOffered();
		const claim = await claimOf(store.acrossTenants.within(tx), user);
		if (claim?.orgId !== orgId) throw notOffered();
		const offer = await offerTo(tx, await domainsOf(tx, orgId).lock(claim.id), userId);
		if (!offer || (await lockMembershipForShare(tx, orgId, userId))) throw notOffered();
		return { ...offer, user };
	}

	return {
		/** Returns the organization that the domain of the caller's address offers to join, if there is one. @throws `forbidden` `invalid_fields` */
		async list(context: RequestContext, fields: string | undefined) {
			const { userId } = requirePerson(context);
			const show = suggestedOrganizationFields.parse(fields);
			const user = await findUser(store.db, userId);
			const claim = isEligible(user) ? await claimOf(store.acrossTenants.db, user) : undefined;
			const offer = await offerTo(store.db, claim, userId);
			const memberships = offer ? await listMembershipsOfUser(store, userId) : [];
			if (!offer || memberships.some(({ orgId }) => orgId === offer.organization.id)) return singlePage([]);
			return singlePage([show(toSuggested(offer))]);
		},

		/**
		 * Makes the caller a member of the organization of their domain, or asks for it, as that organization has chosen.
		 * @throws `forbidden` `not_found`
		 */
		async join(context: RequestContext, { orgId }: { readonly orgId: string }): Promise<JoinOutcome> {
			const { userId } = requirePerson(context);
			const work = async (change: Change): Promise<JoinOutcome> => {
				const { claim, organization, user } = await lockOffer(change, orgId, userId);
				const role = roleOf(claim, settings.effective(organization).educationMode);
				if (claim.enrollmentMode === "request") {
					await invitations.request(change, { orgId, email: user.email, role, userId });
					return { orgId, outcome: "requested" };
				}
				await join(change, { orgId, userId, role });
				return { orgId, outcome: "joined" };
			};
			return unitOfWork.run(context, work, { storeOutcome: "plain" });
		},

		/**
		 * Returns the organization that an address belongs to by its domain, as far as that organization publishes it: nothing
		 * depends on whether the address, or anybody, has an account.
		 * @throws `validation_failed`
		 */
		async discover(address: string): Promise<Discovery> {
			const domain = domainOfAddress(emailKey(parseEmail(address, "/email")));
			const claim = await nearestClaim(store.acrossTenants.db, domain);
			if (!claim || claim.enrollmentMode === "none") return { organization: null };
			const organization = await findOrganizationRow(store.db, claim.orgId);
			if (organization?.state !== "active") return { organization: null };
			return { organization: { orgId: organization.id, name: organization.name, domain: claim.id } };
		},
	};
}

const toSuggested = ({ claim, organization }: Offer): SuggestedOrganization => ({
	orgId: organization.id,
	name: organization.name,
	domain: claim.id,
	action: claim.enrollmentMode === "request" ? "request" : "join",
	role: roleOf(claim, settings.effective(organization).educationMode),
});
