export { LEVELS, type Level, SECTIONS, TEMPLATE_NAMES } from "#modules/engines/summarizers";

/** States of a summary. */
export const SUMMARY_STATES = ["processing", "ready", "failed"] as const;

/** Maximum length of an overview. */
export const MAX_OVERVIEW = 10_000;
/** Maximum length of a statement. */
export const MAX_POINT = 2_000;
/** Maximum length of a keyword. */
export const MAX_KEYWORD = 128;

/** Sections that people can change. */
export const EDITABLE = ["overview", "keyPoints", "decisions", "questions", "keywords"] as const;
export type Editable = (typeof EDITABLE)[number];
