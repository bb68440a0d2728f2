import type { LiveSessionRow, MeetingRow } from "#db/schema/index";
import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { parseLanguage } from "#kernel/locale";
import type { RequestContext } from "#kernel/request-context";
import { normalizeCueText } from "#kernel/subtitles/cue";
import { parseName } from "#kernel/text";
import { type Redaction, readRedaction } from "#modules/governance/redaction";
import { assertConsented } from "#modules/meetings/consents";
import { assertNotHeld, lockMeeting, mayNotRun, meetingOrg, shareMeeting } from "#modules/meetings/meetings";
import { assertSwitchedOn } from "#modules/tenancy/features";
import { assertAttributable, type TranscriptWriter } from "#modules/transcripts/transcripts";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { captionsOff, notLive } from "./errors.ts";
import { feedText, partialFrame } from "./frames.ts";
import { lacksTranscript } from "./locks.ts";
import type { Log } from "./log.ts";
import { feedTopic, type TrackOwner } from "./ports.ts";
import { sessionsOf } from "./repository/sessions.ts";
import type { IsKept } from "./retention.ts";
import type { Caption, PushedCaptions } from "./schemas.ts";
import type { NamedTrack, Sessions } from "./sessions.ts";
import type { CaptionStorage, Entry, OpenTrack } from "./storage.ts";

/** Time that it takes to say a character, in ms, and bounds for a caption. */
const CHARACTER_MS = 65;
const SHORTEST_MS = 800;
const LONGEST_MS = 7_000;

export interface ExternalCaptionsDeps extends Pick<Core, "store" | "bus" | "unitOfWork"> {
	readonly sessions: Sessions;
	readonly storeIn: CaptionStorage;
	readonly isKept: IsKept;
	readonly log: Log;
	readonly transcripts: Pick<TranscriptWriter, "newSegmentId" | "hasSegment">;
}

/** Captions of one request. */
export interface Captioned {
	readonly captions: readonly Caption[];
	/** Number of the request; null: it has none, and is not sent again. */
	readonly seq: number | null;
	/** BCP 47; null: that of the meeting. */
	readonly language: string | null;
}

export type ExternalCaptions = ReturnType<typeof createExternalCaptions>;

