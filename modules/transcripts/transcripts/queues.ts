/** Queue of jobs that delete what is left of a transcript. */
export const ERASE = "transcripts.erase";

/** Payload of a job of {@link ERASE}. */
export type ErasePayload = Readonly<Record<"orgId" | "transcriptId", string>>;

/** Queue of jobs that remove an import that was never finished: its process ended in the middle. */
export const ABANDON = "transcripts.abandon";
