import type { LanguageModel, MissingModel } from "#modules/engines/language-model";
import type {
	MissingTranslator,
	TranslationAdapters,
	TranslationProvider,
	Translator,
} from "#modules/engines/translators";
import { createApertium } from "./apertium.ts";
import { createChatTranslator } from "./chat.ts";
import { createLibreTranslate } from "./libretranslate.ts";

/** Options of {@link createTranslationAdapters}; undefined: not configured. */
export interface TranslationOptions {
	/** `TRANSLATE_PROVIDER`. */
	readonly provider: TranslationProvider | "none";
	/** Base URL of the server of Apertium or LibreTranslate. */
	readonly url: string | undefined;
	readonly apiKey: string | undefined;
	/** The language model of the installation, or what is missing for one. */
	readonly languageModel: LanguageModel | { readonly unavailable: MissingModel };
}

type Found = Translator | { readonly unavailable: MissingTranslator };

/** Creates the adapters of the engines that the configuration names. They ask nothing before they are needed. */
export function createTranslationAdapters(options: TranslationOptions): TranslationAdapters {
	const { provider, url, apiKey, languageModel } = options;
	const noServer: Found = {
		unavailable: {
			code: "provider_not_configured",
			detail: "No translation server is configured: set TRANSLATE_URL.",
			variable: "TRANSLATE_URL",
		},
	};
	const engines: Readonly<Record<TranslationProvider, Found>> = {
		apertium: url === undefined ? noServer : createApertium({ url }),
		libretranslate: url === undefined ? noServer : createLibreTranslate({ url, apiKey }),
		openai: "unavailable" in languageModel ? languageModel : createChatTranslator(languageModel),
	};
	return { provider, find: (wanted) => engines[wanted] };
}
