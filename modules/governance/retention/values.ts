export { RETENTION_RUN_STATES, RETENTION_TRIGGERS } from "#db/schema";

/** Classes of data that each have a retention period. */
export const RETENTION_CLASSES = ["transcripts", "recordings", "chatLogs", "userData", "examData"] as const;
export type RetentionClass = (typeof RETENTION_CLASSES)[number];

/** Where a retention period comes from. */
export const RETENTION_SOURCES = ["organization", "system", "compliance"] as const;
export type RetentionSource = (typeof RETENTION_SOURCES)[number];
