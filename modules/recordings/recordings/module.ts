import type { Contribution, Core } from "#platform/module";
import { eraseRecordings, recordingPurge, waveformPurge } from "./erase.ts";
import { facts } from "./facts.ts";
import { recordingsRoutes } from "./routes.ts";
import { createRecordingsService, type RecordingsDeps } from "./service.ts";
import { createTickets } from "./tickets.ts";
import { createWaveformStore, type StoreWaveform } from "./waveforms.ts";

/** The module, and what the processing of recordings needs of it. */
export interface RecordingsModule extends Contribution {
	readonly storeWaveform: StoreWaveform;
}

export function createRecordingsModule(core: Core, deps: Pick<RecordingsDeps, "identities">): RecordingsModule {
	const service = createRecordingsService({ ...core, ...deps, tickets: createTickets(core) });
	return {
		facts,
		routes: recordingsRoutes(service),
		storeWaveform: createWaveformStore(core),
		eraseMeeting: (tx, orgId, meetingId, limit) => eraseRecordings(tx, orgId, meetingId, limit, core.clock.nowMs()),
		purgeArtifact: {
			recording: recordingPurge,
			waveform: waveformPurge,
		},
	};
}
