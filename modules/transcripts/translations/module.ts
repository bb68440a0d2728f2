import type { Translators } from "#modules/engines/translators";
import type { Processing } from "#modules/recordings/processing";
import type { OnFinal, TranslationLog } from "#modules/transcripts/captions";
import type { TranscriptListener, TranslationReader } from "#modules/transcripts/transcripts";
import type { Contribution, Core } from "#platform/module";
import { createTranslationErasure, translationPurge } from "./erasure.ts";
import { facts } from "./facts.ts";
import { createStoreTranslation, type StoreTranslation } from "./given.ts";
import { createTranslationKind } from "./kind.ts";
import { createTranscriptListener } from "./listener.ts";
import { createLiveTranslation } from "./live.ts";
import { createMaking, type OnTranslationReady } from "./making.ts";
import { ERASE } from "./queues.ts";
import { createTranslationReader } from "./reader.ts";
import { eraseTenant } from "./repository.ts";
import { translationsRoutes } from "./routes.ts";
import { createTranslationsService } from "./service.ts";

/** Dependencies of {@link createTranslationsModule}. */
export interface TranslationsDeps {
	readonly processing: Processing;
	readonly translators: Translators;
	/** The log of live captions. */
	readonly captions: TranslationLog;
	/** Called when a translation is ready. */
	readonly onReady: readonly OnTranslationReady[];
}

/** The module, and what transcripts need of it. */
export interface TranslationsModule extends Contribution {
	readonly listener: TranscriptListener;
	readonly reader: TranslationReader;
	/** Stores a translation that was made elsewhere. */
	readonly store: StoreTranslation;
	/** Translates the finals of live captions. */
	readonly onFinal: OnFinal;
}

/** Creates the module for translations of transcripts: a kind of jobs. */
export function createTranslationsModule(core: Core, deps: TranslationsDeps): TranslationsModule {
	const { store, clock, newId, jobs, unitOfWork, log } = core;
	const { processing, translators, captions, onReady } = deps;
	const making = createMaking({ newId, jobs, processing, onReady });
	processing.register(createTranslationKind({ store, clock, processing, translators, making }));
	jobs.handle(ERASE, createTranslationErasure(store), { concurrency: 1 });
	return {
		facts,
		routes: translationsRoutes(createTranslationsService(core, { translators, making })),
		eraseTenant,
		purgeArtifact: { translation: translationPurge },
		listener: createTranscriptListener(making),
		reader: createTranslationReader(core),
		store: createStoreTranslation(core, making),
		onFinal: createLiveTranslation({ store, clock, unitOfWork, log, translators, making, captions }),
	};
}
