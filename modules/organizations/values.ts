export { ORGANIZATION_STATES, type OrganizationState } from "#db/schema";

/** Kinds of tenant. */
export const ORG_TYPES = [
	"education",
	"business",
	"nonprofit",
	"government",
	"healthcare",
	"community",
	"personal",
] as const;
export type OrgType = (typeof ORG_TYPES)[number];

/** Compliance regimes. */
export const COMPLIANCE_MODES = ["none", "ferpa", "gdpr", "hipaa"] as const;

/** What recording needs from the people recorded. */
export const RECORDING_CONSENTS = ["required", "notify", "optional", "disabled"] as const;

/** Levels of summaries. */
export const AI_SUMMARY_LEVELS = ["off", "basic", "enhanced"] as const;

/** Classes of data with a retention of their own. */
export const RETENTION_CLASSES = ["transcripts", "recordings", "chatLogs", "userData", "examData"] as const;

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

/** Who can suspend an organization, strongest first. */
export const BLOCK_AUTHORITIES = ["system", "security", "billing", "owner"] as const;
export type BlockAuthority = (typeof BLOCK_AUTHORITIES)[number];

/** Why an organization is suspended. */
export const SUSPENSION_REASONS = ["nonpayment", "security", "abuse", "compliance", "owner_request", "other"] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];

/** What a suspension does to running meetings: they may end within 15 minutes, or end at once. */
export const LIVE_MEETING_RULES = ["drain", "end"] as const;
