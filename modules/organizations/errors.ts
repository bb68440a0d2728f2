import { AppError } from "#kernel/errors";

/** Only system administrators learn that an organization does not exist. */
export const organizationNotFound = () => new AppError("not_found", "There is no such organization.");

/** Nothing but a tombstone is left. */
export const organizationPurged = () =>
	new AppError("purged", "The organization was purged and cannot come back.", { meta: { state: "deleted" } });

/** Its members are held up until it is active again. @param state the state it is in */
export const organizationSuspended = (state: string) =>
	new AppError(
		"organization_suspended",
		state === "suspended"
			? "The organization is suspended; an administrator can resume it."
			: "The organization is scheduled for deletion; an administrator can restore it.",
		{ meta: { state } },
	);

/** Nothing of it changes until the deletion is called off. */
export const deletionPending = () =>
	new AppError("state_conflict", "The organization is scheduled for deletion: restore it first.", {
		meta: { state: "pending_deletion" },
	});

/** @param field the member whose value another organization has */
export const valueTaken = (field: "slug" | "externalId") =>
	new AppError("conflict", `Another organization has this ${field}.`, { meta: { field } });

/** A tenant does not choose who pays. */
export const billingAccountLocked = () =>
	new AppError("admin_required", "Only a system administrator changes billingAccountId.", {
		meta: { field: "billingAccountId" },
	});

/** Turns the refusal of a parser into one about the URL. @param error a `validation_failed` */
export const malformedParameter = (error: AppError) =>
	new AppError("invalid_request", error.message, {
		cause: error,
		...(error.fieldErrors && { fieldErrors: error.fieldErrors }),
	});
