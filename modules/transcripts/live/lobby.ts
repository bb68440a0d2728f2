import type { Bus } from "#kernel/bus";
import { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";
import type { Principal } from "#kernel/principal";
import { findMeetingRow, meetingOrg } from "#modules/meetings/meetings";
import { findOwnParticipant } from "#modules/meetings/participants";
import type { Readers } from "#modules/transcripts/caption-links";
import type { Core } from "#platform/module";
import { createWatchedCallers, type WatchedCaller } from "#platform/watched-callers";
import { callerKey } from "./admission.ts";
import { assertMayListen } from "./callers.ts";
import { lobbyFull } from "./errors.ts";
import type { Identities } from "./ports.ts";

/** Connections that may wait for one meeting on this instance: those in the room need the others. */
const MAX_WAITING = 100;

/** How somebody stands who waits, or has waited. */
export interface LobbyStanding {
	readonly principal: Principal;
	readonly orgId: string;
	readonly isWaiting: boolean;
}

/** A connection that waits. */
export interface Waiting {
	readonly caller: WatchedCaller<LobbyStanding>;
	/** Calls `listener` when somebody has come out of the lobby, until the returned function is called. */
	onMove(listener: () => void): () => void;
	/** Whether the meeting is over: its end empties the lobby, too. */
	isOver(): Promise<boolean>;
	/** Gives its place back; a second call does nothing. */
	release(): void;
}

export interface LobbyDeps extends Pick<Core, "store" | "clock" | "caches" | "connections"> {
	readonly bus: Bus;
	readonly identities: Identities;
	readonly readers: Pick<Readers, "linkIn">;
	readonly log: Pick<Logger, "warn">;
}

export type Lobby = ReturnType<typeof createLobby>;

const topicOf = (meetingId: string): string => `lobby.${meetingId}`;

/** Creates the lobbies of meetings: the connections of those who wait, who learn nothing of the meeting but how that ends. */
export function createLobby(deps: LobbyDeps) {
	const { store, clock, caches, connections, bus, identities, readers, log } = deps;
	const watched = createWatchedCallers<LobbyStanding>({ clock, caches, bus, log });
	const counts = new Map<string, number>();

	async function witness(identity: string, ip: string | null, meetingId: string) {
		const principal = await identities.recognize(identity, { ip });
		assertMayListen(principal);
		const orgId = await meetingOrg(store, principal, meetingId);
		const own = await findOwnParticipant(store.db, principal, orgId, meetingId);
		return {
			standing: { principal, orgId, isWaiting: own?.state === "waiting" },
			dependsOn: [[orgId, principal.id, principal.sessionId], [meetingId]] as const,
			endsAtMs: identities.endOf(principal),
		};
	}

	/** Takes a place. @throws `rate_limited` `unavailable` */
	function take({ principal, orgId }: LobbyStanding, meetingId: string): () => void {
		const count = counts.get(meetingId) ?? 0;
		if (count >= MAX_WAITING) throw lobbyFull(MAX_WAITING);
		const giveBack = connections.take({ caller: callerKey(principal), orgId, meetingId });
		counts.set(meetingId, count + 1);
		let isTaken = true;
		return () => {
			if (!isTaken) return;
			isTaken = false;
			giveBack();
			const left = (counts.get(meetingId) ?? 0) - 1;
			if (left > 0) counts.set(meetingId, left);
			else counts.delete(meetingId);
		};
	}

	return {
		/**
		 * Returns a connection of somebody who waits for a meeting; null: they do not, as far as can be told.
		 * @param identity see `Identities.identify`
		 * @throws `rate_limited` `unavailable`
		 */
		async enter(identity: string, ip: string | null, meetingId: string): Promise<Waiting | null> {
			if (readers.linkIn(identity) !== null) return null;
			const key = `${meetingId} ${ip ?? ""} ${identity}`;
			const caller = await watched
				.admit(key, () => witness(identity, ip, meetingId))
				.catch((error: unknown) => {
					if (error instanceof AppError) return null;
					throw error;
				});
			if (!caller?.standing.isWaiting) return null;
			const { orgId } = caller.standing;
			return {
				caller,
				release: take(caller.standing, meetingId),
				onMove: (listener) => bus.subscribe(topicOf(meetingId), listener),
				isOver: async () => (await findMeetingRow(store.db, { orgId, id: meetingId }))?.state !== "live",
			};
		},

		/** Whether a caller waits for a meeting. */
		async holds(principal: Principal, orgId: string, meetingId: string): Promise<boolean> {
			return (await findOwnParticipant(store.db, principal, orgId, meetingId))?.state === "waiting";
		},

		/** Has those who wait for a meeting look whether they still do. */
		refresh(meetingId: string): void {
			bus.publish(topicOf(meetingId), "");
		},

		/** Looks after those of whom something may have changed. */
		look: watched.look,
	};
}
