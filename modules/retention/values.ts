/** Classes of data that each have a retention period. */
export const RETENTION_CLASSES = ["transcripts", "recordings", "chatLogs", "userData", "examData"] as const;
