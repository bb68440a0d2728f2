import type { EngineName, LiveSessionRow, LiveTrackRow } from "#db/schema";
import type { Db } from "#db/store";
import { type Redaction, readRedaction } from "#modules/governance/redaction";
import { findMeetingRow } from "#modules/meetings/meetings";
import type { NextSegment, SecondHearing, Segment, TranscriptWriter } from "#modules/transcripts/transcripts";
import type { Core } from "#platform/module";
import { finalEvent, liveSegment } from "./frames.ts";
import type { SessionKey, WireEvent } from "./ports.ts";
import { appendFinals } from "./repository/log.ts";
import { listTracksById, sessionsOf, speakerOf, tracksOf } from "./repository/sessions.ts";
import type { IsKept } from "./retention.ts";

/** A track as its writer has opened it. */
export interface OpenTrack {
	readonly id: string;
	/** See `generation` of the track; null: captions, which any number of senders write. */
	readonly generation: number | null;
	readonly participantId: string | null;
	/** Name of the speaker; empty where it is unknown who speaks. */
	readonly name: string;
	/** The engine that hears it; null: captions. */
	readonly engine: EngineName | null;
}

/** What is stored of a track. */
export type Entry = { readonly track: OpenTrack } & (
	| {
			readonly kind: "final";
			readonly segment: Omit<NextSegment, "speakerId">;
			/** All audio before was heard; null: no audio. */
			readonly heardMs: number | null;
	  }
	| { readonly kind: "revision"; readonly segmentId: string; readonly heard: SecondHearing }
	/** Audio without speech. */
	| { readonly kind: "heard"; readonly heardMs: number }
	/** Its publisher has nothing more to store. */
	| { readonly kind: "release"; readonly heardMs: number | null }
);

/** A sentence. */
type Final = Extract<Entry, { kind: "final" }>;

/** What became of an entry. */
export type Outcome =
	| { readonly state: "stored"; readonly event: WireEvent; readonly segment: Segment }
	/** There was nothing to tell. */
	| { readonly state: "kept" }
	/** Somebody else publishes the track, it may not be published any more, or the session is closed. */
	| { readonly state: "fenced" };

/** How long a track goes on at most after its meeting was held, in ms: what was being said then is kept. */
const LATE_MS = 1_000;

const KEPT: Outcome = { state: "kept" };
const FENCED: Outcome = { state: "fenced" };

export interface CaptionStorageDeps extends Pick<Core, "clock"> {
	readonly transcripts: Pick<TranscriptWriter, "addSpeakers" | "appendSegments" | "rehearSegment">;
	readonly isKept: IsKept;
}

export type CaptionStorage = ReturnType<typeof createCaptionStorage>;

/** A session while entries are stored: its row is locked, and so are its tracks by it. */
interface Locked {
	readonly tx: Db;
	readonly session: LiveSessionRow;
	readonly tracks: Map<string, LiveTrackRow>;
	readonly changed: Map<string, LiveTrackRow>;
	readonly redaction: Redaction;
	lastSeq: number;
}

