import type { Principal } from "#kernel/principal";
import { BLOCK_AUTHORITIES, type BlockAuthority, type SuspensionReason } from "./values.ts";

/** In whose name a caller suspends for a reason: the organization's own people as its owner, system administrators by what it is about. */
export function authorityOf({ system }: Principal, reason: SuspensionReason): BlockAuthority {
	if (!system) return "owner";
	if (reason === "nonpayment") return "billing";
	return reason === "security" || reason === "abuse" ? "security" : "system";
}

/** Whether a caller may lift a block: an equal or higher authority than the one that set it. */
export function canLift({ system }: Principal, authority: BlockAuthority): boolean {
	const own: BlockAuthority = system ? "system" : "owner";
	return BLOCK_AUTHORITIES.indexOf(own) <= BLOCK_AUTHORITIES.indexOf(authority);
}
