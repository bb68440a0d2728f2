import { defineMoment } from "#platform/unit-of-work";

/** A person who accepted an invitation, and is a member now. */
export interface AcceptedInvitation {
	readonly orgId: string;
	readonly invitationId: string;
	readonly userId: string;
}

/** Invitations of an organization to one address, and the one in their place. */
export interface ReplacedInvitations {
	readonly orgId: string;
	/** Ids, at least one. */
	readonly from: readonly string[];
	/** Id. */
	readonly to: string;
}

/** An invitation was accepted: its person gets what was offered with it. */
export const invitationAccepted = defineMoment<AcceptedInvitation>("invitation.accepted");

/** Invitations were replaced: what was offered with them is offered with the new one. */
export const invitationsReplaced = defineMoment<ReplacedInvitations>("invitation.replaced");
