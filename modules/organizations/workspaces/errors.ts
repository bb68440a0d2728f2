import { AppError } from "#kernel/errors";
import { takenMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Returns the error for an unknown workspace; the same for one of another organization, and for one the caller may not see. */
export const workspaceNotFound = () => new AppError("not_found", "There is no such workspace.");

/** Returns the error for something that an archived workspace does not allow. */
export const workspaceArchived = () =>
	new AppError("state_conflict", "The workspace is archived: restore it first.", { meta: { state: "archived" } });

/** Returns the error for archiving a workspace in which a meeting is live. */
export const meetingLive = () =>
	new AppError("state_conflict", "A meeting is live in the workspace: end it first.", { meta: { state: "live" } });

/** Returns the error for a caller who sees a workspace and does not manage it. */
export const managerRequired = () =>
	new AppError("forbidden", "Only managers of the workspace and administrators of the organization may do this.");

/** Returns the error for a value that another workspace of the organization has. @param field the member with that value */
export const valueTaken = (field: "slug" | "externalRef") =>
	takenMember(
		field,
		text("must not be the {field} of another workspace", { field }),
		text("Another workspace has this {field}.", { field }),
	);
