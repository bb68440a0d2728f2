export { ARTIFACT_STATES, MEETING_ACCESS, MEETING_KINDS, MEETING_STATES } from "#db/schema";

/** When a meeting is recorded. */
export const RECORDING_MODES = ["off", "manual", "auto"] as const;

/** States of the recording of a meeting in its room. */
export const RECORDING_STATES = ["started", "stopped"] as const;

/** What happens to a meeting when none of those who run it is in its room. */
export const UNATTENDED_ACTIONS = ["continue", "hold", "end"] as const;

/** Who may write messages in a meeting. */
export const CHAT_ALLOWED = ["everyone", "hosts", "off"] as const;

/** Who sees the pictures of participants. */
export const CAMERAS_VISIBLE_TO = ["everyone", "hosts"] as const;

/** Where a meeting comes from. */
export const SOURCES = ["native", "upload", "import"] as const;

/** Kinds of consent that recording and transcription need, strictest first. */
export const CONSENTS = ["disabled", "required", "notify", "optional"] as const;
