import type { EngineName, MeetingRow, ProcessingJobRow, TranscriptRow } from "#db/schema";
import { denyingAmong, findMissingConsent } from "#modules/meetings/consents";
import { lockMeetingRow } from "#modules/meetings/meetings";
import { findParticipant } from "#modules/meetings/participants";
import type { CaptureKey, Processing } from "#modules/recordings/processing";
import { systemContext } from "#modules/tenancy/permissions";
import type { SpokenTrack, TranscriptKey, TranscriptWriter } from "#modules/transcripts/transcripts";
import { type Job, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { toFindings } from "./findings.ts";
import { showTranscript } from "./queue.ts";
import { resultsWithVoices } from "./storage.ts";
import { storedResult, toSegments, UNDETERMINED } from "./window-results.ts";

/** Queue of the jobs that put together what was heard in the tracks of a capture. */
const SETTLE = "transcription.capture";

/** States of jobs that are not ended. */
const ACTIVE: readonly ProcessingJobRow["state"][] = ["waiting", "queued", "running"];

/** A job of a track of a capture. */
type TrackJob = ProcessingJobRow & CaptureKey;

/** Whether what a job hears is one of the tracks of a capture. */
export const isOfCapture = (row: ProcessingJobRow): row is TrackJob => row.captureId !== null;

export interface CapturesDeps extends Pick<Core, "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly processing: Pick<Processing, "listOfCapture" | "takeResults">;
	readonly transcripts: TranscriptWriter;
}

export type Captures = ReturnType<typeof createCaptures>;

/**
 * Creates what makes one transcript of the tracks of a capture (decision 102): each track has a job, whose results stay until
 * no job of the capture is unfinished. Then all of them are stored in one change, which publishes the transcript, or gives
 * one that is readable another revision.
 */
export function createCaptures({ unitOfWork, jobs, processing, transcripts }: CapturesDeps) {
	/** Returns what the jobs of a capture have heard, without the participants who deny it now. */
	async function takeTracks(change: Change, meeting: MeetingRow, heard: readonly TrackJob[]): Promise<SpokenTrack[]> {
		const { tx } = change;
		const ids = heard.flatMap(({ participantId }) => participantId ?? []);
		const denying = await Promise.all(
			(["recording", "transcription"] as const).map((kind) => denyingAmong(tx, meeting, kind, ids)),
		);
		const tracks: SpokenTrack[] = [];
		for (const job of heard) {
			const results = await processing.takeResults(tx, job);
			const { participantId, findings } = job;
			if (participantId === null || denying.some((denied) => denied.has(participantId))) continue;
			const { offsetMs = 0, pieces } = toFindings(findings);
			const segments = toSegments(resultsWithVoices(results.map(storedResult), pieces), () => null);
			if (segments.length === 0) continue;
			const participant = await findParticipant(tx, job.orgId, participantId);
			tracks.push({
				participantId,
				label: participant?.name || "Speaker",
				segments: segments.map(({ seq: _seq, speakerId: _speaker, ...segment }) => ({
					...segment,
					startMs: segment.startMs + offsetMs,
					endMs: segment.endMs + offsetMs,
					words:
						segment.words?.map(([text, from, to, c]) => [text, from + offsetMs, to + offsetMs, c] as const) ?? null,
				})),
			});
		}
		return tracks;
	}

	/** Ends the transcript of a capture, of which nothing may be kept, or nothing was heard. @param key of one that was begun */
	async function giveUp(change: Change, key: TranscriptKey | undefined, ended: readonly TrackJob[]): Promise<void> {
		const failed = ended.findLast(({ state }) => state === "failed");
		if (key && failed) return transcripts.failTranscript(change, key, failed.failure?.code ?? "processing_failed");
		if (key) await transcripts.removeTranscript(change, key);
		const last = failed ?? ended.at(-1);
		if (last) await showTranscript(change, last, failed ? "failed" : "cancelled");
	}

	async function store(change: Change, meeting: MeetingRow, row: TranscriptRow, heard: readonly TrackJob[]) {
		const tracks = await takeTracks(change, meeting, heard);
		await transcripts.addTracks(change, row, tracks);
		if (row.state !== "processing") return;
		const languages = (await transcripts.languagesOf(change.tx, row)).filter((language) => language !== UNDETERMINED);
		const { engine = null } = heard.find((job) => job.engine !== null) ?? {};
		const finished = { language: languages[0] ?? row.language, languages, engine: engine as EngineName | null };
		await transcripts.publishTranscript(change, row, finished);
	}

	/** Puts the tracks of a capture together, unless one of them is still being heard: its end asks again. */
	async function settle(change: Change, key: CaptureKey): Promise<void> {
		const { tx } = change;
		const meeting = await lockMeetingRow(tx, { orgId: key.orgId, id: key.meetingId });
		if (!meeting) return;
		const tracks = (await processing.listOfCapture(tx, key)).filter(isOfCapture);
		if (tracks.some(({ state }) => ACTIVE.includes(state))) return;
		const row = await transcripts.findOfCapture(tx, key);
		const [heard, ended] = partition(tracks, ({ state }) => state === "succeeded");
		// What was heard for a transcript that was removed meanwhile is not kept.
		const [kept, dropped] = partition(heard, ({ transcriptId }) => transcriptId === row?.id);
		for (const job of dropped) await processing.takeResults(tx, job);
		const isRefused = (await findMissingConsent(tx, meeting, "transcription")) !== null;
		if (row && kept.length > 0 && !isRefused) return store(change, meeting, row, kept);
		for (const job of kept) await processing.takeResults(tx, job);
		if (row?.state !== "ready") await giveUp(change, row, isRefused ? tracks.filter(isCancelled) : ended);
	}

	jobs.handle(SETTLE, async ({ orgId, payload }: Job) => {
		if (orgId === null) return;
		const key = { orgId, meetingId: String(payload.meetingId), captureId: String(payload.captureId) };
		await unitOfWork.run(systemContext(`job:${SETTLE}`), (change) => settle(change, key));
	});

	return {
		/** Returns the transcript that gets what is heard in a track: that of the capture, made with its first one. */
		async findOrCreate(
			change: Change,
			meeting: MeetingRow,
			{ orgId, meetingId, captureId, language }: TrackJob,
			engine: EngineName | null,
		): Promise<TranscriptKey> {
			// Two tracks of a capture begin one after the other.
			await lockMeetingRow(change.tx, { orgId, id: meetingId });
			const known = await transcripts.findOfCapture(change.tx, { orgId, meetingId, captureId });
			const made = { recordingId: null, captureId, source: "stt", language: language ?? UNDETERMINED, engine } as const;
			return known ?? transcripts.createTranscript(change, meeting, made);
		},

		/** Lets the tracks of a capture be put together, after a change in which the job of one ends. */
		async enqueue(change: Change, { orgId, meetingId, captureId }: TrackJob): Promise<void> {
			const payload = { meetingId, captureId };
			await jobs.enqueue(change.tx, { queue: SETTLE, orgId, payload, maxAttempts: UNLIMITED_ATTEMPTS });
			change.afterCommit(() => jobs.wake(SETTLE));
		},
	};
}

const isCancelled = ({ state }: TrackJob): boolean => state === "cancelled";

/** Splits jobs into those that match, and the others. */
const partition = (jobs: readonly TrackJob[], matches: (job: TrackJob) => boolean): [TrackJob[], TrackJob[]] => [
	jobs.filter(matches),
	jobs.filter((job) => !matches(job)),
];
