import type { Bus } from "#kernel/bus";
import { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";
import { accountIdOf } from "#kernel/principal";
import { text } from "#kernel/texts";
import { findMeetingRow } from "#modules/meetings/meetings";
import { findParticipant } from "#modules/meetings/participants";
import { closedIn, findOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { createWatchedCallers, type Witnessed } from "#platform/watched-callers";
import type { People, RelayAuthority, RelayClaim } from "./ports.ts";

/**
 * Relays of one participant at a time: a browser opens one for every other person and network it has, and its former ones
 * may not be gone yet.
 */
const MAX_PER_PARTICIPANT = 32;

export interface MembersDeps extends Pick<Core, "store" | "clock" | "caches" | "connections"> {
	readonly bus: Pick<Bus, "shared">;
	readonly people: People;
	readonly log: Pick<Logger, "warn">;
}

/**
 * Creates what decides who may relay: participants who are in the room of a live meeting. They are watched as live
 * connections are (docs/decisions/040-live-connections.md), so a relay ends within seconds of what it depends on.
 */
export function createMembers({ store, clock, caches, bus, log, people, connections }: MembersDeps) {
	const watched = createWatchedCallers<null>({ clock, caches, bus, log });
	const counts = new Map<string, number>();

	/** @throws `forbidden` `not_found` `purged` `organization_suspended` */
	async function witness({ orgId, meetingId, participantId, sessionId }: RelayClaim): Promise<Witnessed<null>> {
		const { db } = store;
		const closed = closedIn((await findOrganization(db, orgId)).state);
		if (closed) throw closed;
		const meeting = await findMeetingRow(db, { orgId, id: meetingId });
		const participant = await findParticipant(db, orgId, participantId);
		const isIn = participant?.meetingId === meetingId && participant.state === "admitted" && meeting?.state === "live";
		if (!isIn) throw notInTheRoom();
		// The provider alone vouches for others than guests who have no account: their credentials end with their token.
		const accountId = accountIdOf(participant.userId);
		if (accountId !== null && (await people.standingOf(db, orgId, accountId)) === null) throw notInTheRoom();
		if (sessionId !== null && !(await people.isSignedIn(sessionId))) throw notInTheRoom();
		return {
			standing: null,
			dependsOn: [
				[orgId, participant.userId, sessionId],
				[meetingId, participantId],
			],
			endsAtMs: Number.POSITIVE_INFINITY,
		};
	}

	/** Takes one of the places of a participant, and a connection of their organization's. @throws `rate_limited` `unavailable` */
	function take({ orgId, meetingId, participantId }: RelayClaim): () => void {
		const count = counts.get(participantId) ?? 0;
		if (count >= MAX_PER_PARTICIPANT) throw tooManyRelays();
		const giveBack = connections.take({ caller: null, orgId, meetingId });
		counts.set(participantId, count + 1);
		return () => {
			giveBack();
			const left = (counts.get(participantId) ?? 0) - 1;
			if (left > 0) counts.set(participantId, left);
			else counts.delete(participantId);
		};
	}

	const admit: RelayAuthority["admit"] = async (claim, onEnd) => {
		const giveBack = take(claim);
		try {
			const key = `${claim.meetingId} ${claim.participantId} ${claim.sessionId}`;
			const caller = await watched.admit(key, () => witness(claim));
			const release = caller.hold({ changed: () => {}, refused: onEnd });
			return () => {
				release();
				giveBack();
			};
		} catch (error) {
			giveBack();
			throw error;
		}
	};

	return { admit, look: watched.look };
}

const notInTheRoom = () =>
	new AppError("forbidden", "Only participants in the room may do this: join the meeting first.");

const tooManyRelays = () =>
	new AppError(
		"rate_limited",
		text("This caller already has {limit} open connections.", { limit: MAX_PER_PARTICIPANT }),
	);
