import type { Contribution, Core } from "#platform/module";
import { createEditingService } from "./editing.ts";
import { createErasure, eraseTenant } from "./erasure.ts";
import { createExportService } from "./export.ts";
import { facts } from "./facts.ts";
import { createImportService } from "./import.ts";
import type { TranscriptListener, TranscriptWriter, TranslationReader } from "./ports.ts";
import { ABANDON, ERASE } from "./queues.ts";
import { eraseSpeakers, tenantOfTranscript } from "./repository/transcripts.ts";
import { transcriptsRoutes } from "./routes.ts";
import { createTranscriptsService } from "./service.ts";
import { createTranscriptWriter } from "./writer.ts";

/** Dependencies of {@link createTranscriptsModule}. */
export interface TranscriptsDeps {
	/** Returns those who derive something from transcripts; they are created later. */
	readonly listeners: () => readonly TranscriptListener[];
	/** Returns the reader of translations, which is created later. */
	readonly translations: () => TranslationReader;
}

/** Creates the module for transcripts: who said what in a meeting, read, corrected, exported and imported. */
export function createTranscriptsModule(
	core: Core,
	deps: TranscriptsDeps,
): Contribution & { readonly writer: TranscriptWriter } {
	const { listeners, translations } = deps;
	const translated: TranslationReader = {
		list: (...of) => translations().list(...of),
		texts: (...wanted) => translations().texts(...wanted),
	};
	const { eraseMeeting, eraseRemoved, purge } = createErasure(core.store, listeners);
	const writer = createTranscriptWriter({ ...core, listeners });
	const imports = createImportService({ ...core, writer });
	core.jobs.handle(ERASE, eraseRemoved, { concurrency: 1 });
	core.jobs.handle(ABANDON, imports.abandon, { settled: true });
	return {
		writer,
		facts,
		tenantsOf: { transcriptId: tenantOfTranscript },
		routes: transcriptsRoutes({
			reading: createTranscriptsService({ ...core, translated }),
			editing: createEditingService({ ...core, writer, listeners }),
			exports: createExportService({ ...core, translated }),
			imports,
		}),
		eraseTenant,
		eraseMeeting,
		purgeArtifact: { transcript: purge },
		erasePerson: {
			speakers: (inPortions, person) =>
				inPortions(async (tx, limit) => {
					const forgotten = await eraseSpeakers(core.store.acrossTenants.within(tx), person, limit);
					for (const transcript of forgotten)
						for (const { onForgotten } of listeners()) await onForgotten?.(tx, transcript);
					return forgotten.length;
				}),
		},
	};
}
