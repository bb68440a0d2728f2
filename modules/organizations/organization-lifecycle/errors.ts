import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";

/** Returns the error for an organization without a pending deletion. @param state its state */
export const notScheduledForDeletion = (state: string) =>
	new AppError("state_conflict", "The organization is not scheduled for deletion.", { meta: { state } });

/** Returns the error for an organization without blocks. */
export const notSuspended = () =>
	new AppError("state_conflict", "The organization is already active.", { meta: { state: "active" } });

/** Returns the error for blocks the caller cannot lift. @param authorities those that suspended the organization */
export const blockNotOwned = (authorities: readonly string[]) =>
	new AppError(
		"block_not_owned",
		text("Only the authority that suspended the organization can resume, delete or restore it: {authorities}.", {
			authorities: authorities.join(", "),
		}),
		{
			meta: { authorities: [...authorities] },
		},
	);

/** Returns the error for a deletion the caller cannot cancel. @param authority the one that deleted the organization */
export const deletionNotOwned = (authority: string) =>
	new AppError(
		"block_not_owned",
		text("Only the authority that deleted the organization can restore it: {authority}.", { authority }),
		{
			meta: { authorities: [authority] },
		},
	);

/** Returns the error for a tenant that deletes with force: its deletion must stay cancellable. */
export const forceNotAllowed = () =>
	new AppError("admin_required", "Only a system administrator may delete with force.");
