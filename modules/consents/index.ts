export { assertConsented, assertRecordable, consentNeeded, denyingParticipants, excludedParticipants } from "./gate.ts";
export { createConsentsModule } from "./module.ts";
export type { OnConsentDenied, OnConsentWithdrawn } from "./ports.ts";
export type { ConsentKind } from "./values.ts";
