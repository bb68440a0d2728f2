import type { MeetingState } from "#db/schema";
import { AppError } from "#kernel/errors";

/** Returns the error for an unknown meeting; the same for one of another organization, and for one the caller may not see. */
export const meetingNotFound = () => new AppError("not_found", "There is no such meeting.");

/** Returns the error for somebody who sees a meeting but does not run it. */
export const mayNotRun = () =>
	new AppError("forbidden", "Only the host of the meeting, and the hosts and managers of its workspace, may do this.");

/** Returns the error for something that the state of a meeting does not allow. @param move what was asked for, a verb */
export const wrongState = (move: string, state: MeetingState) =>
	new AppError("state_conflict", `A meeting in the state ${state} cannot be ${move}.`, { meta: { state } });

/** Returns the error for an id in another system that another meeting of the organization has. */
export const externalIdTaken = () =>
	new AppError("conflict", "Another meeting has this externalId.", { meta: { field: "externalId" } });

/** Returns the error for somebody who sees a meeting of a workspace that is open to all, but takes no part in it. */
export const mayNotEnter = () =>
	new AppError("forbidden", "Only participants of the meeting and members of its workspace may do this.");