/** Creates the service by which captions come in that were made elsewhere: they are read like those made here. */
export function createExternalCaptions(deps: ExternalCaptionsDeps) {
	const { store, bus, unitOfWork, sessions, storeIn, isKept, log, transcripts } = deps;

	/** Asserts that captions of a meeting may come in now. @throws `state_conflict` `forbidden` `consent_required` */
	async function assertOpen(change: Change, meeting: MeetingRow, captions: readonly Caption[]): Promise<void> {
		if (meeting.state !== "live") throw notLive(meeting.state);
		assertNotHeld(meeting);
		if (!meeting.transcription.enabled) throw captionsOff();
		await assertConsented(change.tx, meeting, "transcription");
		const named = captions.flatMap(({ speaker }) => speaker ?? []);
		const attributions = named.map(({ participantId = null, label = "" }) => ({
			from: null,
			to: { participantId, label },
		}));
		await assertAttributable(change.tx, meeting, attributions);
	}

	/** Announces what is not final yet, once the change is committed. */
	function announcePartial(
		change: Change,
		{ session, redaction }: { readonly session: LiveSessionRow; readonly redaction: Redaction },
		caption: Placed,
		{ name, row }: NamedTrack,
	): void {
		const { id, startMs, endMs, text, language } = caption;
		const speaker = name === "" ? null : { id: row.speakerId, participantId: row.participantId, label: name };
		const { transcriptId, lastSeq } = session;
		const segment = { id, startMs, endMs, text, language, source: "caption", transcriptId, speaker } as const;
		const frame = partialFrame(lastSeq, segment, redaction);
		change.afterCommit(() => bus.publish(feedTopic(session.id), feedText({ t: "partial", frame })));
	}

	async function entryOf(
		{ tx }: Change,
		session: LiveSessionRow,
		caption: Placed,
		{ name, row }: NamedTrack,
	): Promise<Entry> {
		const { orgId, transcriptId } = session;
		const track: OpenTrack = { id: row.id, generation: null, participantId: row.participantId, name, engine: null };
		const { id, text, confidence, words } = caption;
		const isKnown =
			caption.isNamed && transcriptId !== null && (await transcripts.hasSegment(tx, { orgId, id: transcriptId }, id));
		if (isKnown) return { kind: "revision", track, segmentId: id, heard: { text, confidence, words } };
		const { isNamed: _, isFinal: __, ...segment } = caption;
		return { kind: "final", track, heardMs: null, segment: { ...segment, source: "caption" } };
	}

	/** Returns the function that finds the track of somebody, once for all captions of a change. */
	function tracksIn(change: Change, session: LiveSessionRow): (who: TrackOwner) => Promise<NamedTrack> {
		const known = new Map<string, NamedTrack>();
		return async (who) => {
			const key = JSON.stringify(who);
			const track = known.get(key) ?? (await sessions.trackIn(change, session, who));
			known.set(key, track);
			return track;
		};
	}

	/** Returns a session with a transcript, made when there is none; without one where captions are never stored. @throws `state_conflict` */
	async function withTranscript(change: Change, session: LiveSessionRow, language: string): Promise<LiveSessionRow> {
		if (session.transcriptId !== null || !(await isKept(change.tx, session))) return session;
		return sessions.transcriptIn(change, session, { source: "caption", engine: null, language });
	}

	/** Stores and announces captions within a change that has locked their meeting: for itself when it {@link lacksTranscript}. @throws `state_conflict` `consent_required` `not_found` `validation_failed` */
	async function take(
		change: Change,
		meeting: MeetingRow,
		{ captions, seq, language }: Captioned,
	): Promise<PushedCaptions> {
		const { tx, nowMs } = change;
		const { orgId } = meeting;
		await assertOpen(change, meeting, captions);
		let session = await sessions.lockedIn(change, meeting);
		await assertSwitchedOn(tx, orgId, "liveTranscription", useOf(session));
		if (seq !== null && session.captionSeq !== null && seq <= session.captionSeq) return answer(session, []);
		const spoken = language ?? meeting.language;
		if (captions.some(({ final = true }) => final)) session = await withTranscript(change, session, spoken);
		const entries: Entry[] = [];
		const taken: { id: string; final: boolean }[] = [];
		const ends = new Map<string, number>();
		const trackOf = tracksIn(change, session);
		const redaction = await readRedaction(tx, orgId);
		for (const [at, caption] of captions.entries()) {
			const track = await trackOf(ownerOf(caption, at));
			const arrivedMs = Math.max(0, nowMs - session.startedAtMs);
			const placed = place(caption, {
				id: caption.id ?? transcripts.newSegmentId(),
				language: spoken,
				arrivedMs,
				endMs: ends.get(track.row.id) ?? track.row.endMs,
				at,
			});
			if (placed.isFinal) entries.push(await entryOf(change, session, placed, track));
			else announcePartial(change, { session, redaction }, placed, track);
			if (placed.isFinal) ends.set(track.row.id, placed.endMs);
			taken.push({ id: placed.id, final: placed.isFinal });
		}
		const outcomes = (await storeIn(tx, session, entries)) ?? [];
		if (seq !== null) await sessionsOf(tx, orgId).update(session.id, { captionSeq: seq });
		const stored = outcomes
			.filter((outcome) => outcome.state === "stored")
			.toSorted((a, b) => a.event.seq - b.event.seq);
		const { translateTo } = meeting.transcription;
		const logged = { orgId, id: session.id, meetingId: meeting.id, translateTo };
		change.afterCommit(() => {
			for (const outcome of stored) log.announceOutcome(logged, outcome);
		});
		return answer(
			{ ...session, lastSeq: session.lastSeq + stored.length, captionSeq: seq ?? session.captionSeq },
			taken,
		);
	}

	return {
		take,

		/**
		 * Takes captions from somebody who runs the meeting.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` `consent_required`
		 */
		async push(context: RequestContext, meetingId: string, captioned: Captioned): Promise<PushedCaptions> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				if (await lacksTranscript(change.tx, orgId, meetingId))
					return take(change, await lockMeeting(change, orgId, meetingId, "run"), captioned);
				const { meeting, rights } = await shareMeeting(change, orgId, meetingId);
				if (!rights.canRun) throw mayNotRun();
				return take(change, meeting, captioned);
			});
		},
	};
}

