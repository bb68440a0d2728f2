import type { MeetingState, ParticipantState } from "#db/schema";
import { AppError } from "#kernel/errors";
import { invalidMember, takenMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Returns the error for a participant that the meeting does not have, or that the caller may not see. */
export const participantNotFound = () => new AppError("not_found", "The meeting has no such participant.");

/** Returns the error for a join code that opens nothing: the same for one that is unknown, switched off or over. */
export const codeRefused = () =>
	new AppError(
		"not_found",
		"No meeting can be joined with this code: ask the person who invited you for the current one.",
	);

/** Returns the error for entering a meeting that does not run. */
export const meetingNotLive = (state: MeetingState) =>
	new AppError("state_conflict", "The meeting is not live.", { meta: { state } });

/** Returns the error for a participant whose state does not allow this. */
export const wrongParticipantState = (state: ParticipantState) =>
	new AppError("state_conflict", text("This is not possible for a participant in the state {state}.", { state }), {
		meta: { state },
	});

/** Returns the error for somebody who was removed from a meeting and comes back. */
export const removedFromMeeting = () =>
	new AppError("forbidden", "You were removed from this meeting.", { meta: { reason: "removed" } });

/** Returns the error for a caller who takes no part as a person. */
export const personsOnly = () =>
	new AppError(
		"forbidden",
		"Only people can take part in a meeting: API keys send chat messages and captions without joining.",
		{
			meta: { reason: "no_person" },
		},
	);

/** Returns the error for the removal of the person who holds the meeting. */
export const hostStays = () =>
	new AppError("conflict", "The host of a meeting cannot be removed from it.", { meta: { field: "role" } });

/** Returns the error for another role of the person who holds the meeting. */
export const hostKeepsRole = () =>
	new AppError("conflict", "The host of a meeting keeps their role: name another host beside them.", {
		meta: { field: "role" },
	});

/** Returns the error for a participant who cannot run a meeting. */
export const guestsHostNothing = () =>
	new AppError(
		"conflict",
		"Guests cannot be hosts: only members of the organization can, except members with the role guest.",
		{ meta: { field: "role", reason: "guest" } },
	);

/** Returns the error for adding somebody who takes part already. @param field `userId` or `email` */
export const takesPartAlready = (field: string) =>
	takenMember(field, "must not be a participant already", "They are already a participant of the meeting.");

/** Returns the error for a meeting that has the maximum number of participants. */
export const meetingFull = (most: number) =>
	new AppError("conflict", text("A meeting can have at most {most} participants.", { most }), {
		meta: { field: "participants", most },
	});

/** Returns the error for a user who is no member: the same for one who exists elsewhere and for nobody. */
export const unknownPerson = (path: string) =>
	invalidMember(path, "unknown", "must be the id of a member of the organization");
