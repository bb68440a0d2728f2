export { isComplete, isStale, listTranslationsOf, type TranslationOf } from "./records.ts";
export { findTranslations, listTexts } from "./repository.ts";
