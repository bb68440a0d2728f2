import { AppError } from "#kernel/errors";
import { invalidMember, takenMember } from "#kernel/field-errors";

/** Returns the error for a person who is not a member of the workspace. */
export const memberNotFound = () => new AppError("not_found", "The workspace has no such member.");

/** Returns the error for a person who is a member already. @param field the member of the request that identifies them */
export const alreadyMember = (field: "email" | "userId") =>
	takenMember(field, "must not be a member already", "The user is already a member; change their role instead.");

/** Returns the error for a change that would leave a workspace without a manager. */
export const lastManager = () =>
	new AppError("last_manager", "The workspace would be left without a manager: make another member a manager first.");

/** Returns the error for an id that is not that of a member of the organization. */
export const unknownPerson = () =>
	invalidMember("/userId", "unknown", "must be the id of a member of the organization: invite others by their address");

/** Returns the error for inviting somebody without the scope that it takes in the organization. */
export const mayNotInvite = () =>
	new AppError(
		"insufficient_scope",
		"Inviting an address requires the scope member:write; add members of the organization by their id.",
		{
			meta: { required: "member:write" },
		},
	);
