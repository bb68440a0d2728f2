export { type FoundTranscript, findReadable, findTranscript, lockReadable, transcriptOrg } from "./access.ts";
export { assertAttributable } from "./consent.ts";
export { createTranscriptsModule } from "./module.ts";
export type {
	FinishedTranscript,
	NewSegment,
	NewSpeaker,
	NewTranscript,
	NextSegment,
	SecondHearing,
	TranscribedMeeting,
	TranscriptKey,
	TranscriptListener,
	TranscriptWriter,
	TranslationReader,
} from "./ports.ts";
export { readCitations, readSpeakers, readSpoken } from "./reading.ts";
export { findLatestTranscript } from "./repository/transcripts.ts";
export type { Segment } from "./schemas.ts";
export { redactSegment, toSegment } from "./view.ts";
