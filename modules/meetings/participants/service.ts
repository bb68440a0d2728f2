import type { MeetingRow, ParticipantRow, ParticipantState } from "#db/schema";
import type { ReadDb } from "#db/store";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { findUser } from "#modules/identity/users";
import {
	assertRuns,
	EXPELLED,
	findMeetingRights,
	mayNotEnter,
	meetingOrg,
	shareMeeting,
} from "#modules/meetings/meetings";
import { keepFormer } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { ParticipantAdder } from "./add.ts";
import { hostStays, meetingNotLive, participantNotFound, takesPartAlready, wrongParticipantState } from "./errors.ts";
import { enterAsPerson, findOwnParticipant, isOwnParticipant } from "./person.ts";
import { oldestFirst, type ParticipantFilters, participantsOf, readParticipantsOf } from "./repository.ts";
import { changeRole } from "./role.ts";
import { enterRoom, recordParticipant, saveParticipant, tellRoom } from "./save.ts";
import {
	type AddedParticipant,
	type AddParticipantRequest,
	type ChangeParticipantRequest,
	type ListParticipantsQuery,
	type Participant,
	participantFields,
} from "./schemas.ts";
import { toParticipant } from "./view.ts";

export interface ParticipantsDeps extends Pick<Core, "store" | "newId" | "unitOfWork" | "cursors"> {
	readonly adder: ParticipantAdder;
}

export type ParticipantsService = ReturnType<typeof createParticipantsService>;

/** States in which participants see each other; the others are for those who run the meeting. */
const SHOWN: readonly ParticipantState[] = ["invited", "admitted", "left"];

/** What a caller sees of the participants of a meeting. */
interface View {
	/** Id of the only one they see; null: of all that are shown. */
	readonly only: string | null;
	/** Whether they run the meeting. */
	readonly canRun: boolean;
}

