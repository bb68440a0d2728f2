export { chooseTranslator } from "./choice.ts";
export { TranslationError, type TranslationFailure } from "./errors.ts";
export { findPair, isSameLanguage, likeness, targetsOf } from "./languages.ts";
export { createTranslatorsModule } from "./module.ts";
export type {
	LanguagePair,
	MissingTranslator,
	TranslatedTexts,
	TranslateOptions,
	TranslationAdapters,
	TranslationPolicy,
	TranslationProvider,
	TranslationQuality,
	Translator,
	TranslatorInfo,
	Translators,
} from "./ports.ts";
export { translateAll } from "./translate-all.ts";
