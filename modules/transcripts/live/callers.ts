import type { MeetingRow, ParticipantRow } from "#db/schema";
import type { Bus } from "#kernel/bus";
import { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";
import type { Principal } from "#kernel/principal";
import {
	type CaptionVisibility,
	findMeetingRights,
	followingIn,
	mayNotEnter,
	meetingOrg,
	meetingOver,
} from "#modules/meetings/meetings";
import { findOwnParticipant } from "#modules/meetings/participants";
import { closedIn } from "#modules/tenancy/organization-records";
import type { LinkKey, Readers } from "#modules/transcripts/caption-links";
import type { Core } from "#platform/module";
import { createWatchedCallers, type Holder as WatchedHolder, type Witnessed } from "#platform/watched-callers";
import { otherMeeting } from "./errors.ts";
import type { Departure, Holder, Identities, Standing } from "./ports.ts";

export interface CallersDeps extends Pick<Core, "store" | "clock" | "caches"> {
	readonly bus: Pick<Bus, "shared">;
	readonly identities: Identities;
	readonly readers: Readers;
	readonly log: Pick<Logger, "warn">;
}

/** Somebody with connections to a meeting: however many, they are looked at once. */
export interface Caller {
	/** What they may do, as far as is known. */
	readonly standing: Standing;
	readonly meetingId: string;
	readonly ip: string | null;
	/** Returns what they may do now. @throws the errors of {@link Callers.admit} */
	current(): Promise<Standing>;
	/** Tells a connection when it may not go on, until the returned function is called. */
	hold(holder: Holder): () => void;
	/** Returns how they are no longer in the room; null: they still take part, as far as can be told. Never rejects. */
	departure(): Promise<Departure | null>;
}

export type Callers = ReturnType<typeof createCallers>;

/**
 * Creates the callers of live connections: what they may do is known from memory until something that it depends on has
 * changed, and then read again (docs/decisions/040-live-connections.md).
 */
export function createCallers({ store, clock, caches, bus, identities, readers, log }: CallersDeps) {
	const watched = createWatchedCallers<Standing>({ clock, caches, bus, log });

	/** Returns what the reader of a link may do: follow, and nothing else. */
	async function witnessReader(link: LinkKey, meetingId: string): Promise<Witnessed<Standing>> {
		if (link.meetingId !== meetingId) throw otherMeeting();
		const { standing, ...rest } = await readers.witness(link);
		return { ...rest, standing: { ...standing, canRun: false, participant: null, followsAfter: 0 } };
	}

	async function witness(identity: string, ip: string | null, meetingId: string): Promise<Witnessed<Standing>> {
		const link = readers.linkIn(identity);
		if (link !== null) return witnessReader(link, meetingId);
		const principal = await identities.recognize(identity, { ip });
		assertMayListen(principal);
		const orgId = await meetingOrg(store, principal, meetingId);
		const accessible = await findMeetingRights(store.db, principal, orgId, meetingId);
		const { meeting, rights } = accessible;
		if (!rights.canEnter) throw mayNotEnter();
		const own = await findOwnParticipant(store.db, principal, orgId, meetingId);
		const participant = own?.state === "admitted" ? own : null;
		const following = await followingIn(store.db, principal, accessible, participant !== null);
		const followsAfter = followedFrom(meeting, participant, following);
		return {
			standing: { principal, meeting, canRun: rights.canRun, participant, followsAfter },
			dependsOn: [
				[meeting.orgId, principal.id, principal.sessionId],
				[meeting.id, meeting.workspaceId, participant?.id ?? null],
			],
			endsAtMs: identities.endOf(principal),
		};
	}

	async function departureOf({ principal, meeting }: Standing): Promise<Departure | null> {
		try {
			const own = await findOwnParticipant(store.db, principal, meeting.orgId, meeting.id);
			if (own?.state === "admitted") return null;
			return own?.state === "left" ? "left" : "removed";
		} catch {
			// It is asked again, or they count as lost.
			return null;
		}
	}

	return {
		/**
		 * Returns a caller of a meeting that they may enter.
		 * @param identity see `Identities.identify`
		 * @throws `unauthenticated` `token_expired` `token_revoked` `session_revoked` `insufficient_scope` `forbidden`
		 * `organization_suspended` `not_found` `purged`
		 */
		async admit(identity: string, ip: string | null, meetingId: string): Promise<Caller> {
			const key = `${meetingId} ${ip ?? ""} ${identity}`;
			const caller = await watched.admit(key, () => witness(identity, ip, meetingId));
			return {
				meetingId,
				ip,
				get standing() {
					return caller.standing;
				},
				current: () => caller.current(),
				hold: (holder) => caller.hold(untilOver(holder)),
				departure: () => departureOf(caller.standing),
			};
		},

		/** Looks after those of whom something may have changed. */
		look: watched.look,
	};
}

/** Returns the sequence after which somebody follows captions; null: they do not. Those of a meeting that is over are records. */
function followedFrom(
	{ state }: MeetingRow,
	participant: ParticipantRow | null,
	following: CaptionVisibility,
): number | null {
	if (state !== "live" || following === "all") return 0;
	// A participant of a former release follows from now on.
	return following === "none" ? null : (participant?.enteredAtSeq ?? Number.MAX_SAFE_INTEGER);
}

/** Returns the holder of a connection that hears of the end of its meeting, however that shows. */
const untilOver = (holder: Holder): WatchedHolder<Standing> => ({
	changed: (standing) => (standing.meeting.state === "live" ? holder.changed(standing) : holder.over()),
	refused: (error) => (error.meta?.reason === "meeting_over" ? holder.over() : holder.refused(error)),
});

/**
 * Asserts what the gate asserts of those who send a token.
 * @throws `insufficient_scope` `organization_suspended` `forbidden`
 */
export function assertMayListen(principal: Principal): void {
	if (principal.system) return;
	if (principal.guestOf?.isOver) throw meetingOver();
	if (principal.role !== "guest" && !principal.scopes.has("transcript:read"))
		throw new AppError("insufficient_scope", "This requires the scope transcript:read.", {
			meta: { required: "transcript:read" },
		});
	const closed = principal.orgState === null ? null : closedIn(principal.orgState);
	if (closed) throw closed;
}
