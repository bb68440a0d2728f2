import { AppError } from "#kernel/errors";
import { takenMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

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
