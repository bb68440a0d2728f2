import { AppError } from "#kernel/errors";
import { invalidMember, takenMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";
import type { Role } from "#modules/tenancy/permissions";

/** Returns the error for a person who is not a member of the organization. */
export const memberNotFound = () => new AppError("not_found", "The organization has no such member.");

/**
 * Returns the error for a person who is a member already.
 * @param field the member of the request that identifies them
 */
export const alreadyMember = (field: "email" | "userId") =>
	takenMember(field, "must not be a member already", "The user is already a member; change their role instead.");

/** Returns the error for a change that would leave an organization without an owner. */
export const lastOwner = () =>
	new AppError("last_owner", "The organization would be left without an owner: make another member an owner first.");

/** Returns the error for closing an account that is the only owner of organizations. */
export const lastOwnerOf = (orgIds: readonly string[]) =>
	new AppError(
		"last_owner",
		"You are the only owner of organizations: first make another member an owner of each, or delete it.",
		{ meta: { orgIds: [...orgIds] } },
	);

/** Returns the error for closing an account with more organizations than one change can leave. */
export const tooManyToLeave = (most: number) =>
	new AppError(
		"state_conflict",
		text("You belong to more than {most} organizations: leave some of them first.", { most }),
	);

/** Returns the error for a role that requires `educationMode`. */
export const noSuchRole = (role: Role, pointer = "/role") =>
	invalidMember(
		pointer,
		"not_allowed",
		text("must be a role available without educationMode: {role} requires it", { role }),
	);

/** Returns the error for an unknown user id, or for one that the caller must not learn of. */
export const unknownPerson = () =>
	invalidMember("/userId", "unknown", "must be the id of a user you may add: invite people by their address");
