/** Names of all feature flags. */
export const FLAG_NAMES = [
	"realTimeTranslation",
	"liveTranscription",
	"aiSummaries",
	"speakerDiarization",
	"meetingRecording",
	"transcriptSearch",
	"transcriptEditing",
	"autoJoinByDomain",
	"ltiIntegration",
	"calendarSync",
	"piiRedaction",
] as const;
