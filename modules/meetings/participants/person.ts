import type { MeetingRow, ParticipantRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import type { NewId } from "#kernel/ids";
import { accountIdOf, type Principal } from "#kernel/principal";
import { findUser } from "#modules/identity/users";
import { EXPELLED } from "#modules/meetings/meetings";
import type { Change } from "#platform/unit-of-work";
import { meetingNotLive, personsOnly, removedFromMeeting } from "./errors.ts";
import { participantsOf, readParticipantsOf } from "./repository.ts";
import { enterRoom, insertParticipant, recordParticipant } from "./save.ts";

/** Whether the caller is a person of the organization, for whom we or the provider vouch: no API key, guest or job. */
export const isPerson = ({ kind }: Principal): boolean => kind === "user" || kind === "external";

/** Returns how the caller takes part in a meeting; undefined when they do not. */
export async function findOwnParticipant(
	db: ReadDb,
	principal: Principal,
	orgId: string,
	meetingId: string,
): Promise<ParticipantRow | undefined> {
	const participants = readParticipantsOf(db, orgId);
	if (isPerson(principal)) return participants.findOfUser(meetingId, principal.id);
	const row = principal.kind === "guest" ? await participants.find(principal.id) : undefined;
	return row?.meetingId === meetingId ? row : undefined;
}

/** Returns a participant of any meeting of an organization. */
export const findParticipant = (db: ReadDb, orgId: string, id: string): Promise<ParticipantRow | undefined> =>
	readParticipantsOf(db, orgId).find(id);

/** Returns a participant of any meeting of an organization, locked until the transaction ends. */
export const lockParticipant = (tx: Db, orgId: string, id: string): Promise<ParticipantRow | undefined> =>
	participantsOf(tx, orgId).lock(id);

/** Somebody of the organization who enters a meeting. */
export interface MeetingEntry {
	readonly change: Change;
	/** Locked against changes, at least shared. */
	readonly meeting: MeetingRow;
	/** Whether they run it now, see `meetingAccess`: no host keeps them out. */
	readonly canRun: boolean;
	readonly newId: NewId;
}

/**
 * Lets the caller, a person, into the room of a running meeting that they may enter; again, if they had left.
 * @throws `forbidden` `state_conflict` `conflict`
 */
export async function enterAsPerson({ change, meeting, canRun, newId }: MeetingEntry): Promise<ParticipantRow> {
	const { tx, principal } = change;
	const accountId = accountIdOf(principal.id);
	const user = accountId === null ? undefined : await findUser(tx, accountId);
	const name = user?.name ?? principal.statedName;
	if (!isPerson(principal) || name === null) throw personsOnly();
	if (meeting.state !== "live") throw meetingNotLive(meeting.state);
	const { orgId, id: meetingId } = meeting;
	const participants = participantsOf(tx, orgId);

	/** Returns how they take part already: by their account, or invited at their address as a guest. */
	async function findThem(): Promise<ParticipantRow | undefined> {
		const known = await participants.findOfUser(meetingId, principal.id);
		if (known) return participants.lock(known.id);
		if (user?.emailVerifiedAtMs == null) return undefined;
		const guest = await participants.findOfEmail(meetingId, user.emailKey);
		const isTheirs = guest?.state === "invited" || (guest && EXPELLED.includes(guest.state));
		return isTheirs ? participants.lock(guest.id) : undefined;
	}

	const isHost = meeting.hostId === principal.id;
	const known = await findThem();
	if (!known) {
		const values = { userId: principal.id, name, role: isHost ? "host" : "participant" } as const;
		const row = await insertParticipant(change, { ...values, orgId, id: newId("par"), meetingId, state: "admitted" });
		if (row) recordParticipant(change, "participant.join", row, null);
		const joined = row ?? (await participants.findOfUser(meetingId, principal.id));
		if (!joined) throw new Error("a participant that was just there is missing");
		return joined;
	}
	const isExpelled = EXPELLED.includes(known.state);
	if (isExpelled && !canRun) throw removedFromMeeting();
	if (known.state === "admitted") return known;
	const role = isHost || (known.role === "host" && !isExpelled) ? "host" : "participant";
	const account = {
		userId: principal.id,
		name,
		role,
		email: null,
		emailKey: null,
		inviteHash: null,
	} as const;
	return enterRoom(change, known, "participant.join", account);
}
