import type { MeetingRow, ParticipantRole, ParticipantRow } from "#db/schema";
import type { NewId } from "#kernel/ids";
import type { Change } from "#platform/unit-of-work";

/** Somebody to take part in a meeting. */
export interface NewParticipant {
	/** A member of the organization. */
	readonly person: { readonly userId: string } | { readonly email: string; readonly name?: string | undefined };
	readonly role: Exclude<ParticipantRole, "guest">;
}

/** See {@link createAddParticipants}. */
export type AddParticipants = ReturnType<typeof createAddParticipants>;

/** Creates the function that adds participants to a meeting. */
export function createAddParticipants(_deps: { readonly newId: NewId }) {
	/**
	 * Adds participants to a meeting within the change that made or locked it, and returns them in this order; somebody
	 * who takes part already is returned as they are. Whoever is named by an address gets a mail, whether or not they
	 * have an account.
	 * @param path JSON Pointer of the list, for errors
	 * @throws `validation_failed` for somebody who is not in the organization
	 */
	return async function addParticipants(
		_change: Change,
		_meeting: MeetingRow,
		_people: readonly NewParticipant[],
		_path: string,
	): Promise<readonly ParticipantRow[]> {
		throw new Error("not built yet");
	};
}
