import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import type { Role } from "#modules/permissions";

/** The person does not belong to the organization. */
export const memberNotFound = () => new AppError("not_found", "The organization has no such member.");

/** @param field the member of the request that named the person */
export const alreadyMember = (field: "email" | "userId") =>
	new AppError("conflict", "The person is a member already; change their role instead.", { meta: { field } });

/** The only owner would go or become something else. */
export const lastOwner = () =>
	new AppError("last_owner", "The organization would be left without an owner: make somebody else an owner first.");

/** The role exists only with `educationMode`. */
export const noSuchRole = (role: Role) =>
	invalidMember("/role", "not_allowed", `must be a role without educationMode: ${role} needs it`);

/** Nobody has the id, or the caller may not know that somebody has. */
export const unknownPerson = () =>
	invalidMember("/userId", "unknown", "must be the id of a person you may add: invite people by their address");
