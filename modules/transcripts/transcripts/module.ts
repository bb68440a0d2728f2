import type { Contribution, Core } from "#platform/module";
import { createEditingService } from "./edits.ts";
import { createErasure } from "./erasure.ts";
import { createExportService } from "./export.ts";
import { facts } from "./facts.ts";
import { createImportService } from "./import.ts";
import { speakerForgotten } from "./moments.ts";
import type { TranscriptWriter } from "./ports.ts";
import { ABANDON, ERASE } from "./queues.ts";
import { eraseSpeakers, tenantOfTranscript } from "./repository/transcripts.ts";
import { transcriptsRoutes } from "./routes.ts";
import { createTranscriptsService } from "./service.ts";
import { createTranscriptWriter } from "./writer.ts";

/** Creates the module for transcripts: who said what in a meeting, read, corrected, exported and imported. */
export function createTranscriptsModule(core: Core): Contribution & { readonly writer: TranscriptWriter } {
	const { eraseMeeting, eraseRemoved, purge } = createErasure(core);
	const writer = createTranscriptWriter(core);
	const imports = createImportService({ ...core, writer });
	core.jobs.handle(ERASE, eraseRemoved, { concurrency: 1 });
	core.jobs.handle(ABANDON, imports.abandon, { settled: true });
	return {
		writer,
		facts,
		tenantsOf: { transcriptId: tenantOfTranscript },
		routes: transcriptsRoutes({
			reading: createTranscriptsService(core),
			editing: createEditingService({ ...core, writer }),
			exports: createExportService(core),
			imports,
		}),
		eraseMeeting,
		purgeArtifact: { transcript: purge },
		erasePerson: {
			speakers: (inPortions, person) =>
				inPortions(async (tx, limit) => {
					const forgotten = await eraseSpeakers(core.store.acrossTenants.within(tx), person, limit);
					for (const transcript of forgotten) await core.moments.reach({ tx }, speakerForgotten, transcript);
					return forgotten.length;
				}),
		},
	};
}
