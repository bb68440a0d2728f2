import type { MeetingState } from "#db/schema";
import { AppError } from "#kernel/errors";
import { takenMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Returns the error for an unknown meeting; the same for one of another organization, and for one the caller may not see. */
export const meetingNotFound = () => new AppError("not_found", "There is no such meeting.");

/** Returns the error for somebody who sees a meeting but does not run it. */
export const mayNotRun = () =>
	new AppError("forbidden", "Only the host of the meeting, and the hosts and managers of its workspace, may do this.");

/** Returns the error for a person whose role writes no meetings, and who hosts neither this one nor others in its workspace. */
export const hostRequired = () =>
	new AppError("insufficient_scope", "This requires the scope meeting:write, or the host of the meeting.", {
		meta: { required: "meeting:write" },
	});

const IMPOSSIBLE = {
	started: "The meeting is {state} and cannot be started.",
	ended: "The meeting is {state} and cannot be ended.",
	cancelled: "The meeting is {state} and cannot be cancelled.",
	changed: "The meeting is {state} and cannot be changed.",
	scheduled: "The meeting is {state} and cannot be scheduled.",
} as const;

/** Returns the error for something that the state of a meeting does not allow. @param move what was asked for */
export const wrongState = (move: keyof typeof IMPOSSIBLE, state: MeetingState) =>
	new AppError("state_conflict", text(IMPOSSIBLE[move], { state }), { meta: { state } });

/** Returns the error for an id in another system that another meeting of the organization has. */
export const externalIdTaken = () =>
	takenMember("externalId", "must not be the externalId of another meeting", "Another meeting has this externalId.");

/** Returns the error for somebody who sees a meeting of a workspace that is open to all, but takes no part in it. */
export const mayNotEnter = () =>
	new AppError("forbidden", "Only participants of the meeting and members of its workspace may do this.");

/** Returns the error for a member of a workspace who does not hold its meetings. */
export const mayNotHost = () =>
	new AppError("forbidden", "Only hosts and managers of the workspace, and administrators, can hold meetings in it.");

/** Returns the error for the join code of a meeting that nobody joins by link. @param access who may enter */
export const noJoinLink = (access: string) =>
	new AppError("state_conflict", "This meeting cannot be joined by link: set its access to link first.", {
		meta: { access },
	});

/** Returns the error for a token that belongs to no organization, whose meetings could be listed. */
export const organizationRequired = () =>
	new AppError("forbidden", "The token belongs to no organization: sign in to one.", {
		meta: { reason: "no_organization" },
	});

/** Returns the error for what is not taken while a meeting is held. @param since RFC 3339 */
export const meetingHeld = (since: string) =>
	new AppError(
		"meeting_held",
		"The meeting is held: none of its hosts is in the room. It continues when one is back.",
		{
			meta: { since },
			retryAfterSeconds: 5,
		},
	);

/** Returns the error for deleting a meeting that is live. */
export const stillLive = () =>
	new AppError("state_conflict", "The meeting is live: end it first.", { meta: { state: "live" } });

/** Converts the error of a parser, `validation_failed`, to one about the URL, `invalid_request`. */
export const malformedParameter = (error: AppError) =>
	new AppError("invalid_request", error.text, {
		cause: error,
		...(error.fieldErrors && { fieldErrors: error.fieldErrors }),
	});

/** Returns the error for a guest of a meeting that is over. */
export const meetingOver = () =>
	new AppError("forbidden", "The meeting is over: guests no longer have access.", {
		meta: { reason: "meeting_over" },
	});
