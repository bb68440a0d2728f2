export {
	CHAIN_START,
	type ChainedEntry,
	type ChainFault,
	type ChainVerifier,
	createChainVerifier,
} from "./chain.ts";
export {
	AUDIT_CATEGORIES,
	AUDIT_OUTCOMES,
	type AuditCategory,
	type AuditOutcome,
	type AuditTarget,
	type NewAuditEntry,
	type PersonalValues,
	type SealedEntry,
	sealEntry,
} from "./entries.ts";
export { eraseActor, insertEntries, targetRows, timesAbout } from "./repository.ts";
