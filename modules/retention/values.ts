/** Classes of data with a retention of their own. */
export const RETENTION_CLASSES = ["transcripts", "recordings", "chatLogs", "userData", "examData"] as const;