/** What a session with a transcript stores goes on; without one, it begins. */
const useOf = ({ transcriptId }: LiveSessionRow) => (transcriptId === null ? "next" : "begun");

/** Returns the language that a query names, BCP 47; null for none. @throws `invalid_request` */
export function languageOf(tag: string | undefined): string | null {
	try {
		return tag === undefined ? null : parseLanguage(tag, "/lang");
	} catch (cause) {
		throw noLanguage(cause);
	}
}

const noLanguage = (cause: unknown) =>
	new AppError("invalid_request", "lang must be a language, such as en or en-US.", { cause });

const answer = (
	{ id, transcriptId, lastSeq, captionSeq }: LiveSessionRow,
	segments: PushedCaptions["segments"],
): PushedCaptions => ({ sessionId: id, transcriptId, lastSeq, captionSeq, segments });

/** A caption in its place on the time line. */
interface Placed extends Omit<Extract<Entry, { kind: "final" }>["segment"], "source"> {
	readonly isFinal: boolean;
	/** Whether its id was sent. */
	readonly isNamed: boolean;
}

/** Returns who speaks in a caption; nobody has no name. @throws `validation_failed` */
function ownerOf({ speaker }: Caption, at: number): TrackOwner {
	if (speaker?.participantId !== undefined) return { participantId: speaker.participantId };
	return { label: speaker?.label === undefined ? "" : parseName(speaker.label, `/segments/${at}/speaker/label`) };
}

interface Placement {
	readonly id: string;
	readonly language: string;
	readonly arrivedMs: number;
	/** Where the last caption of the speaker ends. */
	readonly endMs: number;
	readonly at: number;
}

/** Puts a caption on the time line. @throws `validation_failed` */
function place(caption: Caption, { id, language, arrivedMs, endMs: earliestMs, at }: Placement): Placed {
	const text = normalizeCueText(caption.text);
	if (text === "")
		throw invalidMember(`/segments/${at}/text`, "too_short", "must contain at least one visible character");
	const lengthMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, text.length * CHARACTER_MS));
	// Where a clock was set back, or captions come faster than they are said, each still comes after the one before.
	const arrivalMs = Math.max(arrivedMs, earliestMs + SHORTEST_MS);
	const lastMs = caption.endMs ?? (caption.startMs === undefined ? arrivalMs : caption.startMs + lengthMs);
	const startMs = caption.startMs ?? Math.max(0, lastMs - lengthMs, Math.min(earliestMs, lastMs));
	if (caption.endMs !== undefined && caption.endMs < startMs)
		throw invalidMember(`/segments/${at}/endMs`, "invalid", "must not be before startMs");
	const { confidence = null, words = null } = caption;
	return {
		id,
		text,
		startMs,
		endMs: Math.max(startMs, lastMs),
		language: caption.language === undefined ? language : parseLanguage(caption.language, `/segments/${at}/language`),
		confidence,
		words: words?.map((word) => [word.text, word.startMs, word.endMs, word.confidence] as const) ?? null,
		isFinal: caption.final ?? true,
		isNamed: caption.id !== undefined,
	};
}
