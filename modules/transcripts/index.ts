export type {
	FinishedTranscript,
	NewSegment,
	NewSpeaker,
	NewTranscript,
	TranscribedMeeting,
	TranscriptKey,
	TranscriptWriter,
	UpdateArtifacts,
} from "./ports.ts";
