import { AppError } from "#kernel/errors";
import { takenMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

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

/** Returns the error for a value that another organization has. @param field the member with that value */
export const valueTaken = (field: "slug" | "externalId") =>
	takenMember(
		field,
		text("must not be the {field} of another organization", { field }),
		text("Another organization has this {field}.", { field }),
	);

/** Returns the error for a tenant that tries to change its billing account. */
export const billingAccountLocked = () =>
	new AppError("admin_required", "Only a system administrator may change billingAccountId.", {
		meta: { field: "billingAccountId" },
	});

/** Returns the error for a caller who may not end a compliance mode. @param mode the mode */
export const modeLocked = (mode: string) =>
	new AppError(
		"forbidden",
		text("Only an owner or administrator in person can end the compliance mode {mode}.", { mode }),
		{
			meta: { reason: "compliance_mode", mode },
		},
	);

/** Converts the error of a parser, `validation_failed`, to one about the URL, `invalid_request`. */
export const malformedParameter = (error: AppError) =>
	new AppError("invalid_request", error.text, {
		cause: error,
		...(error.fieldErrors && { fieldErrors: error.fieldErrors }),
	});
