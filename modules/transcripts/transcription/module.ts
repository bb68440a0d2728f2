import type { RecordingRow } from "#db/schema";
import type { Media } from "#modules/engines/media";
import type { SpeechEngines } from "#modules/engines/speech";
import type { Processing } from "#modules/recordings/processing";
import { recordingCreated, recordingDeleted, setProbed } from "#modules/recordings/recordings";
import { systemContext } from "#modules/tenancy/permissions";
import type { TranscriptWriter } from "#modules/transcripts/transcripts";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createAudioFiles } from "./audio.ts";
import { createCaptures } from "./captures.ts";
import { facts } from "./facts.ts";
import { createTranscriptionKind } from "./kind.ts";
import { queueTranscription } from "./queue.ts";
import { createRecognition } from "./recognition.ts";
import { transcriptionRoutes } from "./routes.ts";
import { createTranscriptionService } from "./service.ts";
import { createSteps } from "./steps.ts";
import { createResultStorage } from "./storage.ts";

export interface TranscriptionDeps {
	readonly processing: Processing;
	readonly media: Media;
	readonly engines: SpeechEngines;
	readonly transcripts: TranscriptWriter;
	readonly storeWaveform: (recording: RecordingRow, peaks: Int8Array) => Promise<void>;
}

/** Creates the module that makes transcripts of recordings: a kind of jobs. */
export function createTranscriptionModule(core: Core, deps: TranscriptionDeps): Contribution {
	const { store, unitOfWork, blobs, spool } = core;
	const { processing, media, engines, transcripts, storeWaveform } = deps;
	const audioFiles = createAudioFiles({ blobs, spool, media });
	const steps = createSteps({
		media,
		audioFiles,
		engines,
		async onProbed({ orgId, id: recordingId }, probed) {
			await unitOfWork.run(systemContext("job:processing"), (change) =>
				setProbed(change, { orgId, recordingId }, probed),
			);
		},
		onPeaks: storeWaveform,
	});
	const listen = createRecognition(engines);
	const storeTranscript = createResultStorage(store, transcripts);
	const captures = createCaptures({ ...core, processing, transcripts });
	const kind = { store, processing, engines, transcripts, captures, audioFiles, steps, listen, storeTranscript };
	processing.register(createTranscriptionKind(kind));

	return {
		facts,
		periodicTasks: [
			{
				everyMs: TIDY_MS,
				work: () => audioFiles.dropEnded(processing.isActive),
				failureMessage: "decoded audio of finished jobs could not be removed",
			},
		],
		routes: transcriptionRoutes(createTranscriptionService(core, { processing, transcripts })),
		reactions: [
			at(recordingCreated, async (change, { id: recordingId, ...recording }) => {
				await queueTranscription({ processing, transcripts }, change, { ...recording, recordingId });
			}),
			at(recordingDeleted, (change, { orgId, meetingId, id: recordingId }) =>
				processing.cancelAll(change, { orgId, meetingId, recordingId }, GONE),
			),
		],
	};
}

/** Interval in ms at which audio is removed that is no longer needed. */
const TIDY_MS = 60_000;

const GONE = { code: "not_found", detail: "The recording was deleted." };