/** Creates what stores finals and their revisions, with their events, in one transaction. */
export function createCaptionStorage({ clock, transcripts, isKept }: CaptionStorageDeps) {
	/** Whether a track is still its publisher's. */
	function holds({ tracks }: Locked, { id, generation }: OpenTrack): boolean {
		const row = tracks.get(id);
		return row !== undefined && (generation === null || row.generation === generation);
	}

	function save(locked: Locked, track: OpenTrack, values: Partial<LiveTrackRow>): void {
		const row = locked.tracks.get(track.id);
		if (row === undefined) return;
		const saved = { ...row, ...values };
		locked.tracks.set(row.id, saved);
		locked.changed.set(row.id, saved);
	}

	/** Returns the speaker of a track, who is added with its first segment; null where it is unknown who speaks. */
	async function speakerFor(locked: Locked, transcriptId: string, track: OpenTrack): Promise<string | null> {
		const known = locked.tracks.get(track.id)?.speakerId ?? null;
		if (known !== null || track.name === "") return known;
		const key = { orgId: locked.session.orgId, id: transcriptId };
		const { name: label, participantId } = track;
		const [speakerId = ""] = await transcripts.addSpeakers(locked.tx, key, [{ label, participantId }]);
		save(locked, track, { speakerId });
		return speakerId;
	}

	const heard = (row: LiveTrackRow | undefined, heardMs: number | null) => Math.max(row?.heardMs ?? 0, heardMs ?? 0);

	async function storeFinals(
		locked: Locked,
		transcriptId: string,
		finals: readonly Extract<Entry, { kind: "final" }>[],
	): Promise<Outcome[]> {
		const { tx, session, tracks } = locked;
		const { orgId } = session;
		if (finals.length === 0) return [];
		const next: NextSegment[] = [];
		for (const { track, segment, heardMs } of finals) {
			const speakerId = await speakerFor(locked, transcriptId, track);
			const row = tracks.get(track.id);
			save(locked, track, { heardMs: heard(row, heardMs), endMs: Math.max(row?.endMs ?? 0, segment.endMs) });
			next.push({ ...segment, speakerId });
		}
		const stored = await transcripts.appendSegments(tx, { orgId, id: transcriptId }, next);
		return append(
			locked,
			finals.map(({ track, segment }, at) => {
				const { seq, speakerId = null } = stored[at] ?? {};
				if (seq === undefined) throw new Error("a segment was not stored");
				const speaker =
					speakerId === null ? null : { id: speakerId, participantId: track.participantId, label: track.name };
				const row = {
					source: "stt",
					...segment,
					orgId,
					transcriptId,
					seq,
					speakerId,
					revision: 1,
					edited: false,
				} as const;
				return liveSegment(row, speaker);
			}),
		);
	}

	/** Announces finals that are never stored: they have a place in the sequence of the session, and nothing else. */
	function passOn(locked: Locked, finals: readonly Extract<Entry, { kind: "final" }>[]): Outcome[] {
		const { session, tracks } = locked;
		return finals.map(({ track, segment, heardMs }) => {
			const row = tracks.get(track.id);
			save(locked, track, { heardMs: heard(row, heardMs), endMs: Math.max(row?.endMs ?? 0, segment.endMs) });
			locked.lastSeq++;
			const { id, participantId, name: label } = track;
			const place = { orgId: session.orgId, transcriptId: "", seq: locked.lastSeq, speakerId: null } as const;
			const passed = liveSegment(
				{ source: "stt", ...segment, ...place, revision: 1, edited: false },
				label === "" ? null : { id, participantId, label },
			);
			const event = { ...finalEvent(locked.lastSeq, passed, locked.redaction), isPassing: true } as const;
			return { state: "stored", event, segment: passed };
		});
	}

	/** Appends the events of segments to the log. */
	async function append(locked: Locked, added: readonly Segment[]): Promise<Outcome[]> {
		const firstSeq = locked.lastSeq + 1;
		locked.lastSeq += added.length;
		const ids = added.map(({ id }) => id);
		await appendFinals(locked.tx, locked.session, firstSeq, ids);
		return added.map((segment, at) => ({
			state: "stored",
			event: finalEvent(firstSeq + at, segment, locked.redaction),
			segment,
		}));
	}

	async function storeRevision(
		locked: Locked,
		transcriptId: string,
		{ track, segmentId, heard }: Extract<Entry, { kind: "revision" }>,
	): Promise<Outcome> {
		const { tx, session } = locked;
		const key = { orgId: session.orgId, id: transcriptId };
		const writer = { principal: { id: track.participantId ?? track.id }, nowMs: clock.nowMs() };
		const by = track.engine === null ? writer : null;
		const row = await transcripts.rehearSegment(tx, key, segmentId, heard, by);
		if (row === undefined) return KEPT;
		const speaker = row.speakerId === null ? null : await speakerOf(tx, session.orgId, row.speakerId);
		const [outcome = KEPT] = await append(locked, [liveSegment(row, speaker ?? null)]);
		return outcome;
	}

	/**
	 * Stores entries of a session in their order, finals before revisions. What the retention policy never stores is only
	 * given its place in the sequence.
	 * @returns the outcome of each; null: there is a final, and no transcript yet
	 */
	return async function storeIn(
		tx: Db,
		key: SessionKey,
		entries: readonly Entry[],
	): Promise<readonly Outcome[] | null> {
		const ids = [...new Set(entries.map(({ track }) => track.id))];
		const [session, rows, redaction] = await Promise.all([
			sessionsOf(tx, key.orgId).lock(key.id),
			listTracksById(tx, key.orgId, ids),
			readRedaction(tx, key.orgId),
		]);
		if (session === undefined || session.state === "closed") return entries.map(() => FENCED);
		const tracks = new Map(rows.map((row) => [row.id, row]));
		const { lastSeq } = session;
		const locked: Locked = { tx, session, tracks, changed: new Map(), redaction, lastSeq };
		const own: readonly Entry[] = entries.filter(({ track }) => holds(locked, track));
		const unsaid = await saidWhileHeld(tx, session, own);
		const held = own.filter((entry) => entry.kind !== "final" || !unsaid.has(entry));
		for (const { track, heardMs } of unsaid) save(locked, track, { heardMs: heard(tracks.get(track.id), heardMs) });
		const finals = held.filter((entry) => entry.kind === "final");
		const { transcriptId } = session;
		const keeps = held.length === 0 || (await isKept(tx, session));
		if (keeps && finals.length > 0 && transcriptId === null) return null;

		const stored =
			keeps && transcriptId !== null ? await storeFinals(locked, transcriptId, finals) : passOn(locked, finals);
		const outcomes = new Map<Entry, Outcome>(finals.map((entry, at) => [entry, stored[at] ?? KEPT]));
		for (const entry of unsaid) outcomes.set(entry, KEPT);
		for (const entry of held) if (entry.kind !== "final") outcomes.set(entry, await storeOther(locked, entry, keeps));
		await saveAll(locked);
		return entries.map((entry) => outcomes.get(entry) ?? FENCED);
	};

	/** Returns what engines heard of what was said while the meeting was held: none of it is stored, however late it comes. */
	async function saidWhileHeld(
		tx: Db,
		{ orgId, meetingId, startedAtMs }: LiveSessionRow,
		entries: readonly Entry[],
	): Promise<ReadonlySet<Final>> {
		const finals = entries.filter((entry) => entry.kind === "final" && entry.track.generation !== null) as Final[];
		const { hold = null } = (finals.length > 0 && (await findMeetingRow(tx, { orgId, id: meetingId }))) || {};
		if (hold === null) return new Set();
		const sinceMs = hold.sinceMs - startedAtMs;
		const untilMs = (hold.untilMs ?? Number.POSITIVE_INFINITY) - startedAtMs;
		const isUnsaid = ({ segment: { startMs, endMs } }: Final): boolean =>
			startMs < untilMs && (startMs >= sinceMs || endMs > sinceMs + LATE_MS);
		return new Set(finals.filter(isUnsaid));
	}

	async function storeOther(
		locked: Locked,
		entry: Exclude<Entry, { kind: "final" }>,
		keeps: boolean,
	): Promise<Outcome> {
		const { transcriptId } = locked.session;
		if (entry.kind === "revision")
			return transcriptId === null || !keeps ? KEPT : storeRevision(locked, transcriptId, entry);
		const row = locked.tracks.get(entry.track.id);
		save(locked, entry.track, {
			heardMs: heard(row, entry.heardMs),
			...(entry.kind === "release" && { publishing: false }),
		});
		return KEPT;
	}

	async function saveAll({ tx, session, changed, lastSeq }: Locked): Promise<void> {
		const updatedAtMs = clock.nowMs();
		const { orgId } = session;
		await Promise.all([
			lastSeq > session.lastSeq && sessionsOf(tx, orgId).update(session.id, { lastSeq }),
			...Array.from(changed.values(), ({ id, speakerId, heardMs, endMs, publishing }) =>
				tracksOf(tx, orgId).update(id, { speakerId, heardMs, endMs, publishing, updatedAtMs }),
			),
		]);
	}
}
