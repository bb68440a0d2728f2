import { rfc3339 } from "#kernel/clock";
import type { Principal } from "#kernel/principal";
import type { LiveAccessFor } from "#modules/meetings/meetings";
import type { Contribution, Core } from "#platform/module";
import { deleteExpiredTickets } from "./repository.ts";
import { createTickets, type Tickets } from "./tickets.ts";

/** Names the callers behind tickets; modules/identity/principals implements it. */
interface Identities {
	/** Returns what identifies a caller, as text. */
	identify(principal: Principal): string;
	/** Returns when what the caller holds ends by itself, Unix ms; infinity: it does not. */
	endOf(principal: Principal): number;
}

/** The module, and what others use of it. */
export interface LiveAccessModule extends Contribution {
	readonly accessFor: LiveAccessFor;
	readonly spendTicket: Tickets["spend"];
}

/** Creates the module of the way into live meetings: addresses, and tickets for browsers; modules/transcripts/live opens them. */
export function createLiveAccessModule(core: Core, identities: Identities): LiveAccessModule {
	const { store, publicUrl } = core;
	const tickets = createTickets(core);
	return {
		spendTicket: tickets.spend,

		accessFor(principal, orgId, meetingId) {
			const caller = identities.identify(principal);
			const { ticket, expiresAtMs } = tickets.issue({ orgId, meetingId, caller }, identities.endOf(principal));
			const address = new URL(`${publicUrl.href}/transcription/live?meetingId=${meetingId}`);
			const sseUrl = address.href;
			address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
			return { wsUrl: address.href, sseUrl, ticket, expiresAt: rfc3339(expiresAtMs) };
		},

		cleanups: {
			everyMinute: [
				(inPortions, nowMs) =>
					inPortions((tx, limit) => deleteExpiredTickets(store.acrossTenants.within(tx), nowMs, limit)),
			],
		},
	};
}
