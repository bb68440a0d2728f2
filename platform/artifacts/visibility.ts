import { type ArtifactClass, type ArtifactOwnerType, CLASS_OF_OWNER, type MeetingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { type PlainText, text } from "#kernel/texts";
import { isMeetingHeld } from "#platform/holds";
import { classOf, clockOf } from "./clocks.ts";
import { findChat, findShown, listUnexpired } from "./repository/shown.ts";

/**
 * When the retention periods began that end now, by class of data, in Unix ms: what began then or earlier has expired. It
 * is not shown to anybody any more, unless a legal hold covers its meeting. {@link NEVER_STORED} where nothing is kept.
 */
export type Cutoffs = Readonly<Record<ArtifactClass, number>>;

/** The cutoff of a class of data that is never stored: a period of `0d`. */
export const NEVER_STORED = Number.MAX_SAFE_INTEGER;

/** Reads how long organizations keep their data. */
export interface RetentionReader {
	/** Returns the cutoffs of an organization as a database handle sees it. @throws `not_found` `purged` */
	cutoffs(db: ReadDb, orgId: string): Promise<Cutoffs>;
	/** Returns the same for what a caller does: from memory where that is up to date, and nothing is awaited then. */
	cutoffsFor(db: ReadDb, caller: Principal, orgId: string): Cutoffs | Promise<Cutoffs>;
	/**
	 * Returns when the periods began that ended at an earlier time, in Unix ms, by the longest periods that the organization
	 * has had since: what began by then had expired at that time already. @throws `not_found` `purged`
	 */
	cutoffsAt(db: ReadDb, orgId: string, atMs: number): Promise<Cutoffs>;
}

/** What of a meeting decides which of its content is shown. */
export type RetainedMeeting = Pick<
	MeetingRow,
	"orgId" | "id" | "kind" | "state" | "endedAtMs" | "createdAtMs" | "purgeStartedAtMs"
>;

/**
 * What is shown of the content of a meeting: what began after this, in Unix ms, and is not being purged, as the ledger
 * says. Undefined: all of it, and the ledger need not be asked.
 */
export type Horizon = number | undefined;

/** The horizon before which nothing is: whatever is not being purged is shown. */
const BEGINNING = -1;

/**
 * Returns the horizon of a meeting for content of a class. Nothing is read, and nothing has to be awaited, for a meeting that
 * is young enough.
 * @param own the class that the content has by itself; for `chatLogs` it is the horizon of the messages
 */
export function horizonOf(
	db: ReadDb,
	meeting: RetainedMeeting,
	own: ArtifactClass,
	cutoffs: Cutoffs,
): Horizon | Promise<Horizon> {
	const dataClass = classOf(own, meeting.kind);
	const isOld = mayHaveExpired(meeting, dataClass, cutoffs);
	if (!isOld && meeting.purgeStartedAtMs === null) return undefined;
	return readHorizon(db, meeting, own, isOld ? cutoffs[dataClass] : BEGINNING);
}

async function readHorizon(
	db: ReadDb,
	meeting: RetainedMeeting,
	own: ArtifactClass,
	cutoffMs: number,
): Promise<Horizon> {
	const isHeld = cutoffMs !== BEGINNING && (await isMeetingHeld(db, meeting.orgId, meeting.id));
	if (isHeld && meeting.purgeStartedAtMs === null) return undefined;
	const horizonMs = isHeld ? BEGINNING : cutoffMs;
	return own === "chatLogs" ? horizonOfMessages(db, meeting, horizonMs) : horizonMs;
}

/** What of the recordings of a meeting is shown: at most one of both is given, neither where all of them are. */
export interface RecordingsHorizon {
	/** The ledger is to be asked, see {@link Horizon}. */
	readonly horizonMs?: number | undefined;
	/** Those that were stored later, in Unix ms. */
	readonly storedAfterMs?: number | undefined;
}

/**
 * Returns what a horizon says of the recordings of a meeting: those of one that has expired count from when they were
 * stored, so their rows tell what is shown, unless some are being purged or the meeting is an exam.
 */
export const horizonOfRecordings = (meeting: RetainedMeeting, horizonMs: Horizon): RecordingsHorizon =>
	meeting.kind === "exam" || meeting.purgeStartedAtMs !== null ? { horizonMs } : { storedAfterMs: horizonMs };

/** Whether all recordings and transcripts of a meeting are shown, however many it has; messages are not looked at. */
export const isAllShown = (meeting: Omit<RetainedMeeting, "orgId" | "id">, cutoffs: Cutoffs): boolean =>
	meeting.purgeStartedAtMs === null &&
	!mayHaveExpired(meeting, classOf("recordings", meeting.kind), cutoffs) &&
	!mayHaveExpired(meeting, classOf("transcripts", meeting.kind), cutoffs);

/** Whether content of a class that meetings of a kind have is never stored: its period is `0d`. */
export const isNeverStored = (kind: MeetingRow["kind"], own: ArtifactClass, cutoffs: Cutoffs): boolean =>
	cutoffs[classOf(own, kind)] === NEVER_STORED;

/**
 * Asserts that new content of a meeting is kept: it would not expire at once.
 * @param own the class that the content has by itself
 * @param meeting null: one that is made with the content
 * @throws `not_retained`
 */
export async function assertRetained(
	db: ReadDb,
	meeting: RetainedMeeting | null,
	own: ArtifactClass,
	{ cutoffs, nowMs }: { readonly cutoffs: Cutoffs; readonly nowMs: number },
): Promise<void> {
	const dataClass = classOf(own, meeting?.kind);
	const cutoffMs = cutoffs[dataClass];
	if (cutoffMs === NEVER_STORED) throw notRetained(dataClass);
	if (meeting === null || (clockOf(dataClass, meeting, nowMs) ?? nowMs) > cutoffMs) return;
	if (!(await isMeetingHeld(db, meeting.orgId, meeting.id))) throw notRetained(dataClass);
}

/** Whether a meeting can have content of a class that has expired: none began before the meeting was made. */
function mayHaveExpired(
	meeting: Omit<RetainedMeeting, "orgId" | "id" | "kind">,
	dataClass: ArtifactClass,
	cutoffs: Cutoffs,
): boolean {
	const earliestMs = dataClass === "chatLogs" ? meeting.createdAtMs : (meeting.endedAtMs ?? meeting.createdAtMs);
	return (dataClass === "chatLogs" || meeting.state !== "live") && earliestMs <= cutoffs[dataClass];
}

type OfOwner = { readonly orgId: string; readonly ownerType: ArtifactOwnerType; readonly ownerId: string };

/** Whether what an owner has is shown, see {@link horizonOf}; not for messages, which are many. */
export async function isOwnerShown(db: ReadDb, owner: OfOwner, horizonMs: Horizon): Promise<boolean> {
	return horizonMs === undefined || (await findShown(db, { ...owner, horizonMs })) !== undefined;
}

/** Whether what an owner has from a meeting is shown now. */
export async function isContentShown(
	db: ReadDb,
	meeting: RetainedMeeting,
	{ ownerType, ownerId }: Pick<OfOwner, "ownerType" | "ownerId">,
	cutoffs: Cutoffs,
): Promise<boolean> {
	const horizonMs = await horizonOf(db, meeting, CLASS_OF_OWNER[ownerType], cutoffs);
	return isOwnerShown(db, { orgId: meeting.orgId, ownerType, ownerId }, horizonMs);
}

/**
 * Returns the ids of the meetings whose content is shown now, for content that has the id of its meeting: of many meetings what
 * {@link isContentShown} says of one, with one statement for each class of data that may have expired.
 * @param meetings of one organization, a page of them at most
 */
export async function listContentShown(
	db: ReadDb,
	meetings: readonly RetainedMeeting[],
	ownerType: Exclude<ArtifactOwnerType, "chat">,
	cutoffs: Cutoffs,
): Promise<ReadonlySet<string>> {
	const own = CLASS_OF_OWNER[ownerType];
	const isSure = (meeting: RetainedMeeting) =>
		meeting.purgeStartedAtMs === null && !mayHaveExpired(meeting, classOf(own, meeting.kind), cutoffs);
	const unsure = Map.groupBy(
		meetings.filter((meeting) => !isSure(meeting)),
		({ kind }) => classOf(own, kind),
	);
	const found = await Promise.all(
		[...unsure].map(([dataClass, group]) => {
			const orgId = group[0]?.orgId ?? "";
			const ownerIds = group.map(({ id }) => id);
			return listUnexpired(db, { orgId, ownerType, ownerIds, cutoffMs: cutoffs[dataClass] });
		}),
	);
	return new Set([...meetings.filter(isSure).map(({ id }) => id), ...found.flat()]);
}

/** Returns the horizon of the messages of a chat. Each has a period of its own, except in an exam. */
async function horizonOfMessages(db: ReadDb, meeting: RetainedMeeting, horizonMs: number): Promise<Horizon> {
	const chat = await findChat(db, { orgId: meeting.orgId, meetingId: meeting.id });
	if (chat === undefined) return horizonMs;
	const { clockStartsAtMs: clockMs, purgeStartedAtMs } = chat;
	const isPurging = purgeStartedAtMs !== null;
	if (chat.class === "chatLogs") return isPurging ? Math.max(horizonMs, (clockMs ?? 0) - 1) : horizonMs;
	return isPurging || (clockMs !== null && clockMs <= horizonMs) ? Number.MAX_SAFE_INTEGER : undefined;
}

/** What the classes of data are called. */
const NAMES: Readonly<Record<ArtifactClass, PlainText>> = {
	recordings: "recordings",
	transcripts: "transcripts and content derived from them",
	chatLogs: "chat messages",
	examData: "data of exams",
};

/** Returns the error for content that would have expired at once: its period is `0d`, or the meeting is too long ago. */
const notRetained = (dataClass: ArtifactClass) =>
	new AppError(
		"not_retained",
		text(
			"The retention policy of the organization does not allow it to be stored: {content} of this meeting would expire at once. A longer period of {dataClass} allows it.",
			{ content: text(NAMES[dataClass]), dataClass },
		),
		{ meta: { class: dataClass } },
	);
