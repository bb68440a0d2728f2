import type { Principal } from "#kernel/principal";

/** Access to the callers behind open streams; modules/identity/principals implements it. */
export interface Identities {
	/** Returns what identifies a caller, as text. */
	identify(principal: Principal): string;
	/** Returns the caller with the rights they hold now. @throws `unauthenticated` `token_revoked` `session_revoked` */
	recognize(identified: string, from: { readonly ip: string | null }): Promise<Principal>;
	/** Returns when what the caller holds ends by itself, Unix ms; infinity: it does not. */
	endOf(principal: Principal): number;
}

/** What is counted for the operators. */
export interface StreamFigures {
	/** Event streams that are open. */
	open: number;
	/** How often one was ended because its client took nothing any more. */
	cutOff: number;
}
