export {
	assertBeganConsented,
	assertConsented,
	assertRecordable,
	assertTrackConsented,
	awaitsDecisions,
	consentNeeded,
	denyingAmong,
	denyingParticipants,
	excludedParticipants,
	findMissingConsent,
	isRecordable,
} from "./gate.ts";
export { consentDenied, consentWithdrawn } from "./moments.ts";
export { consentsInRoom, type RoomConsents, toConsentSummary } from "./summary.ts";
export type { ConsentKind } from "./values.ts";
