import { AppError } from "#kernel/errors";

/** Returns the error for an unknown organization. Only system administrators can get it. */
export const organizationNotFound = () => new AppError("not_found", "There is no such organization.");

/** Returns the error for an organization of which only the tombstone is left. */
export const organizationPurged = () =>
	new AppError("purged", "The organization was purged and cannot be restored.", { meta: { state: "deleted" } });

/** Returns the error for members of an organization that is not active. @param state its state */
export const organizationSuspended = (state: string) =>
	new AppError(
		"organization_suspended",
		state === "suspended"
			? "The organization is suspended; an administrator can resume it."
			: "The organization is scheduled for deletion; an administrator can restore it.",
		{ meta: { state } },
	);

/** Returns the error for a change to an organization whose deletion is pending: it must be restored first. */
export const deletionPending = () =>
	new AppError("state_conflict", "The organization is scheduled for deletion: restore it first.", {
		meta: { state: "pending_deletion" },
	});
