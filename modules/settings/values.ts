/** Compliance regimes. */
export const COMPLIANCE_MODES = ["none", "ferpa", "gdpr", "hipaa"] as const;

/** Kinds of consent that recording needs. */
export const RECORDING_CONSENTS = ["required", "notify", "optional", "disabled"] as const;

/** Levels of summaries. */
export const AI_SUMMARY_LEVELS = ["off", "basic", "enhanced"] as const;
