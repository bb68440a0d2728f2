import { AppError } from "#kernel/errors";

/** Returns the error for an unknown workspace; the same for one of another organization, and for one the caller may not see. */
export const workspaceNotFound = () => new AppError("not_found", "There is no such workspace.");

/** Returns the error for something that an archived workspace does not allow. */
export const workspaceArchived = () =>
	new AppError("state_conflict", "The workspace is archived: restore it first.", { meta: { state: "archived" } });