/** Creates the service for the participants of meetings. */
export function createParticipantsService({ store, newId, unitOfWork, cursors, adder }: ParticipantsDeps) {
	/** @throws `not_found` `forbidden` */
	async function viewOf(db: ReadDb, principal: Principal, orgId: string, meetingId: string): Promise<View> {
		if (principal.kind === "guest") {
			const own = await findOwnParticipant(db, principal, orgId, meetingId);
			return { only: own?.state === "waiting" ? own.id : null, canRun: false };
		}
		const { rights } = await findMeetingRights(db, principal, orgId, meetingId);
		if (!rights.canEnter) throw mayNotEnter();
		return { only: null, canRun: rights.canRun };
	}

	/** Returns a participant of a meeting that the change has locked. @throws `not_found` */
	async function lockParticipant(change: Change, { orgId, id }: MeetingRow, participantId: string) {
		const row = await participantsOf(change.tx, orgId).lock(participantId);
		if (row?.meetingId !== id) throw participantNotFound();
		return row;
	}

	/** @throws `not_found` `forbidden` `purged` `state_conflict` */
	async function shareToRun(change: Change, orgId: string, meetingId: string): Promise<MeetingRow> {
		const { meeting, rights } = await shareMeeting(change, orgId, meetingId);
		assertRuns(change.principal, rights);
		return meeting;
	}

	/** Returns the caller as a participant, locked; undefined when they take no part. */
	async function lockOwn({ tx, principal }: Change, orgId: string, meetingId: string) {
		const own = await findOwnParticipant(tx, principal, orgId, meetingId);
		return own && participantsOf(tx, orgId).lock(own.id);
	}

	return {
		/**
		 * Returns a page of the participants of a meeting, in the order in which they were added. A guest in the lobby sees
		 * only themselves.
		 * @throws `not_found` `forbidden` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, meetingId: string, query: ListParticipantsQuery) {
			const { state } = query;
			const orgId = await meetingOrg(store, principal, meetingId);
			const view = await viewOf(store.db, principal, orgId, meetingId);
			const binding = { list: "participants", meetingId, state: state ?? null, ...view };
			const request = pageRequest(cursors, query, participantFields, binding);
			const isHidden = state !== undefined && !view.canRun && view.only === null && !SHOWN.includes(state);
			const rows = isHidden
				? []
				: await readParticipantsOf(store.db, orgId).list(meetingId, filtersOf(view, state), request);
			return request.page(rows, oldestFirst, (row) => toParticipant(row, showsEmail(row, principal, view)));
		},

		/** Returns a participant. @throws `not_found` `forbidden` `invalid_fields` */
		async get({ principal }: RequestContext, meetingId: string, id: string, fields: string | undefined) {
			const select = participantFields.parse(fields);
			const orgId = await meetingOrg(store, principal, meetingId);
			const view = await viewOf(store.db, principal, orgId, meetingId);
			const row = await readParticipantsOf(store.db, orgId).find(id);
			if (row?.meetingId !== meetingId || !isShown(row, principal, view)) throw participantNotFound();
			const data = select(toParticipant(row, showsEmail(row, principal, view)));
			return { data, version: row.version, variant: `${view.canRun} ${fields ?? ""}` };
		},

		/**
		 * Adds a member of the organization, or invites an outside guest by mail. Whether an address has an account does not
		 * show.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` `conflict` `rate_limited`
		 */
		async add(
			context: RequestContext,
			meetingId: string,
			request: AddParticipantRequest,
		): Promise<Versioned<AddedParticipant>> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const people = await adder.prepare({ orgId, principal: context.principal }, [request], null);
			return unitOfWork.run(context, async (change) => {
				const meeting = await shareToRun(change, orgId, meetingId);
				if (meeting.state === "cancelled" || ("email" in request && !isAhead(meeting)))
					throw meetingNotLive(meeting.state);
				const [added] = await adder.add(change, meeting, people);
				if (!added?.isNew) throw takesPartAlready(request.userId === undefined ? "email" : "userId");
				const { row, joinUrl } = added;
				return { data: { ...toParticipant(row, true), joinUrl }, version: row.version };
			});
		},

		/** Lets a guest out of the lobby into the room. @throws `not_found` `forbidden` `purged` `state_conflict` `precondition_failed` */
		async admit(context: RequestContext, meetingId: string, id: string): Promise<Versioned<Participant>> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				const meeting = await shareToRun(change, orgId, meetingId);
				const row = await lockParticipant(change, meeting, id);
				assertIfMatch(context.ifMatch, row.version);
				if (row.state === "admitted") return toVersioned(row);
				if (row.state !== "waiting") throw wrongParticipantState(row.state);
				if (meeting.state !== "live") throw meetingNotLive(meeting.state);
				return toVersioned(await enterRoom(change, row, "participant.admit"));
			});
		},

		/**
		 * Makes a participant a host, who runs the meeting from then on, or no longer one.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `conflict` `precondition_failed`
		 */
		async changeRole(
			context: RequestContext,
			meetingId: string,
			id: string,
			request: ChangeParticipantRequest,
		): Promise<Versioned<Participant>> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				const meeting = await shareToRun(change, orgId, meetingId);
				const row = await lockParticipant(change, meeting, id);
				assertIfMatch(context.ifMatch, row.version);
				return toVersioned(await changeRole(change, meeting, row, request));
			});
		},

		/**
		 * Refuses a guest who waits, or removes a participant; they stay out, and the token of a guest is worth nothing from
		 * then on.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `conflict` `precondition_failed`
		 */
		async remove(context: RequestContext, meetingId: string, id: string): Promise<void> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			await unitOfWork.run(context, async (change) => {
				const meeting = await shareToRun(change, orgId, meetingId);
				const row = await lockParticipant(change, meeting, id);
				assertIfMatch(context.ifMatch, row.version);
				if (EXPELLED.includes(row.state)) return;
				if (row.userId !== null && row.userId === meeting.hostId) throw hostStays();
				const isIn = row.state === "admitted";
				const leftAtMs = isIn ? change.nowMs : row.leftAtMs;
				const state = row.state === "waiting" ? "refused" : "removed";
				const saved = await saveParticipant(change, row, { state, leftAtMs });
				recordParticipant(change, isIn ? "participant.remove" : "participant.refuse", saved, row);
				if (row.userId !== null) await withdrawInvitation(change, meeting, row.userId);
			});
		},

		/**
		 * Lets the caller into the room: a person who may enter the meeting, or a guest who had left. Whoever is in the room
		 * or the lobby stays there.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `conflict`
		 */
		async join(context: RequestContext, meetingId: string): Promise<Versioned<Participant>> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				if (change.principal.kind === "guest") {
					const own = await lockOwn(change, orgId, meetingId);
					if (!own) throw participantNotFound();
					return toVersioned(own.state === "left" ? await enterRoom(change, own, "participant.join") : own);
				}
				const { meeting, rights } = await shareMeeting(change, orgId, meetingId);
				if (!rights.canEnter) throw mayNotEnter();
				return toVersioned(await enterAsPerson({ change, meeting, canRun: rights.canRun, newId }));
			});
		},

		/**
		 * Takes the caller out of the room. A guest who leaves the lobby was never there: nothing is kept of them.
		 * @throws `not_found` `purged` `state_conflict`
		 */
		async leave(context: RequestContext, meetingId: string): Promise<Versioned<Participant>> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				if (change.principal.kind !== "guest") await shareMeeting(change, orgId, meetingId);
				const own = await lockOwn(change, orgId, meetingId);
				if (!own) throw participantNotFound();
				return toVersioned(await leaveRoom(change, own));
			});
		},
	};
}

