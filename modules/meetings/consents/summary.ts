import type { MeetingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { listInRoom, readConsentsOf } from "./repository.ts";
import type { ConsentSummary } from "./schemas.ts";
import type { ConsentKind } from "./values.ts";

/** Maximum number of participants that a summary names of each kind and decision. */
const MAX_NAMED = 100;

/** Maximum number of participants who are counted: more than a meeting may have. */
const MAX_COUNTED = 10_000;

/** What those in a room have decided about something, by the ids of participants. */
interface Answers {
	readonly granted: readonly string[];
	readonly denied: readonly string[];
	/** Those who have not decided. */
	readonly missing: readonly string[];
}

/** What those in a room consent to. */
export type RoomConsents = Readonly<Record<ConsentKind, Answers>>;

/** Returns what those consent to who are in the room of a meeting. */
export async function consentsInRoom(
	db: ReadDb,
	{ orgId, meetingId }: { readonly orgId: string; readonly meetingId: MeetingRow["id"] },
): Promise<RoomConsents> {
	const ids = (await listInRoom(db, { orgId, meetingId, take: MAX_COUNTED })).map(({ id }) => id);
	const latest = await readConsentsOf(db, orgId).listLatest(meetingId, ids);
	const decided = new Map(latest.map((row) => [`${row.kind} ${row.participantId}`, row.decision]));
	const answersAbout = (kind: ConsentKind): Answers => {
		const {
			granted = [],
			denied = [],
			missing = [],
		} = Object.groupBy(ids, (id) => decided.get(`${kind} ${id}`) ?? "missing");
		return { granted, denied, missing };
	};
	return {
		recording: answersAbout("recording"),
		transcription: answersAbout("transcription"),
		summary: answersAbout("summary"),
	};
}

/** Converts what those in a room consent to. @param isNamed whether it says who: to those who run the meeting */
export function toConsentSummary(consents: RoomConsents, isNamed: boolean): ConsentSummary {
	const countsOf = ({ granted, denied, missing }: Answers): ConsentSummary["recording"] => ({
		granted: granted.length,
		denied: denied.length,
		missing: missing.length,
		participants: isNamed ? { denied: denied.slice(0, MAX_NAMED), missing: missing.slice(0, MAX_NAMED) } : null,
	});
	const { recording, transcription, summary } = consents;
	return { recording: countsOf(recording), transcription: countsOf(transcription), summary: countsOf(summary) };
}
