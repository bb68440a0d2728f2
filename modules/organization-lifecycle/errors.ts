import { AppError } from "#kernel/errors";

/** There is no deletion to call off. @param state the state it is in */
export const notScheduledForDeletion = (state: string) =>
	new AppError("state_conflict", "The organization is not scheduled for deletion.", { meta: { state } });

/** There is nothing to lift. */
export const notSuspended = () =>
	new AppError("state_conflict", "The organization is active already.", { meta: { state: "active" } });

/** @param authorities those that suspended it */
export const blockNotOwned = (authorities: readonly string[]) =>
	new AppError(
		"block_not_owned",
		`Only the authority that suspended the organization can resume, delete or restore it: ${authorities.join(", ")}.`,
		{
			meta: { authorities: [...authorities] },
		},
	);

/** @param authority whose deletion it is */
export const deletionNotOwned = (authority: string) =>
	new AppError("block_not_owned", `Only the authority that deleted the organization can restore it: ${authority}.`, {
		meta: { authorities: [authority] },
	});

/** A tenant can always call its deletion off. */
export const forceNotAllowed = () => new AppError("admin_required", "Only a system administrator deletes with force.");
