import type { Principal } from "#kernel/principal";
import { BLOCK_AUTHORITIES, type BlockAuthority, type SuspensionReason } from "#modules/tenancy/organization-records";

/** Returns the authority of a suspension: `owner` for the organization's members, otherwise derived from the reason. */
export function suspendingAuthority({ system }: Principal, reason: SuspensionReason): BlockAuthority {
	if (!system) return "owner";
	if (reason === "nonpayment") return "billing";
	return reason === "security" || reason === "abuse" ? "security" : "system";
}

/** Returns the authority by which a caller deletes, restores and resumes. */
export const authorityOf = ({ system }: Pick<Principal, "system">): BlockAuthority => (system ? "system" : "owner");

/** Whether an authority is equal to another or higher. */
export const isAtLeast = (own: BlockAuthority, other: BlockAuthority): boolean =>
	BLOCK_AUTHORITIES.indexOf(own) <= BLOCK_AUTHORITIES.indexOf(other);

/**
 * Whether a caller can lift a block or cancel a deletion: this takes an authority equal to that which set it, or
 * higher.
 */
export const canLift = (caller: Pick<Principal, "system">, authority: BlockAuthority): boolean =>
	isAtLeast(authorityOf(caller), authority);
