import { AppError } from "#kernel/errors";

/** The same for an unknown, used, replaced and expired token. */
export const invalidToken = () =>
	new AppError("token_invalid", "The invitation is unknown, used or expired; ask for a new one.");

/** A known address joins only by its own hand. */
export const signInRequired = () =>
	new AppError("unauthenticated", "The invited address has an account: sign in with it, then accept the invitation.");

/** Nobody joins an organization that is suspended or on its way out. */
export const organizationNotActive = (state: string) =>
	new AppError("organization_suspended", "The organization is not active; accept the invitation once it is.", {
		meta: { state },
	});

/** The organization has no such invitation; another one's is answered the same. */
export const invitationNotFound = () => new AppError("not_found", "The organization has no such invitation.");

/** It was accepted or withdrawn. */
export const notPending = (state: string) =>
	new AppError("state_conflict", `The invitation is ${state}; only a pending one can be sent again or withdrawn.`, {
		meta: { state },
	});
