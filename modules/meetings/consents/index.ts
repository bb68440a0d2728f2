export {
	assertConsented,
	assertRecordable,
	assertTrackConsented,
	consentNeeded,
	denyingAmong,
	denyingParticipants,
	excludedParticipants,
	findMissingConsent,
} from "./gate.ts";
export { consentDenied, consentWithdrawn } from "./moments.ts";
export type { ConsentKind } from "./values.ts";
