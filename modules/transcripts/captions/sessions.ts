import type { EngineName, LiveSessionRow, LiveTrackRow, MeetingRow, SegmentSource } from "#db/schema";
import { meetingNotFound, shareMeetingRow, updateArtifacts } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import type { TranscriptWriter } from "#modules/transcripts/transcripts";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { noParticipant, notLive, sessionClosed, tooManyTracks } from "./errors.ts";
import { lockMeetingOf } from "./locks.ts";
import type { LiveSession, SessionKey, TrackOwner } from "./ports.ts";
import {
	fenceTracks,
	findSession,
	findTrack,
	listTracks,
	MAX_TRACKS,
	participantName,
	sessionsOf,
	tracksOf,
} from "./repository/sessions.ts";

export interface SessionsDeps extends Pick<Core, "store" | "newId" | "unitOfWork"> {
	readonly transcripts: Pick<TranscriptWriter, "createTranscript">;
}

/** What the transcript of a session is made by. */
export interface Origin {
	readonly source: SegmentSource;
	/** Null for captions. */
	readonly engine: EngineName | null;
	/** BCP 47; `und` when unknown. */
	readonly language: string;
}

/** A track of a session, with the name of who speaks. */
export interface NamedTrack {
	readonly row: LiveTrackRow;
	readonly name: string;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Creates what makes the sessions of live meetings, their tracks and their transcripts. */
export function createSessions({ store, newId, unitOfWork, transcripts }: SessionsDeps) {
	const inChange = <T>(work: (change: Change) => Promise<T>) => unitOfWork.run(systemContext("job:captions"), work);

	/** Returns the session of a live meeting, which keeps its state until the change ends; made when there is none. */
	async function sessionIn(change: Change, meeting: MeetingRow): Promise<LiveSessionRow> {
		const { orgId, id: meetingId } = meeting;
		const known = await findSession(change.tx, orgId, meetingId);
		if (known) return known;
		if (meeting.state !== "live") throw notLive(meeting.state);
		const row: LiveSessionRow = {
			orgId,
			id: newId("lvs"),
			meetingId,
			transcriptId: null,
			state: "open",
			lastSeq: 0,
			captionSeq: null,
			startedAtMs: meeting.startedAtMs ?? change.nowMs,
			closedAtMs: null,
		};
		if (await sessionsOf(change.tx, orgId).tryInsert(row)) return row;
		const made = await findSession(change.tx, orgId, meetingId);
		if (!made) throw new Error("a session was neither there nor made");
		return made;
	}

	/**
	 * Returns the session, locked, with a transcript, made when there is none. The meeting has to be locked then: whoever locks
	 * both locks the meeting first.
	 * @throws `state_conflict`
	 */
	async function transcriptIn(
		change: Change,
		{ orgId, id }: SessionKey,
		{ language, ...origin }: Origin,
	): Promise<LiveSessionRow> {
		const row = await sessionsOf(change.tx, orgId).lock(id);
		if (row === undefined || row.state === "closed") throw sessionClosed();
		if (row.transcriptId !== null) return row;
		const meeting = { orgId, id: row.meetingId };
		const made = { recordingId: null, live: true, language, ...origin };
		const { id: transcriptId } = await transcripts.createTranscript(change, meeting, made);
		await sessionsOf(change.tx, orgId).update(id, { transcriptId });
		const shown = { state: "processing", transcriptId, languages: [], segmentCount: 0 } as const;
		await updateArtifacts(change, orgId, row.meetingId, { transcript: shown });
		return { ...row, transcriptId };
	}

	/** Returns the track of somebody, made when there is none, in a session that is locked. @throws `not_found` `state_conflict` */
	async function trackIn(change: Change, session: LiveSessionRow, who: TrackOwner): Promise<NamedTrack> {
		const { tx, nowMs } = change;
		const { orgId, id: sessionId, meetingId } = session;
		const participantId = "participantId" in who ? who.participantId : null;
		const label = "label" in who ? who.label : "";
		const name = participantId === null ? label : await participantName(tx, { orgId, meetingId, id: participantId });
		if (name === undefined) throw noParticipant();
		const known = await findTrack(tx, session, { participantId, label });
		if (known) return { row: known, name };
		if ((await listTracks(tx, session)).length >= MAX_TRACKS) throw tooManyTracks(MAX_TRACKS);
		const row: LiveTrackRow = {
			orgId,
			id: newId("trk"),
			sessionId,
			participantId,
			label,
			speakerId: null,
			heardMs: 0,
			endMs: 0,
			generation: 0,
			publishing: false,
			createdAtMs: nowMs,
			updatedAtMs: nowMs,
		};
		await tracksOf(tx, orgId).insert(row);
		return { row, name };
	}

	return {
		transcriptIn,
		trackIn,

		/** Returns the session of a live meeting, locked; made when there is none. @throws `state_conflict` */
		async lockedIn(change: Change, meeting: MeetingRow): Promise<LiveSessionRow> {
			const { id } = await sessionIn(change, meeting);
			const row = await sessionsOf(change.tx, meeting.orgId).lock(id);
			if (row === undefined || row.state === "closed") throw sessionClosed();
			return row;
		},

		/** Stops the publishers of a session, or of the track of one participant, within the change that forbids it. */
		async fence(change: Change, session: SessionKey, participantId: string | undefined): Promise<void> {
			const row = await sessionsOf(change.tx, session.orgId).lock(session.id);
			if (row) await fenceTracks(change.tx, row, participantId);
		},

		/** See `Captions.session`. @throws `state_conflict` `not_found` */
		async session(meeting: MeetingRow): Promise<LiveSession> {
			const { orgId, id } = meeting;
			const known = await findSession(store.db, orgId, id);
			if (known) return known;
			return inChange(async (change) => {
				// The meeting does not end before the session is there for its end to close.
				const row = await shareMeetingRow(change.tx, { orgId, id });
				if (!row) throw meetingNotFound();
				return sessionIn(change, row);
			});
		},

		/** Makes the transcript of a session, unless it has one. @throws `state_conflict` */
		beginTranscript: (session: SessionKey, origin: Origin): Promise<void> =>
			inChange(async (change) => {
				await lockMeetingOf(change.tx, session);
				await transcriptIn(change, session, origin);
			}),

		/**
		 * Opens the track of somebody for a new publisher: the previous one no longer stores anything.
		 * @throws `state_conflict` `not_found`
		 */
		openTrack: (session: SessionKey, who: TrackOwner): Promise<NamedTrack> =>
			inChange(async (change) => {
				const locked = await sessionsOf(change.tx, session.orgId).lock(session.id);
				if (locked === undefined || locked.state === "closed") throw sessionClosed();
				const { row, name } = await trackIn(change, locked, who);
				const opened = { generation: row.generation + 1, publishing: true };
				await tracksOf(change.tx, session.orgId).update(row.id, opened);
				return { row: { ...row, ...opened }, name };
			}),
	};
}
