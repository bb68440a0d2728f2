import type { Contribution, Core } from "#platform/module";
import { createRecordingPurge, eraseRecordings, waveformPurge } from "./erase.ts";
import { facts } from "./facts.ts";
import type { OnRecordingDeleted } from "./ports.ts";
import { recordingsOf } from "./repository.ts";
import { recordingsRoutes } from "./routes.ts";
import { createRecordingsService, type RecordingsDeps } from "./service.ts";
import { createTickets } from "./tickets.ts";
import { createWaveformStore, type StoreWaveform } from "./waveforms.ts";

/** The module, and what the processing of recordings needs of it. */
export interface RecordingsModule extends Contribution {
	readonly storeWaveform: StoreWaveform;
}

/** Creates the module of recordings. */
export function createRecordingsModule(
	core: Core,
	deps: Pick<RecordingsDeps, "identities" | "onRecordingDeleted"> & {
		/** Called for a recording whose retention period is over, before it is deleted. */
		readonly onRecordingPurged: OnRecordingDeleted;
	},
): RecordingsModule {
	const service = createRecordingsService({ ...core, ...deps, tickets: createTickets(core) });
	return {
		facts,
		routes: recordingsRoutes(service),
		storeWaveform: createWaveformStore(core),
		eraseTenant: (tx, orgId, limit) => recordingsOf(tx, orgId).removePortion(limit),
		eraseMeeting: (tx, orgId, meetingId, limit) => eraseRecordings(tx, orgId, meetingId, limit, core.clock.nowMs()),
		purgeArtifact: {
			recording: createRecordingPurge([deps.onRecordingDeleted, deps.onRecordingPurged]),
			waveform: waveformPurge,
		},
	};
}
