import { canonicalJson } from "#kernel/canonical-json";
import type { FieldChange } from "#kernel/differences";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";

/** What an entry is about. */
export type AuditCategory = "organization" | "member" | "auth" | "security" | "system";

/** How an activity ended. */
export type AuditOutcome = "success" | "denied" | "failure";

/** A thing acted upon. */
export type AuditTarget = Readonly<{
	/** The noun, e.g. `member`. */
	type: string;
	id: string;
}>;

/** An audit entry as a service records it; actor, context, sequence and hash come from the change it belongs to. */
export interface NewAuditEntry {
	/** Dotted noun and verb, e.g. `organization.suspend`. */
	readonly action: string;
	readonly category: AuditCategory;
	readonly outcome: AuditOutcome;
	readonly targets: readonly AuditTarget[];
	/** Secrets and transcript text never appear here. */
	readonly changes: readonly FieldChange[];
}

/** The personal values of an entry, kept apart so that an erased person's entries still verify. */
type PersonalValues = Readonly<{ ip: string | null; userAgent: string | null }>;

/** A complete entry, ready to be stored. */
export interface SealedEntry {
	readonly orgId: string;
	readonly sequence: number;
	readonly id: string;
	readonly occurredAtMs: number;
	readonly action: string;
	readonly category: string;
	readonly outcome: AuditOutcome;
	readonly actorType: Principal["kind"];
	readonly actorId: string;
	readonly actorRole: string | null;
	readonly targets: readonly AuditTarget[];
	readonly changes: readonly FieldChange[];
	readonly requestId: string;
	readonly authMethod: string | null;
	readonly personal: PersonalValues;
	readonly salt: string;
	readonly personalCommitment: string;
	readonly prevHash: string;
	readonly hash: string;
}

/** `prevHash` of an organization's first entry. */
export const CHAIN_START = "0".repeat(64);

/** Where an entry goes: its place in the organization's chain. */
interface Place {
	readonly orgId: string;
	readonly sequence: number;
	readonly id: string;
	readonly occurredAtMs: number;
	readonly prevHash: string;
	/** Random, per entry: hides the personal values behind their commitment. */
	readonly salt: string;
}

/** Who did it, and by which request. */
type Author = Pick<RequestContext, "principal" | "requestId" | "ip" | "userAgent">;

/**
 * Completes an entry and chains it: `hash = SHA-256(prevHash ‖ canonical entry)`. Personal values enter the hash only
 * as `SHA-256(salt ‖ canonical values)`, so that they can be erased without breaking the chain.
 */
export function sealEntry(entry: NewAuditEntry, by: Author, place: Place): SealedEntry {
	const { principal, requestId, ip, userAgent } = by;
	const { salt, prevHash } = place;
	const personal: PersonalValues = { ip, userAgent };
	const personalCommitment = sha256Hex(salt + canonicalJson(personal));
	// In the order of canonical JSON, so that nothing has to be sorted.
	const hashed = {
		action: entry.action,
		actorId: principal.id,
		actorRole: principal.role,
		actorType: principal.kind,
		authMethod: principal.authMethods[0] ?? null,
		category: entry.category,
		changes: entry.changes,
		id: place.id,
		occurredAtMs: place.occurredAtMs,
		orgId: place.orgId,
		outcome: entry.outcome,
		personalCommitment,
		requestId,
		sequence: place.sequence,
		targets: entry.targets.map(({ id, type }) => ({ id, type })),
	};
	const hash = sha256Hex(prevHash + canonicalJson(hashed));
	return { ...hashed, personal, salt, prevHash, hash };
}
