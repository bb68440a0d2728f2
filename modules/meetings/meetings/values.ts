export { ARTIFACT_STATES, MEETING_ACCESS, MEETING_KINDS, MEETING_STATES } from "#db/schema";

/** When a meeting is recorded. */
export const RECORDING_MODES = ["off", "manual", "auto"] as const;

/** States of the recording of a meeting in its room. */
export const RECORDING_STATES = ["started", "stopped"] as const;

/** Where a meeting comes from. */
export const SOURCES = ["native", "upload", "import"] as const;

/** Kinds of consent that recording and transcription need, strictest first. */
export const CONSENTS = ["disabled", "required", "notify", "optional"] as const;
