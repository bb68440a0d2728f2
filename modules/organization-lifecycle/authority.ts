import type { Principal } from "#kernel/principal";
import { BLOCK_AUTHORITIES, type BlockAuthority, type SuspensionReason } from "#modules/organizations";

/** In whose name a caller suspends for a reason: the organization's own people as its owner, system administrators by what it is about. */
export function suspendingAuthority({ system }: Principal, reason: SuspensionReason): BlockAuthority {
	if (!system) return "owner";
	if (reason === "nonpayment") return "billing";
	return reason === "security" || reason === "abuse" ? "security" : "system";
}

/** In whose name a caller deletes, and lifts what others decided. */
export const authorityOf = ({ system }: Pick<Principal, "system">): BlockAuthority => (system ? "system" : "owner");

/** Whether one authority is equal to another or higher. */
export const isAtLeast = (own: BlockAuthority, other: BlockAuthority): boolean =>
	BLOCK_AUTHORITIES.indexOf(own) <= BLOCK_AUTHORITIES.indexOf(other);

/** Whether a caller may lift a block, or call off a deletion: an equal or higher authority than the one that set it. */
export const canLift = (caller: Pick<Principal, "system">, authority: BlockAuthority): boolean =>
	isAtLeast(authorityOf(caller), authority);
