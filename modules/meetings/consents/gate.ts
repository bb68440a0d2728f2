import type { MeetingRow, ParticipantRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { AppError } from "#kernel/errors";
import { findOrganization } from "#modules/tenancy/organization-records";
import { bounded } from "#platform/compliance";
import { consentMissing, recordingDisabled } from "./errors.ts";
import { listDenying, listWithoutConsent, NOW, type Participant, readConsentsOf } from "./repository.ts";
import type { ConsentKind } from "./values.ts";

/** Maximum number of participants that an error names. */
const MAX_NAMED = 20;
/** Maximum number of participants whose tracks are left out: more than ever take part in a meeting. */
const MAX_EXCLUDED = 10_000;
/** How far behind ours the clock may be by which a client says when a recording began, in ms: it waits for the answers of all. */
const BEHIND_MS = 2_000;

/** What decides about consent in a meeting. */
type ConsentedMeeting = Pick<MeetingRow, "orgId" | "id" | "recordingConsent">;

/**
 * Returns what consent a meeting needs: its own, unless the compliance mode that its organization has now demands more.
 * What is as strict as can be is not asked for.
 */
export async function consentNeeded(
	db: ReadDb,
	{ orgId, recordingConsent }: ConsentedMeeting,
): Promise<MeetingRow["recordingConsent"]> {
	if (recordingConsent === "disabled" || recordingConsent === "required") return recordingConsent;
	return bounded("settings", await findOrganization(db, orgId), { recordingConsent }).recordingConsent;
}

/**
 * Returns the error for recording, transcribing or summarizing a meeting; null while it is allowed, as
 * {@link consentNeeded} says: `required`: everybody who is or was in the room granted it, those who were removed included; `notify`: nobody there denied it;
 * `optional`: always, without those who denied it ({@link excludedParticipants}); `disabled`: never. Nobody took part in a
 * meeting that was only uploaded.
 * @param db within a change its transaction: what was decided before it holds
 * @param asOfMs what was to be said at that time; default: now
 */
export async function findMissingConsent(
	db: ReadDb,
	meeting: ConsentedMeeting,
	kind: ConsentKind,
	asOfMs = NOW,
): Promise<AppError | null> {
	const needed = await consentNeeded(db, meeting);
	if (needed === "disabled") return recordingDisabled(kind);
	if (needed === "optional") return null;
	const list = needed === "required" ? listWithoutConsent : listDenying;
	const missing = await list(db, { orgId: meeting.orgId, meetingId: meeting.id, kind, asOfMs, take: MAX_NAMED });
	return missing.length > 0 ? consentMissing(kind, needed, missing) : null;
}

/** Asserts that {@link findMissingConsent} finds nothing. @throws `consent_required` */
export async function assertConsented(db: ReadDb, meeting: ConsentedMeeting, kind: ConsentKind): Promise<void> {
	const missing = await findMissingConsent(db, meeting, kind);
	if (missing !== null) throw missing;
}

/**
 * Whether consent is missing only because participants have not decided: what needs it can wait for them. Participants who
 * have left or were removed, and those of a meeting that has ended, are among them, since what is recorded may be theirs;
 * a denial leaves nothing to wait for.
 */
export async function awaitsDecisions(db: ReadDb, meeting: ConsentedMeeting, kind: ConsentKind): Promise<boolean> {
	if ((await consentNeeded(db, meeting)) !== "required") return false;
	const asked = { orgId: meeting.orgId, meetingId: meeting.id, kind, asOfMs: NOW, take: 1 };
	if ((await listDenying(db, asked)).length > 0) return false;
	return (await listWithoutConsent(db, asked)).length > 0;
}

/**
 * Asserts that a participant may begin to record themselves now, or might when they did: a refusal ends what is recorded, and
 * takes back nothing of what others, who had agreed, said before it.
 * @param startedAtMs null: unknown
 * @throws `consent_required`
 */
export async function assertBeganConsented(
	db: ReadDb,
	meeting: ConsentedMeeting,
	{ joinedAtMs }: Pick<ParticipantRow, "joinedAtMs">,
	startedAtMs: number | null,
): Promise<void> {
	const missing = await findMissingConsent(db, meeting, "recording");
	if (missing === null) return;
	for (const asOfMs of startedAtMs === null ? [] : [startedAtMs, startedAtMs + BEHIND_MS]) {
		// Before they came, nobody may have been there to refuse.
		const wasThere = joinedAtMs !== null && joinedAtMs <= asOfMs;
		if (wasThere && (await findMissingConsent(db, meeting, "recording", asOfMs)) === null) return;
	}
	throw missing;
}

/** Whether a meeting may be recorded or transcribed at all, whoever consents. */
export const isRecordable = async (db: ReadDb, meeting: ConsentedMeeting): Promise<boolean> =>
	(await consentNeeded(db, meeting)) !== "disabled";

/** Asserts {@link isRecordable}. @throws `consent_required` */
export async function assertRecordable(db: ReadDb, meeting: ConsentedMeeting, kind: ConsentKind): Promise<void> {
	if (!(await isRecordable(db, meeting))) throw recordingDisabled(kind);
}

/**
 * Asserts that the track of a participant may be used, whatever consent the meeting needs of the others.
 * @param need whether they must have agreed, or only not denied it
 * @throws `consent_required`
 */
export async function assertTrackConsented(
	db: ReadDb,
	meeting: ConsentedMeeting,
	{ id, name }: Participant,
	kind: ConsentKind,
	need: "granted" | "not_denied",
): Promise<void> {
	const latest = await readConsentsOf(db, meeting.orgId).listLatest(meeting.id, [id]);
	const decision = latest.find((row) => row.kind === kind)?.decision;
	if (need === "granted" ? decision === "granted" : decision !== "denied") return;
	const needed = await consentNeeded(db, meeting);
	throw needed === "disabled" ? recordingDisabled(kind) : consentMissing(kind, needed, [{ id, name }]);
}

/** Returns the participants who were ever in the room of a meeting and denied their consent, whatever consent it needs. */
export const denyingParticipants = (
	db: ReadDb,
	{ orgId, id: meetingId }: Pick<MeetingRow, "orgId" | "id">,
	kind: ConsentKind,
): Promise<readonly Participant[]> => listDenying(db, { orgId, meetingId, kind, asOfMs: NOW, take: MAX_EXCLUDED });

/** Returns which of these participants denied their consent, those who were never in the room included. */
export async function denyingAmong(
	db: ReadDb,
	{ orgId, id: meetingId }: Pick<MeetingRow, "orgId" | "id">,
	kind: ConsentKind,
	ids: readonly string[],
): Promise<ReadonlySet<string>> {
	const latest = await readConsentsOf(db, orgId).listLatest(meetingId, ids);
	const denials = latest.filter((row) => row.kind === kind && row.decision === "denied");
	return new Set(denials.map(({ participantId }) => participantId));
}

/** Returns the ids of the participants whose own tracks must be left out of a meeting that needs `optional` consent. */
export async function excludedParticipants(
	db: ReadDb,
	meeting: ConsentedMeeting,
	kind: ConsentKind,
): Promise<readonly string[]> {
	if ((await consentNeeded(db, meeting)) !== "optional") return [];
	return (await denyingParticipants(db, meeting, kind)).map(({ id }) => id);
}
