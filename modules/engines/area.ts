import type { ModelPolicy } from "#modules/engines/language-model";
import type { MediaTools } from "#modules/engines/media";
import type { SpeechPolicy } from "#modules/engines/speech";
import type { TranslationAdapters, TranslationPolicy } from "#modules/engines/translators";
import { createLanguageModelModule } from "./language-model/module.ts";
import { createMediaModule } from "./media/module.ts";
import { createSpeechModule } from "./speech/module.ts";
import { createSummarizersModule } from "./summarizers/module.ts";
import { createTranslatorsModule } from "./translators/module.ts";

type SpeechDeps = Parameters<typeof createSpeechModule>[0];
type ModelDeps = Parameters<typeof createLanguageModelModule>[0];
type SummarizersDeps = Parameters<typeof createSummarizersModule>[0];

/** What an organization lets AI do, by the task. */
interface Policies {
	readonly transcription: SpeechPolicy;
	readonly translation: TranslationPolicy & ModelPolicy;
	readonly summary: ModelPolicy;
}

interface EnginesDeps {
	readonly media: MediaTools;
	readonly speech: Omit<SpeechDeps, "policyOf">;
	readonly translation: TranslationAdapters;
	readonly languageModel: ModelDeps["model"];
	/** What makes summaries. */
	readonly summaries: SummarizersDeps["provider"];
	/** Returns the policy of an organization for a task; null: there is no such organization. */
	readonly policyOf: <T extends keyof Policies>(task: T, orgId: string) => Promise<Policies[T] | null>;
}

/** Creates the modules without tables that decode, recognize, translate and write, as the configuration names them. */
export function createEngines(deps: EnginesDeps) {
	const { policyOf } = deps;
	const media = createMediaModule(deps.media);
	const speech = createSpeechModule({ ...deps.speech, policyOf: (orgId) => policyOf("transcription", orgId) });
	const languageModel = createLanguageModelModule({ model: deps.languageModel, policyOf });
	const translators = createTranslatorsModule({
		adapters: deps.translation,
		policyOf: (orgId) => policyOf("translation", orgId),
	});
	const summarizers = createSummarizersModule({
		provider: deps.summaries,
		models: languageModel.models,
		policyOf: (orgId) => policyOf("summary", orgId),
	});
	return {
		media: media.media,
		speech: speech.engines,
		translators: translators.translators,
		summaries: summarizers.engines,
		modules: { media, speech, languageModel, translators, summarizers },
	};
}

export type Engines = ReturnType<typeof createEngines>;