/** Withdraws the invitation as a guest that the address of a person got who is removed: its code would let them in again. */
async function withdrawInvitation(change: Change, { orgId, id }: MeetingRow, userId: string): Promise<void> {
	const participants = participantsOf(change.tx, orgId);
	const user = await findUser(change.tx, userId);
	const invited = user && (await participants.findOfEmail(id, user.emailKey));
	const row = invited?.state === "invited" ? await participants.lock(invited.id) : undefined;
	if (row?.state !== "invited") return;
	recordParticipant(change, "participant.refuse", await saveParticipant(change, row, { state: "refused" }), row);
}

/** Takes a participant out of the room or the lobby. @throws `state_conflict` */
async function leaveRoom(change: Change, row: ParticipantRow): Promise<ParticipantRow> {
	const left = { state: "left", leftAtMs: change.nowMs } as const;
	switch (row.state) {
		case "left":
			return row;
		case "admitted": {
			const saved = await saveParticipant(change, row, left);
			recordParticipant(change, "participant.leave", saved, row);
			return saved;
		}
		case "waiting": {
			await Promise.all([
				participantsOf(change.tx, row.orgId).remove(row.id),
				keepFormer(change, { ...row, type: "participant" }, row, {}),
			]);
			const gone = { ...row, ...left };
			recordParticipant(change, "participant.give_up", gone, row);
			change.invalidate(row.id);
			await tellRoom(change, row, row.state, null);
			return gone;
		}
		default:
			throw wrongParticipantState(row.state);
	}
}

/** Converts the caller, or a participant for those who run the meeting. */
const toVersioned = (row: ParticipantRow): Versioned<Participant> => ({
	data: toParticipant(row, true),
	version: row.version,
});

/** Whether a meeting runs or is still to come. */
const isAhead = ({ state }: MeetingRow): boolean => state === "scheduled" || state === "live";

function filtersOf({ only, canRun }: View, state: ParticipantState | undefined): ParticipantFilters {
	const shown = canRun || only !== null ? undefined : SHOWN;
	return { states: state === undefined ? shown : [state], only: only ?? undefined };
}

const showsEmail = (row: ParticipantRow, principal: Principal, { canRun }: View): boolean =>
	(canRun && principal.role !== "student") || isOwnParticipant(row, principal);

function isShown(row: ParticipantRow, principal: Principal, { only, canRun }: View): boolean {
	if (isOwnParticipant(row, principal) || canRun) return true;
	return only === null && SHOWN.includes(row.state);
}
