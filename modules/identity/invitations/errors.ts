import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";

/** Returns the error for an invalid token; the same for an unknown, used, replaced and expired one. */
export const invalidToken = () =>
	new AppError("token_invalid", "The invitation is unknown, used or expired; ask for a new one.");

/** Returns the error for an address that has an account: its owner must sign in to join. */
export const signInRequired = () =>
	new AppError("unauthenticated", "The invited address already has an account: sign in, then accept the invitation.");

/** Returns the error for joining an organization that is suspended or being deleted. */
export const organizationNotActive = (state: string) =>
	new AppError("organization_suspended", "The organization is not active; accept the invitation once it is.", {
		meta: { state },
	});

/** Returns the error for an unknown invitation; the same for one of another organization. */
export const invitationNotFound = () => new AppError("not_found", "The organization has no such invitation.");

/** Returns the error for an invitation that is no longer pending: it was accepted or revoked. */
export const notPending = (state: string) =>
	new AppError(
		"state_conflict",
		text("The invitation is {state}; only a pending invitation can be resent or withdrawn.", { state }),
		{
			meta: { state },
		},
	);
