import { createChatCompletions } from "#adapters/chat-completions";
import { createMediaTools, MEDIA_WORKER } from "#adapters/media/tools";
import { createTranslationAdapters } from "#adapters/translation/adapters";
import { createLanguageModelModule } from "#modules/engines/language-model";
import { createMediaModule } from "#modules/engines/media";
import { createSpeechModule } from "#modules/engines/speech";
import { createSummarizersModule } from "#modules/engines/summarizers";
import { createTranslatorsModule } from "#modules/engines/translators";
import { createAiPolicySection, createPolicyReader } from "#modules/governance/ai-policy";
import type { Core } from "#platform/module";
import type { Deps } from "./deps.ts";
import { ownProgram } from "./own-program.ts";

/** Creates the modules without tables that decode, recognize, translate and write, as the configuration names them. */
export function createEngines(core: Core, deps: Deps) {
	const { config } = deps;
	const policyOf = createPolicyReader(core, createAiPolicySection(config.aiAgreements));
	const languageServer = createChatCompletions(config.providers.llm);
	const translationAdapters = createTranslationAdapters({
		...config.providers.translation,
		languageModel: languageServer,
	});
	const media = createMediaModule(
		createMediaTools({ ffmpegPath: config.ffmpegPath, workerCommand: [...ownProgram(), MEDIA_WORKER] }),
	);
	const speech = createSpeechModule({
		adapters: deps.speech,
		provider: config.providers.speech.provider,
		liveProvider: config.providers.speech.liveProvider,
		policyOf: (orgId) => policyOf("transcription", orgId),
	});
	const languageModel = createLanguageModelModule({ model: languageServer, policyOf });
	const translators = createTranslatorsModule({
		adapters: translationAdapters,
		policyOf: (orgId) => policyOf("translation", orgId),
	});
	const summarizers = createSummarizersModule({
		provider: config.providers.summary,
		models: languageModel.models,
		policyOf: (orgId) => policyOf("summary", orgId),
	});
	const contributions = [media, speech, languageModel, translators, summarizers] as const;
	return { translationAdapters, media, speech, languageModel, translators, summarizers, contributions };
}
