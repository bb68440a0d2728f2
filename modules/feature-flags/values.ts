/** Every feature flag there is. */
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
