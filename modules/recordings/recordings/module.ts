import type { Media } from "#modules/engines/media";
import { consentDenied } from "#modules/meetings/consents";
import { participantErased } from "#modules/meetings/participants";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createRecordingPurge, eraseRecordings, waveformPurge } from "./erase.ts";
import { facts } from "./facts.ts";
import { registerMixer } from "./mixer.ts";
import { createMixes, recordRemoval } from "./mixes.ts";
import { recordingCreated } from "./moments.ts";
import { recordingsRoutes } from "./routes.ts";
import { createRecordingsService, type RecordingsDeps } from "./service.ts";
import { createTickets } from "./tickets.ts";
import { createWaveformStore, type StoreWaveform } from "./waveforms.ts";

/** The module, and what the processing of recordings needs of it. */
export interface RecordingsModule extends Contribution {
	readonly storeWaveform: StoreWaveform;
}

export interface RecordingsModuleDeps extends Pick<RecordingsDeps, "identities"> {
	readonly media: Media;
}

export function createRecordingsModule(core: Core, { identities, media }: RecordingsModuleDeps): RecordingsModule {
	const mixes = createMixes(core);
	const service = createRecordingsService({ ...core, identities, mixes, tickets: createTickets(core) });
	registerMixer({ ...core, media, mixes });
	return {
		facts,
		routes: recordingsRoutes(service),
		storeWaveform: createWaveformStore(core),
		eraseMeeting: (tx, orgId, meetingId, limit) => eraseRecordings(tx, orgId, meetingId, limit, core.clock.nowMs()),
		purgeArtifact: {
			recording: createRecordingPurge(mixes),
			waveform: waveformPurge,
		},
		reactions: [
			at(recordingCreated, ({ tx }, recording) => mixes.enqueue(tx, recording)),
			at(consentDenied, async (change, { meeting: { orgId, id: meetingId }, participant, kind }) => {
				if (kind !== "recording") return;
				const voice = { orgId, meetingId, participantId: participant.id };
				for (const mix of await mixes.dropVoice(change.tx, voice, change.nowMs)) recordRemoval(change, mix);
			}),
			at(participantErased, ({ tx }, { orgId, meetingId, id: participantId }) =>
				mixes.dropVoice(tx, { orgId, meetingId, participantId }, core.clock.nowMs()),
			),
		],
	};
}
