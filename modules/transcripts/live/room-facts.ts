import type { ParticipantRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { consentsInRoom, type RoomConsents, toConsentSummary } from "#modules/meetings/consents";
import { listWaiting } from "#modules/meetings/participants";
import { recordingInRoom, type ToldRecording } from "#modules/meetings/recording-control";
import { holdInRoom, type ToldHold } from "#modules/meetings/unattended";
import { findOrganization } from "#modules/tenancy/organization-records";
import { mayPassThroughServer } from "#modules/tenancy/settings";

/** Maximum number of people in the lobby who are shown. */
const MAX_WAITING = 100;

/** What the server tells a room of the meeting. */
export interface RoomFacts {
	/** Null before the first. */
	readonly recording: ToldRecording | null;
	readonly consents: RoomConsents;
	/** Null before the first. */
	readonly hold: ToldHold | null;
	/** Those who have waited longest, at most one more than is shown. */
	readonly waiting: readonly ParticipantRow[];
	/** Whether the organization lets sound and pictures pass through the server. */
	readonly mayPassThroughServer: boolean;
}

/** How sound and pictures reach others. */
export interface RoomWay {
	readonly via: "mesh" | "worker";
	/** Whether they pass through the server once the room is large. */
	readonly throughServer: boolean;
}

/** What a room is told: what was read, and how sound and pictures go here. `media` is null without a media worker. */
export type ToldFacts = RoomFacts & { readonly media: RoomWay | null };

/** Reads what is told to the room of a meeting. */
export async function readFacts(
	db: ReadDb,
	of: { readonly orgId: string; readonly meetingId: string },
): Promise<RoomFacts> {
	const [recording, consents, hold, waiting, organization] = await Promise.all([
		recordingInRoom(db, of),
		consentsInRoom(db, of),
		holdInRoom(db, of),
		listWaiting(db, of, MAX_WAITING + 1),
		findOrganization(db, of.orgId),
	]);
	return { recording, consents, hold, waiting, mayPassThroughServer: mayPassThroughServer(organization) };
}

/** What the server has told a member last, as JSON, by the name of the message. */
export type Told = Map<string, string>;

/** What the server tells one member, by the name of the message; null: nothing yet. */
type ShownFacts = Readonly<Record<string, object | null>>;

/** Returns what somebody in the room is shown. @param canRun whether they run the meeting */
function shownTo({ recording, consents, hold, waiting, media }: ToldFacts, canRun: boolean): ShownFacts {
	const shown = { recording, consents: toConsentSummary(consents, canRun), hold, ...(media && { media }) };
	return canRun ? { ...shown, lobby: lobbyOf(waiting) } : shown;
}

/** Returns what a member is to be told in a snapshot, and notes it. @param facts null: they are told when it is known */
export function toldNow(told: Told, facts: ToldFacts | null, canRun: boolean): ShownFacts {
	const shown = facts ? shownTo(facts, canRun) : {};
	for (const [type, content] of Object.entries(shown)) told.set(type, JSON.stringify(content));
	return shown;
}

/** Returns the messages about what a member has not been told, and notes it. */
export function newsFor(told: Told, facts: ToldFacts | null, canRun: boolean): object[] {
	const news = Object.entries(facts ? shownTo(facts, canRun) : {}).flatMap(([type, content]) => {
		const text = JSON.stringify(content);
		if (content === null || told.get(type) === text) return [];
		told.set(type, text);
		return [{ type, ...content }];
	});
	// Who no longer runs the meeting keeps nothing of its lobby.
	return !canRun && told.delete("lobby") ? [...news, { type: "lobby", ...lobbyOf([]) }] : news;
}

const lobbyOf = (waiting: readonly ParticipantRow[]) => ({
	waiting: waiting.slice(0, MAX_WAITING).map(({ id, name, createdAtMs }) => ({
		participantId: id,
		name: name === "" ? null : name,
		since: rfc3339(createdAtMs),
	})),
	more: waiting.length > MAX_WAITING,
});
