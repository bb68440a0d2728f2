export { SECTIONS, TEMPLATE_NAMES } from "#modules/summarizers";

/** Levels of summaries. */
export const LEVELS = ["basic", "enhanced"] as const;
export type Level = (typeof LEVELS)[number];

/** States of a summary. */
export const SUMMARY_STATES = ["processing", "ready", "failed"] as const;

/** Sections that people can change. */
export const EDITABLE = ["overview", "keyPoints", "decisions", "questions", "keywords"] as const;
export type Editable = (typeof EDITABLE)[number];
