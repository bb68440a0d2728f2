import type { Meetings } from "#areas/meetings";
import type { Core } from "#platform/module";
import { createProcessingModule } from "./processing/module.ts";
import { createRecordingsModule } from "./recordings/module.ts";
import { createUploadsModule } from "./uploads/module.ts";

interface RecordingsDeps extends Pick<Parameters<typeof createRecordingsModule>[1], "identities" | "media"> {
	readonly room: Parameters<typeof createUploadsModule>[1]["room"];
	/** Organizations whose jobs of one kind this process works on at once, 1…. */
	readonly concurrency: number;
}

/** Creates the modules of recordings, on their way here and after. */
export function createRecordings(
	core: Core,
	{ removeEmptyMeeting }: Pick<Meetings, "removeEmptyMeeting">,
	{ identities, media, room, concurrency }: RecordingsDeps,
) {
	const processing = createProcessingModule(core, { concurrency });
	const recordings = createRecordingsModule(core, { identities, media });
	return {
		processing: processing.processing,
		storeWaveform: recordings.storeWaveform,
		modules: { processing, recordings, uploads: createUploadsModule(core, { room, removeEmptyMeeting }) },
	};
}

export type Recordings = ReturnType<typeof createRecordings>;
