import { AppError } from "#kernel/errors";
import { randomToken, sha256Hex } from "#kernel/secrets";
import type { Core } from "#platform/module";
import { spendTicket } from "./repository.ts";

/** Lifetime of a ticket, in ms. */
const LIFETIME_MS = 30_000;
/** Where tickets are valid. */
const AAD = "live-ticket";

/** A meeting, and the caller who got a ticket for it. */
export interface Ticket {
	readonly orgId: string;
	readonly meetingId: string;
	/** See `Identities.identify`. */
	readonly caller: string;
}

/** A ticket as it is handed out. */
export interface IssuedTicket {
	/** Of characters that a subprotocol may have. */
	readonly ticket: string;
	readonly expiresAtMs: number;
}

interface Opened extends Ticket {
	readonly expiresAtMs: number;
	/** Unlike the sealed text, which can be written in several ways, there is one. */
	readonly nonce: string;
}

export type TicketsDeps = Pick<Core, "store" | "vault" | "clock">;

/**
 * Creates the tickets of sockets, for browsers, which cannot send `Authorization` with a handshake: sealed texts that
 * name a meeting and the caller. They give nothing by themselves: what that caller holds is asked when one is used.
 */
export function createTickets({ store, vault, clock }: TicketsDeps) {
	function open(sealed: string): Opened {
		try {
			return JSON.parse(vault.open(sealed, AAD));
		} catch (cause) {
			if (cause instanceof AppError) throw cause;
			throw ticketRefused();
		}
	}

	return {
		/** Makes a ticket. @param endsAtMs when what the caller holds ends, Unix ms */
		issue(ticket: Ticket, endsAtMs: number): IssuedTicket {
			const expiresAtMs = Math.min(clock.nowMs() + LIFETIME_MS, endsAtMs);
			const contents = { ...ticket, expiresAtMs, nonce: randomToken(9) };
			return { ticket: vault.seal(JSON.stringify(contents), AAD), expiresAtMs };
		},

		/** Opens a ticket, which nobody can use again then. @throws `unauthenticated` `token_expired` */
		async spend(sealed: string): Promise<Ticket> {
			const { orgId, meetingId, caller, expiresAtMs, nonce } = open(sealed);
			if (expiresAtMs <= clock.nowMs()) throw ticketExpired();
			const used = { orgId, ticketHash: sha256Hex(nonce), expiresAtMs };
			if (!(await spendTicket(store.writing("live_ticket.spend").db, used))) throw ticketRefused();
			return { orgId, meetingId, caller };
		},
	};
}

export type Tickets = ReturnType<typeof createTickets>;

/** Returns the error for a ticket that was not made here, was altered, or was used. */
const ticketRefused = () =>
	new AppError("unauthenticated", "The ticket is not valid or has already been used; request a new one.");

/** Returns the error for a ticket whose time is over. */
const ticketExpired = () => new AppError("token_expired", "The ticket has expired; request a new one.");
