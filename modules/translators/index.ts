export { chooseTranslator } from "./choice.ts";
export { TranslationError, type TranslationFailure } from "./errors.ts";
export { findPair, isSameLanguage, likeness, targetsOf } from "./languages.ts";
export { createTranslatorsModule } from "./module.ts";
export {
	type LanguagePair,
	type MissingTranslator,
	type TranslatedTexts,
	type TranslateOptions,
	type TranslationAdapters,
	type TranslationPolicy,
	type TranslationProvider,
	type TranslationQuality,
	type Translator,
	type TranslatorInfo,
	type Translators,
} from "./ports.ts";
export { translateAll } from "./translate-all.ts";
