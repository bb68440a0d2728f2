import type { Clock } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { Vault } from "#kernel/secrets";
import { ticketExpired, ticketInvalid } from "./errors.ts";

/** Where tickets are valid. */
const AAD = "privacy-export-ticket";

/** An export, and the caller who got a ticket for it. */
export interface Ticket {
	readonly orgId: string;
	readonly exportId: string;
	/** What identifies the caller, see `Principals.identify`. */
	readonly caller: string;
}

export type Tickets = ReturnType<typeof createTickets>;

/**
 * Creates the tickets of downloads: sealed texts that name an export and the caller. They give nothing by themselves: each
 * use asks what that caller holds now.
 */
export function createTickets({ vault, clock }: { readonly vault: Vault; readonly clock: Clock }) {
	return {
		/** Makes a ticket. @param expiresAtMs Unix ms */
		issue: (ticket: Ticket, expiresAtMs: number): string => vault.seal(JSON.stringify({ ...ticket, expiresAtMs }), AAD),

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
