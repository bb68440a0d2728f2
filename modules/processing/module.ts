import type { RecordingRow } from "#db/schema";
import type { OnConsentWithdrawn } from "#modules/consents";
import type { Media } from "#modules/media";
import { systemContext } from "#modules/permissions";
import { type OnRecorded, type OnRecordingDeleted, setProbed } from "#modules/recordings";
import type { SpeechEngines } from "#modules/speech";
import type { TranscriptWriter } from "#modules/transcripts";
import type { Contribution, Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { createAudioFiles } from "./audio.ts";
import { createEnqueuer } from "./enqueue.ts";
import { facts } from "./facts.ts";
import { createOutcomes } from "./outcome.ts";
import { assertAllowed, createPipeline } from "./pipeline.ts";
import { eraseMeeting, eraseTenant } from "./repository.ts";
import { processingRoutes } from "./routes.ts";
import { createProcessingService } from "./service.ts";
import { createSteps } from "./steps.ts";
import { createStoring } from "./storing.ts";
import { registerSweep } from "./sweep.ts";
import { createTranscription } from "./transcription.ts";
import { createTurns } from "./turns.ts";

/** Dependencies of {@link createProcessingModule}. */
export interface ProcessingDeps {
	readonly media: Media;
	readonly engines: SpeechEngines;
	readonly transcripts: TranscriptWriter;
	/** Stores the waveform of a recording. */
	readonly storeWaveform: (recording: RecordingRow, peaks: Int8Array) => Promise<void>;
	/** Number of organizations whose recordings this process works on at once, 1…. */
	readonly concurrency: number;
}

/** The module, and the hooks by which others give it work. */
export interface ProcessingModule extends Contribution {
	readonly onRecorded: OnRecorded;
	readonly onRecordingDeleted: OnRecordingDeleted;
	readonly onConsentWithdrawn: OnConsentWithdrawn;
}

/** Creates the module that makes transcripts of recordings. */
export function createProcessingModule(core: Core, deps: ProcessingDeps): ProcessingModule {
	const { store, clock, unitOfWork, jobs, blobs, spool, log, newId } = core;
	const { media, engines, transcripts, storeWaveform, concurrency } = deps;
	const turns = createTurns({ store, clock, jobs, concurrency });
	const enqueuer = createEnqueuer({ newId, turns, removeTranscript: transcripts.removeTranscript });
	const audioFiles = createAudioFiles({ blobs, spool, media });
	const inChange = <T>(work: (change: Change) => Promise<T>) => unitOfWork.run(systemContext("job:processing"), work);

	const steps = createSteps({
		media,
		audioFiles,
		engines,
		onProbed: async ({ orgId, id }, probed) =>
			void (await inChange((change) => setProbed(change, { orgId, recordingId: id }, probed))),
		onPeaks: storeWaveform,
	});
	const outcomes = createOutcomes({ store, unitOfWork, transcripts, enqueuer, dropAudio: audioFiles.drop });
	turns.handle(
		createPipeline({
			store,
			clock,
			log,
			steps,
			transcribe: createTranscription({
				store,
				engines,
				assertAllowed: async (run) => void (await assertAllowed(store, run)),
			}),
			storeTranscript: createStoring({ store, transcripts }),
			outcomes,
		}),
	);
	registerSweep({ store, clock, jobs, engines, turns });

	return {
		facts,
		routes: processingRoutes(createProcessingService(core, enqueuer)),
		eraseTenant,
		eraseMeeting,
		onRecorded: enqueuer.onRecorded,
		onRecordingDeleted: (change, { orgId, meetingId, id: recordingId }: RecordingRow) =>
			enqueuer.cancelAll(change, { orgId, meetingId, recordingId }, GONE),
		async onConsentWithdrawn(change, { orgId, id: meetingId }, _participant, kind) {
			if (kind !== "summary") await enqueuer.cancelAll(change, { orgId, meetingId }, WITHDRAWN);
		},
	};
}

const GONE = { code: "not_found", detail: "The recording was deleted." };
const WITHDRAWN = { code: "consent_required", detail: "A participant withdrew their consent." };
