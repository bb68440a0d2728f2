export {
	assertConsented,
	assertRecordable,
	consentNeeded,
	denyingAmong,
	denyingParticipants,
	excludedParticipants,
} from "./gate.ts";
export { consentDenied, consentWithdrawn } from "./moments.ts";
export { consentsInRoom, type RoomConsents, toConsentSummary } from "./summary.ts";
export type { ConsentKind } from "./values.ts";
