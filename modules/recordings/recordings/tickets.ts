import type { Clock } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import type { Vault } from "#kernel/secrets";
import { ticketExpired, ticketInvalid } from "./errors.ts";

/** Lifetime of a ticket, in ms: 4 hours. */
const LIFETIME_MS = 4 * 3_600_000;
/** Where tickets are valid. */
const AAD = "recording-ticket";

/** Access to the callers behind tickets; modules/identity/principals implements it. */
export interface Identities {
	/** Returns what identifies a caller, as text. */
	identify(principal: Principal): string;
	/** Returns the caller with the rights they hold now. @throws `unauthenticated` `token_revoked` `session_revoked` */
	recognize(identified: string, from: { readonly ip: string | null }): Promise<Principal>;
	/** Returns when what a caller holds ends by itself, Unix ms; infinity: it does not. */
	endOf(principal: Principal): number;
}

/** A recording, and the caller who got a ticket for it. */
export interface Ticket {
	readonly meetingId: string;
	readonly recordingId: string;
	/** See {@link Identities.identify}. */
	readonly caller: string;
}

/** A ticket as it is handed out. */
export interface IssuedTicket {
	/** Of characters that a path may have. */
	readonly ticket: string;
	readonly expiresAtMs: number;
}

/**
 * Creates the tickets of players: sealed texts that name a recording and the caller. They give nothing by themselves:
 * each use asks what that caller holds now.
 */
export function createTickets({ vault, clock }: { readonly vault: Vault; readonly clock: Clock }) {
	return {
		/** Makes a ticket. @param endsAtMs when what the caller holds ends, Unix ms */
		issue(ticket: Ticket, endsAtMs: number): IssuedTicket {
			const expiresAtMs = Math.min(clock.nowMs() + LIFETIME_MS, endsAtMs);
			return { ticket: vault.seal(JSON.stringify({ ...ticket, expiresAtMs }), AAD), expiresAtMs };
		},

		/** Opens a ticket. @throws `unauthenticated` for one that is not ours, `token_expired` */
		open(sealed: string): Ticket {
			let opened: Ticket & { readonly expiresAtMs: number };
			try {
				opened = JSON.parse(vault.open(sealed, AAD));
			} catch (cause) {
				if (cause instanceof AppError) throw cause;
				throw ticketInvalid();
			}
			if (opened.expiresAtMs <= clock.nowMs()) throw ticketExpired();
			return opened;
		},
	};
}

export type Tickets = ReturnType<typeof createTickets>;
