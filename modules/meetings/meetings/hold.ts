import type { MeetingRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { differencesBetween } from "#kernel/differences";
import type { Change } from "#platform/unit-of-work";
import { meetingHeld } from "./errors.ts";
import { facts } from "./facts.ts";
import { roomChanged } from "./moments.ts";
import { saveMeeting } from "./save.ts";
import { toRecordedMeeting } from "./view.ts";

/** What of a meeting tells whether it is held. */
type Holdable = Pick<MeetingRow, "state" | "hold">;

/** Returns since when a live meeting is held, Unix ms; null: it is not. */
export const heldSince = ({ state, hold }: Holdable): number | null =>
	state === "live" && hold !== null && hold.untilMs === null ? hold.sinceMs : null;

/** Asserts that a meeting is not held: nothing that is said then is taken. @throws `meeting_held` */
export function assertNotHeld(meeting: Holdable): void {
	const sinceMs = heldSince(meeting);
	if (sinceMs !== null) throw meetingHeld(rfc3339(sinceMs));
}

/** What a meeting is held for, or what lets it go on. */
type HoldChange =
	/** `missedId`: the participant who was the last to run it. */
	{ readonly state: "held"; readonly missedId: string | null } | { readonly state: "resumed" };

/**
 * Holds a live meeting locked by the change, or lets it go on, and records it; one that is so already stays as it is.
 * @param inRoom ids of the participants who are there
 */
export async function setHold(
	change: Change,
	row: MeetingRow,
	to: HoldChange,
	inRoom: readonly string[],
): Promise<MeetingRow> {
	const isHeld = heldSince(row) !== null;
	if (isHeld === (to.state === "held")) return row;
	const { nowMs } = change;
	const hold =
		to.state === "held"
			? { sinceMs: nowMs, untilMs: null, missedId: to.missedId }
			: row.hold && { ...row.hold, untilMs: nowMs };
	const saved = await saveMeeting(change, row, { hold });
	const object = toRecordedMeeting(saved);
	change.record(row.orgId, to.state === "held" ? facts["meeting.hold"] : facts["meeting.resume"], {
		id: row.id,
		object,
		changes: differencesBetween(toRecordedMeeting(row), object),
		otherTargets: inRoom.map((id) => ({ type: "participant", id })),
	});
	await change.reach(roomChanged, { orgId: row.orgId, meetingId: row.id, what: "hold" });
	return saved;
}
