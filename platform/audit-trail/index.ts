export {
	type AuditCategory,
	type AuditOutcome,
	type AuditTarget,
	CHAIN_START,
	type NewAuditEntry,
	type SealedEntry,
	sealEntry,
} from "./entries.ts";
export { eraseActor, insertEntries } from "./repository.ts";
