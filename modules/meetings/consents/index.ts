export {
	assertConsented,
	assertRecordable,
	consentNeeded,
	denyingAmong,
	denyingParticipants,
	excludedParticipants,
} from "./gate.ts";
export { createConsentsModule } from "./module.ts";
export type { OnConsentDenied, OnConsentWithdrawn } from "./ports.ts";
export type { ConsentKind } from "./values.ts";
