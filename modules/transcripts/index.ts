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
} from "./ports.ts";
export { Segment } from "./schemas.ts";
