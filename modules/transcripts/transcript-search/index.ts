/**
 * The index of transcripts (`db/word-index`: FTS5 or `tsvector`; decision 042). A task on each instance updates it
 * seconds later from a queue of ranges. Its tokens begin with a tenant number, and each hit is checked against current
 * access and current text.
 */
export { createTranscriptSearchModule, type TranscriptSearchModule } from "./module.ts";
