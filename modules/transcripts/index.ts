export { createTranscriptsModule } from "./module.ts";
export type {
	FinishedTranscript,
	NewSegment,
	NewSpeaker,
	NewTranscript,
	TranscribedMeeting,
	TranscriptKey,
	TranscriptListener,
	TranscriptWriter,
} from "./ports.ts";
