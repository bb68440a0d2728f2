import { canonicalJson } from "#kernel/canonical-json";
import type { FieldChange } from "#kernel/differences";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";
import { hashedMembers } from "./chain.ts";

/** Categories of entries. */
export const AUDIT_CATEGORIES = ["organization", "member", "auth", "security", "system"] as const;
export type AuditCategory = (typeof AUDIT_CATEGORIES)[number];

/** Outcomes of activities. */
export const AUDIT_OUTCOMES = ["success", "denied", "failure"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** A target of an activity. */
export type AuditTarget = Readonly<{
	/** Kind of resource, e.g. `member`. */
	type: string;
	id: string;
}>;

/** An audit entry as recorded by a service; actor, context, sequence and hash are added by its change. */
export interface NewAuditEntry {
	/** Noun and verb, separated by a dot, e.g. `organization.suspend`. */
	readonly action: string;
	readonly category: AuditCategory;
	readonly outcome: AuditOutcome;
	readonly targets: readonly AuditTarget[];
	/** Changed members; must not contain secrets or transcript text. */
	readonly changes: readonly FieldChange[];
}

/** The personal values of an entry, stored separately so that the entries of an erased person can still be verified. */
export type PersonalValues = Readonly<{
	ip: string | null;
	/** The session of the caller; absent without one. */
	sessionId?: string;
	userAgent: string | null;
}>;

/** What the hash of an entry covers, besides the hash of the entry before it. */
export interface HashedEntry {
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
	/** SHA-256 of salt and personal values, hex: covered in their place. */
	readonly personalCommitment: string;
}

/** A complete entry, ready to be stored. */
export interface SealedEntry extends HashedEntry {
	readonly personal: PersonalValues;
	readonly salt: string;
	readonly prevHash: string;
	readonly hash: string;
}

/** The position of an entry in the organization's chain. */
interface ChainPosition {
	readonly orgId: string;
	readonly sequence: number;
	readonly id: string;
	readonly occurredAtMs: number;
	readonly prevHash: string;
	/** Random salt of the entry: conceals the personal values behind their commitment. */
	readonly salt: string;
}

/** The actor of an entry and their request. */
type Actor = Pick<RequestContext, "principal" | "requestId" | "ip" | "userAgent">;

/**
 * Completes an entry and adds it to the chain: `hash = SHA-256(prevHash ‖ canonical entry)`. Personal values enter the
 * hash only as `SHA-256(salt ‖ canonical values)`, so that they can be erased without breaking the chain.
 */
export function sealEntry(entry: NewAuditEntry, by: Actor, place: ChainPosition): SealedEntry {
	const { principal, requestId, ip, userAgent } = by;
	const { salt, prevHash } = place;
	const { sessionId } = principal;
	// In the order of canonical JSON, so that nothing has to be sorted.
	const personal: PersonalValues = { ip, ...(sessionId !== null && { sessionId }), userAgent };
	const hashed = hashedMembers({
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
		personalCommitment: sha256Hex(salt + canonicalJson(personal)),
		requestId,
		sequence: place.sequence,
		targets: entry.targets,
	});
	const hash = sha256Hex(prevHash + canonicalJson(hashed));
	return { ...hashed, personal, salt, prevHash, hash };
}
