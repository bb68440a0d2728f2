import type { EngineName, ProcessingJobRow, RecordingRow } from "#db/schema";
import { ERROR_CODES, type ErrorCode } from "#kernel/errors";
import { asValue, render, text } from "#kernel/texts";
import { type SpeechEngines, SpeechError } from "#modules/engines/speech";
import { type JobKind, type JobRun, type Processing, toJob, type Verdict } from "#modules/recordings/processing";
import { findRecording, offsetOf, setFailed } from "#modules/recordings/recordings";
import type { TranscriptKey, TranscriptWriter } from "#modules/transcripts/transcripts";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { recordUsage } from "#platform/usage";
import type { AudioFiles } from "./audio.ts";
import { type Captures, isOfCapture } from "./captures.ts";
import { EngineMissingError } from "./errors.ts";
import { facts } from "./facts.ts";
import { toFindings } from "./findings.ts";
import { ignoreMissing, showTranscript, showWork } from "./queue.ts";
import type { Recognition } from "./recognition.ts";
import type { Steps } from "./steps.ts";
import type { ResultStorage, StoredTranscript } from "./storage.ts";
import { UNDETERMINED } from "./window-results.ts";

export interface TranscriptionKindDeps extends Pick<Core, "store"> {
	readonly processing: Processing;
	readonly engines: SpeechEngines;
	readonly transcripts: TranscriptWriter;
	readonly captures: Captures;
	readonly audioFiles: AudioFiles;
	readonly steps: Steps;
	readonly listen: Recognition;
	readonly storeTranscript: ResultStorage;
}

/** Creates the kind of jobs that make transcripts of recordings. */
export function createTranscriptionKind(deps: TranscriptionKindDeps): JobKind {
	const { store, processing, engines, transcripts, captures, audioFiles, steps, listen, storeTranscript } = deps;

	/** Makes the transcript of a job, once; `engine` is null where nobody speaks. @throws JobEndedError */
	async function begin(run: JobRun, recording: RecordingRow, engine: EngineName | null): Promise<void> {
		const { row, meeting } = run;
		if (row.transcriptId !== null) return;
		await processing.change(run, async (now, save) => {
			if (isOfCapture(row)) {
				const { id: transcriptId } = await captures.findOrCreate(now, meeting, row, engine);
				const findings = { ...toFindings(row.findings), offsetMs: offsetOf(recording, meeting) };
				return save({ transcriptId, engine, findings });
			}
			const { id: recordingId } = recording;
			const made = { recordingId, source: "stt", language: row.language ?? UNDETERMINED, engine } as const;
			const { id: transcriptId } = await transcripts.createTranscript(now, meeting, made);
			return save({ transcriptId, engine });
		});
	}

	/** Records that a job has succeeded, and what it has used. */
	async function recordSuccess(
		now: Change,
		{ meeting: { workspaceId } }: JobRun,
		row: ProcessingJobRow,
	): Promise<void> {
		const { durationMs = 0 } = toFindings(row.findings);
		const subject = `job:${row.id}`;
		const used = { meter: "transcriptionMs", quantity: durationMs, subject, occurredAtMs: now.nowMs } as const;
		await recordUsage(now.tx, row.orgId, { ...used, workspaceId, userId: row.createdBy });
		now.record(row.orgId, facts["transcription.succeed"], { id: row.id, object: toJob(row) });
	}

	/** Publishes the transcript of a job, which has succeeded. @throws JobEndedError */
	async function publish(run: JobRun, transcript: TranscriptKey, finished: StoredTranscript): Promise<void> {
		await processing.succeed(run, async (now, row) => {
			await transcripts.publishTranscript(now, transcript, finished);
			await recordSuccess(now, run, row);
		});
	}

	/** Ends the job of a track, whose results the transcript of the capture gets with those of the others. @throws JobEndedError */
	async function endTrack(run: JobRun): Promise<void> {
		const end = async (now: Change, row: ProcessingJobRow) => {
			await recordSuccess(now, run, row);
			if (isOfCapture(row)) await captures.enqueue(now, row);
		};
		await processing.succeed(run, end, true);
	}

	return {
		type: "transcription",
		firstStep: "probe",
		consent: "transcription",
		meter: "transcription_minutes",

		async work(run, deadlineMs) {
			const { orgId, recordingId } = run.row;
			if (recordingId === null) throw new Error("a transcription has a recording");
			const recording = await findRecording(store.db, { orgId, recordingId });
			await steps.probe(run, recording);
			const windows = await steps.detect(run, () => steps.decode(run, recording));
			const isHeard = await listen(run, {
				audio: () => steps.decode(run, recording),
				windows,
				deadlineMs,
				begin: (engine) => begin(run, recording, engine),
			});
			if (!isHeard) return false;
			const transcript = { orgId, id: run.row.transcriptId ?? "" };
			if (isOfCapture(run.row)) await endTrack(run);
			else await publish(run, transcript, await storeTranscript(run, transcript));
			return true;
		},

		judge,

		async onCancelled(change, row) {
			const { orgId, id, transcriptId } = row;
			if (isOfCapture(row)) await captures.enqueue(change, row);
			else {
				if (transcriptId !== null)
					await ignoreMissing(transcripts.removeTranscript(change, { orgId, id: transcriptId }));
				await showTranscript(change, row, "cancelled");
			}
			change.record(orgId, facts["transcription.cancel"], { id, object: toJob(row) });
		},

		async onFailed(change, row, { code }) {
			const { orgId, id, transcriptId } = row;
			await failRecording(change, row, code);
			if (isOfCapture(row)) await captures.enqueue(change, row);
			else if (transcriptId === null) await showTranscript(change, row, "failed");
			else await transcripts.failTranscript(change, { orgId, id: transcriptId }, code);
			change.record(orgId, facts["transcription.fail"], { id, object: toJob(row) });
		},

		async onWaiting(change, row) {
			await showWork(transcripts, change, row, "waiting");
			change.record(row.orgId, facts["transcription.wait"], { id: row.id, object: toJob(row) });
		},

		async onRetried(change, row) {
			await showWork(transcripts, change, row, "processing");
			change.record(row.orgId, facts["transcription.retry"], { id: row.id, object: toJob(row) });
		},

		mayResume: async (orgId) => !("unavailable" in (await engines.choose({ orgId }))),

		release: audioFiles.drop,
	};
}

/** Marks an undecodable recording as failed. */
async function failRecording(
	change: Parameters<typeof setFailed>[0],
	{ orgId, recordingId, findings }: ProcessingJobRow,
	code: string,
): Promise<void> {
	if (recordingId === null || toFindings(findings).durationMs !== undefined || !isErrorCode(code)) return;
	await setFailed(change, { orgId, recordingId }, code);
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

function judge(error: unknown): Verdict | undefined {
	if (error instanceof EngineMissingError) {
		const { code, detail, command } = error.missing;
		return {
			action: "wait",
			failure: {
				code,
				detail: render(
					command === null ? detail : text("{detail} Run: {command}", { detail: asValue(detail), command }),
					"en",
				),
			},
		};
	}
	if (!(error instanceof SpeechError)) return undefined;
	const failure = { code: error.failure, detail: error.message };
	return error.isRetryable ? { action: "retry", failure, afterMs: error.retryAfterMs } : { action: "fail", failure };
}
