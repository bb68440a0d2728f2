import type { ParticipantRow } from "#db/schema";
import type { Db } from "#db/store";
import type { RatePolicy } from "#kernel/rate-limit";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";
import type { TokensService } from "#modules/identity/tokens";
import { EXPELLED } from "#modules/meetings/meetings";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { codeRefused, meetingNotLive, removedFromMeeting } from "./errors.ts";
import { addGuest, createJoinThrottle, guestPrincipal, lockOpenMeeting } from "./guest-entry.ts";
import { findOfInvite, participantsOf } from "./repository.ts";
import { enterRoom } from "./save.ts";

interface JoinByLaunchDeps extends Pick<Core, "store" | "newId" | "unitOfWork" | "limiter"> {
	readonly policies: { readonly "meeting-join": RatePolicy } | null;
	readonly tokens: Pick<TokensService, "issueToGuest">;
}

/** Somebody whom another system sends into a meeting. */
export interface Launch {
	readonly orgId: string;
	readonly meetingId: string;
	/** Who they are there: the same text whenever the same person comes, and no other's. Only a hash of it is stored. */
	readonly person: string;
	readonly name: string;
	/** Asserts, within the change, that the system may still do so. */
	readonly assertAllowed: (tx: Db) => Promise<void>;
}

export type JoinByLaunch = ReturnType<typeof createJoinByLaunch>;

/**
 * Creates the function by which another system sends people into a meeting. It vouches for who comes, and for nothing else:
 * they are guests like those who know the code of the meeting.
 */
export function createJoinByLaunch({ store, newId, unitOfWork, limiter, policies, tokens }: JoinByLaunchDeps) {
	const throttle = createJoinThrottle(limiter, policies);

	/** Lets somebody in again: not those who were refused or removed. @throws `forbidden` `state_conflict` `quota_exceeded` */
	async function enterAgain(change: Change, row: ParticipantRow, name: string): Promise<ParticipantRow> {
		if (EXPELLED.includes(row.state)) throw removedFromMeeting();
		return row.state === "left" ? enterRoom(change, row, "participant.join", { name }) : row;
	}

	/**
	 * Lets somebody into a meeting of which everybody may join who has its link. Who comes again is the same guest.
	 * @returns their token for the meeting
	 * @throws `not_found` for a meeting that cannot be joined like this, `rate_limited` `state_conflict` `conflict`
	 * `forbidden` `quota_exceeded`
	 */
	return async function joinByLaunch(context: RequestContext, launch: Launch): Promise<string> {
		const { orgId, meetingId, person, name, assertAllowed } = launch;
		await throttle(meetingId);
		// No code has this form, so nobody can join with what is hashed here.
		const key = { orgId, inviteHash: sha256Hex(`launch|${meetingId}|${person}`) };
		const known = await findOfInvite(store.db, key);
		const id = known?.id ?? newId("par");
		const row = await unitOfWork.run(ungatedContext(guestPrincipal(orgId, id), context), async (change) => {
			const { tx } = change;
			await assertAllowed(tx);
			const open = await lockOpenMeeting(change, orgId, meetingId);
			if (open.meeting.access !== "link") throw codeRefused();
			if (open.meeting.state !== "live") throw meetingNotLive(open.meeting.state);
			const own = known && (await participantsOf(tx, orgId).lock(known.id));
			if (own) return enterAgain(change, own, name);
			const added = await addGuest(change, open, { id, name, inviteHash: key.inviteHash });
			// They came twice at the same time.
			const there = added ?? (await findOfInvite(tx, key));
			if (!there) throw new Error("a participant that was just there is missing");
			return there;
		});
		return (await tokens.issueToGuest({ participantId: row.id, meetingId, orgId })).token;
	};
}
