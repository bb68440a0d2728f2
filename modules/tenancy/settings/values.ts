export { COMPLIANCE_MODES } from "#platform/compliance";

/** Kinds of consent required for recording. */
export const RECORDING_CONSENTS = ["required", "notify", "optional", "disabled"] as const;

/** Levels of AI summaries. */
export const AI_SUMMARY_LEVELS = ["off", "basic", "enhanced"] as const;
