import type { Translators } from "#modules/engines/translators";
import type { Processing } from "#modules/recordings/processing";
import { finalStored, type TranslationLog } from "#modules/transcripts/captions";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createTranslationErasure, eraseOfTranscript, translationPurge } from "./erasure.ts";
import { facts } from "./facts.ts";
import { createStoreTranslation, type StoreTranslation } from "./given.ts";
import { createTranslationKind } from "./kind.ts";
import { createLifecycle } from "./lifecycle.ts";
import { createLiveTranslation } from "./live.ts";
import { ERASE } from "./queues.ts";
import { createReactions } from "./reactions.ts";
import { translationsRoutes } from "./routes.ts";
import { createTranslationsService } from "./service.ts";

export interface TranslationsDeps {
	readonly processing: Processing;
	readonly translators: Translators;
	/** The log of live captions. */
	readonly captions: TranslationLog;
}

/** The module, and what the import of demonstrations needs of it. */
export interface TranslationsModule extends Contribution {
	/** Stores a translation that was made elsewhere. */
	readonly store: StoreTranslation;
}

/** Creates the module for translations of transcripts: a kind of jobs. */
export function createTranslationsModule(core: Core, deps: TranslationsDeps): TranslationsModule {
	const { store, clock, newId, jobs, unitOfWork, log } = core;
	const { processing, translators, captions } = deps;
	const lifecycle = createLifecycle({ newId, jobs, processing });
	processing.register(createTranslationKind({ store, clock, processing, translators, lifecycle }));
	jobs.handle(ERASE, createTranslationErasure(store), { concurrency: 1 });
	const translateFinal = createLiveTranslation({ store, clock, unitOfWork, log, translators, lifecycle, captions });
	return {
		facts,
		routes: translationsRoutes(createTranslationsService(core, { translators, lifecycle })),
		purgeArtifact: { translation: translationPurge },
		eraseTranscript: eraseOfTranscript,
		reactions: [...createReactions(lifecycle), at(finalStored, (_, final) => translateFinal(final))],
		store: createStoreTranslation(core, lifecycle),
	};
}
