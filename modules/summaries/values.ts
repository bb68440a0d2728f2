export { LEVELS, type Level, SECTIONS, TEMPLATE_NAMES } from "#modules/summarizers";

/** States of a summary. */
export const SUMMARY_STATES = ["processing", "ready", "failed"] as const;

/** Sections that people can change. */
export const EDITABLE = ["overview", "keyPoints", "decisions", "questions", "keywords"] as const;
export type Editable = (typeof EDITABLE)[number];
