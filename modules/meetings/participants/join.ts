import type { ParticipantRow } from "#db/schema";
import type { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import type { Principal } from "#kernel/principal";
import type { RatePolicy } from "#kernel/rate-limit";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";
import { parseName } from "#kernel/text";
import type { AttemptLimits } from "#modules/identity/passwords";
import type { TokensService } from "#modules/identity/tokens";
import { EXPELLED, findMeetingByCode, type LiveAccessFor, meetingAccess } from "#modules/meetings/meetings";
import { findOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { codeRefused, meetingNotLive } from "./errors.ts";
import { addGuest, createJoinThrottle, guestPrincipal, lockOpenMeeting, type OpenMeeting } from "./guest-entry.ts";
import { type Opened, openCode } from "./opened.ts";
import { enterAsPerson, isPerson } from "./person.ts";
import { participantsOf } from "./repository.ts";
import { enterRoom } from "./save.ts";
import type { JoinByCodeRequest, JoinedMeeting } from "./schemas.ts";
import { toParticipant } from "./view.ts";

export interface JoinByCodeDeps extends Pick<Core, "store" | "clock" | "newId" | "unitOfWork" | "limiter"> {
	readonly policies: { readonly "meeting-join": RatePolicy } | null;
	readonly attempts: AttemptLimits;
	readonly tokens: Pick<TokensService, "issueToGuest">;
	readonly liveAccessFor: LiveAccessFor;
	/** Returns the holder of a token that was just issued. */
	readonly holderOf: (token: string) => Promise<Principal>;
}

export type JoinByCode = ReturnType<typeof createJoinByCode>;

/** Creates the function by which people join a meeting with a code: guests, and members who are signed in. */
export function createJoinByCode(deps: JoinByCodeDeps) {
	const { store, clock, newId, unitOfWork, limiter, policies, attempts, tokens, liveAccessFor, holderOf } = deps;
	const throttle = createJoinThrottle(limiter, policies);

	async function enterAsMember(context: RequestContext, opened: Opened): Promise<ParticipantRow> {
		return unitOfWork.run(
			context,
			async (change) => {
				if (!isMember(change.principal, opened.orgId)) throw codeRefused();
				const { meeting } = await lockOpened(change, opened);
				const { canRun } = await meetingAccess(change.tx, change.principal, meeting);
				return enterAsPerson({ change, meeting, canRun, newId });
			},
			{ storeOutcome: false },
		);
	}

	/** Runs a change of a guest of a meeting that runs, as the participant with this id. */
	const asGuest = <T>(
		context: RequestContext,
		opened: Opened,
		id: string,
		work: (change: Change, open: Unlocked) => Promise<T>,
	) =>
		unitOfWork.run(ungatedContext(guestPrincipal(opened.orgId, id), context), async (change) => {
			const open = await lockOpened(change, opened);
			if (open.meeting.state !== "live") throw meetingNotLive(open.meeting.state);
			return work(change, open);
		});

	/** Lets the guest in whom the code was sent to, the first time it is used; undefined when it was used before. */
	const enterAsInvited = (context: RequestContext, opened: Opened, id: string, name: string) =>
		asGuest(context, opened, id, async (change, { invited }) =>
			invited?.state === "invited" ? enterRoom(change, invited, "participant.join", { name }) : undefined,
		);

	/** Lets a guest of this meeting in again, whom their token names. */
	const enterAgain = (context: RequestContext, opened: Opened, id: string) =>
		asGuest(context, opened, id, async (change, { meeting }) => {
			const own = await participantsOf(change.tx, opened.orgId).lock(id);
			if (own?.meetingId !== meeting.id || EXPELLED.includes(own.state)) throw codeRefused();
			return own.state === "left" ? enterRoom(change, own, "participant.join") : own;
		});

	/**
	 * Lets a guest in who is new. A code that was sent to one person says of its second use only that it was passed on: they
	 * wait, and decide for themselves what they consent to.
	 */
	function enterAsNewGuest(context: RequestContext, opened: Opened, name: string): Promise<ParticipantRow> {
		const id = newId("par");
		return asGuest(context, opened, id, async (change, { invited, meeting, hasLobby }) => {
			const row = await addGuest(change, { meeting, hasLobby: hasLobby || invited !== undefined }, { id, name });
			if (!row) throw new Error(`the new id ${id} is taken`);
			return row;
		});
	}

	async function enterAsGuest(context: RequestContext, opened: Opened, name: string): Promise<ParticipantRow> {
		const { invited, meetingId } = opened;
		const { kind, id, guestOf } = context.principal;
		const first = invited?.state === "invited" && (await enterAsInvited(context, opened, invited.id, name));
		if (first) return first;
		if (kind === "guest" && guestOf?.id === meetingId) return enterAgain(context, opened, id);
		return enterAsNewGuest(context, opened, name);
	}

	/**
	 * Lets somebody into the meeting of a code. A member of its organization who is signed in there becomes themselves;
	 * anybody else a guest, with a token for this meeting alone. Guests wait if the meeting has a lobby, or if a participant
	 * was refused or removed, who may be the one who comes back; those who were invited by name do not.
	 * @throws `not_found` for a code that opens nothing, `validation_failed` `rate_limited` `state_conflict` `conflict`
	 * `forbidden`
	 */
	return async function joinByCode(context: RequestContext, request: JoinByCodeRequest): Promise<JoinedMeeting> {
		const given = request.name === undefined ? undefined : parseName(request.name, "/name");
		if (given === undefined && !isPerson(context.principal)) throw nameRequired();
		const opened = await attempts.throttle(context.ip, null, () => openCode(store.db, request.code, clock.nowMs()));
		await throttle(opened.meetingId);
		if (isMember(context.principal, opened.orgId)) {
			const row = await enterAsMember(context, opened);
			const organization = await findOrganization(store.db, row.orgId);
			return toJoined(row, null, liveAccessFor(context.principal, organization, row.meetingId, row.id));
		}
		if (given === undefined) throw nameRequired();
		const row = await enterAsGuest(context, opened, given);
		const { orgId, meetingId } = row;
		const issued = await tokens.issueToGuest({ participantId: row.id, meetingId, orgId });
		if (row.state !== "admitted") return toJoined(row, issued, null);
		const organization = await findOrganization(store.db, orgId);
		return toJoined(row, issued, liveAccessFor(await holderOf(issued.token), organization, meetingId, row.id));
	};
}

const isMember = (principal: Principal, orgId: string): boolean => isPerson(principal) && principal.orgId === orgId;

const nameRequired = (): AppError => invalidMember("/name", "required", "is required: it is shown to others");

/** A meeting that a code opens, and the guest whom it was sent to, both locked. */
type Unlocked = OpenMeeting & { readonly invited: ParticipantRow | undefined };

/** Returns what a code still opens. @throws `not_found` the same for every problem */
async function lockOpened(change: Change, { code, orgId, meetingId, invited: sentTo }: Opened): Promise<Unlocked> {
	const open = await lockOpenMeeting(change, orgId, meetingId);
	if (sentTo === null) {
		const found = await findMeetingByCode(change.tx, code, change.nowMs);
		if (open.meeting.access !== "link" || found?.meeting.id !== meetingId) throw codeRefused();
		// A job drops the codes of a member who has left; until it has, they open nothing either.
		if (found.holderId !== null && !(await participantsOf(change.tx, orgId).findMember(found.holderId)))
			throw codeRefused();
		return { ...open, invited: undefined };
	}
	const invited = await participantsOf(change.tx, orgId).lock(sentTo.id);
	if (invited?.inviteHash !== sha256Hex(code) || EXPELLED.includes(invited.state)) throw codeRefused();
	return { ...open, invited };
}

const toJoined = (
	row: ParticipantRow,
	issued: { readonly token: string; readonly expiresInSeconds: number } | null,
	live: JoinedMeeting["live"],
): JoinedMeeting => ({
	access_token: issued?.token ?? null,
	token_type: "Bearer",
	expires_in: issued?.expiresInSeconds ?? null,
	participant: toParticipant(row, true),
	live,
});
