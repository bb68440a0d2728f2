export { ORG_TYPES } from "#db/schema";

/** Names of the flags that the program itself asks for. */
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
export type FlagName = (typeof FLAG_NAMES)[number];

/** Types of the value of a flag. */
export const FLAG_TYPES = ["boolean", "string", "number", "json"] as const;

/** Where the value of a flag comes from, strongest first. */
export const FLAG_SOURCES = [
	"kill_switch",
	"compliance",
	"organization",
	"plan",
	"org_type",
	"rule",
	"rollout",
	"system",
] as const;

/** What a percentage rollout divides: all callers of an organization get the same, or each targeting key its own. */
export const ROLLOUT_UNITS = ["organization", "targetingKey"] as const;

/** Maximum number of flags that an operator adds. */
export const MAX_OWN_FLAGS = 200;

/** Kinds of reasons in OFREP. */
export const OFREP_REASONS = ["STATIC", "TARGETING_MATCH", "SPLIT", "DISABLED", "DEFAULT"] as const;
