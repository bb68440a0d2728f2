export { type FoundTranscript, findReadable, findTranscript, lockReadable, transcriptOrg } from "./access.ts";
export { readCitations, readSpeakers, readSpoken } from "./citations.ts";
export { assertAttributable } from "./consent.ts";
export {
	segmentsStored,
	speakerForgotten,
	transcriptEdited,
	transcriptExtended,
	transcriptReady,
	transcriptRemoved,
} from "./moments.ts";
export type {
	FinishedTranscript,
	NewSegment,
	NewSpeaker,
	NewTranscript,
	NextSegment,
	SecondHearing,
	SpokenTrack,
	TranscribedMeeting,
	TranscriptKey,
	TranscriptWriter,
} from "./ports.ts";
export { findLatestTranscript } from "./repository/transcripts.ts";
export type { Segment } from "./schemas.ts";
export { redactSegment, toSegment } from "./view.ts";
