import { rfc3339 } from "#kernel/clock";
import type { Principal } from "#kernel/principal";
import type { MediaForwarder } from "#modules/meetings/forwarding";
import type { LiveAccess, LiveAccessFor } from "#modules/meetings/meetings";
import type { IceServersFor } from "#modules/meetings/relay";
import { mayPassThroughServer } from "#modules/tenancy/settings";
import type { Contribution, Core } from "#platform/module";
import { deleteExpiredTickets } from "./repository.ts";
import { createTickets, type Ticket, type Tickets } from "./tickets.ts";

/** Names the callers behind tickets; modules/identity/principals implements it. */
interface Identities {
	/** Returns what identifies a caller, as text. */
	identify(principal: Principal): string;
	/** Returns when what the caller holds ends by itself, Unix ms; infinity: it does not. */
	endOf(principal: Principal): number;
}

interface LiveAccessDeps {
	readonly iceServersFor: IceServersFor;
	/** Null: no media worker is configured. */
	readonly forwarder: Pick<MediaForwarder, "isPossible"> | null;
}

/** The module, and what others use of it. */
export interface LiveAccessModule extends Contribution {
	readonly accessFor: LiveAccessFor;
	/** Returns the way into a meeting for a caller named in its own words, who is not in the room. @param endsAtMs when what they hold ends, Unix ms */
	issue(ticket: Ticket, endsAtMs: number): LiveAccess;
	readonly spendTicket: Tickets["spend"];
}

/** Creates the module of the way into live meetings: addresses, and tickets for browsers; modules/transcripts/live opens them. */
export function createLiveAccessModule(
	core: Core,
	identities: Identities,
	{ iceServersFor, forwarder }: LiveAccessDeps,
): LiveAccessModule {
	const { store, publicUrl } = core;
	const tickets = createTickets(core);

	function issue(contents: Ticket, endsAtMs: number): LiveAccess {
		const { ticket, expiresAtMs } = tickets.issue(contents, endsAtMs);
		const address = new URL(`${publicUrl.href}/transcription/live?meetingId=${contents.meetingId}`);
		const sseUrl = address.href;
		address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
		return {
			wsUrl: address.href,
			sseUrl,
			ticket,
			expiresAt: rfc3339(expiresAtMs),
			iceServers: [],
		};
	}

	return {
		issue,
		spendTicket: tickets.spend,

		accessFor(principal, organization, meetingId, participantId) {
			const { id: orgId } = organization;
			const endsAtMs = identities.endOf(principal);
			const throughServer = forwarder && { throughServer: forwarder.isPossible && mayPassThroughServer(organization) };
			const access = {
				...issue({ orgId, meetingId, caller: identities.identify(principal) }, endsAtMs),
				...throughServer,
			};
			if (participantId === null) return access;
			const { sessionId } = principal;
			return { ...access, iceServers: iceServersFor({ orgId, meetingId, participantId, sessionId }, endsAtMs) };
		},

		cleanups: {
			everyMinute: [
				(inPortions, nowMs) =>
					inPortions((tx, limit) => deleteExpiredTickets(store.acrossTenants.within(tx), nowMs, limit)),
			],
		},
	};
}
