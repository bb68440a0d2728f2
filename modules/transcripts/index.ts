export { createTranscriptsModule } from "./module.ts";
export type {
	FinishedTranscript,
	NewSegment,
	NewSpeaker,
	NewTranscript,
	TranscribedMeeting,
	TranscriptKey,
	TranscriptWriter,
} from "./ports.ts";
