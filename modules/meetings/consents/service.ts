import type { ConsentRow, ParticipantRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { pageRequest } from "#kernel/list";
import { accountIdOf, lacksSignIn, type Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import {
	findMeetingRights,
	mayNotEnter,
	meetingAccess,
	meetingNotFound,
	meetingOrg,
	roomChanged,
	shareMeetingRow,
} from "#modules/meetings/meetings";
import {
	findOwnParticipant,
	isOwnParticipant,
	lockParticipant,
	participantNotFound,
} from "#modules/meetings/participants";
import { assertWritableOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { notTheirs } from "./errors.ts";
import { facts } from "./facts.ts";
import { findMissingConsent } from "./gate.ts";
import { consentDenied, consentWithdrawn, type Denial } from "./moments.ts";
import { consentsOf, oldestFirst, readConsentsOf } from "./repository.ts";
import {
	type Consent,
	type ConsentChange,
	consentFields,
	type DecideRequest,
	type ListConsentsQuery,
	summaryFields,
} from "./schemas.ts";
import { consentsInRoom, toConsentSummary } from "./summary.ts";
import type { ConsentKind } from "./values.ts";

export type ConsentsDeps = Pick<Core, "store" | "newId" | "unitOfWork" | "cursors">;

export type ConsentsService = ReturnType<typeof createConsentsService>;

/** Creates the service for the consent of participants: a ledger in which the last entry counts. */
export function createConsentsService({ store, newId, unitOfWork, cursors }: ConsentsDeps) {
	/** Whether the caller runs the meeting. @throws `not_found` `forbidden` */
	async function runs(principal: Principal, orgId: string, meetingId: string): Promise<boolean> {
		if (principal.kind === "guest") return false;
		const { rights } = await findMeetingRights(store.db, principal, orgId, meetingId);
		if (!rights.canEnter) throw mayNotEnter();
		return rights.canRun;
	}

	/**
	 * Returns the participant if it is the caller, and their meeting, both locked.
	 * @throws `not_found` `forbidden` `purged` `state_conflict`
	 */
	async function lockOwn({ tx, principal }: Change, orgId: string, meetingId: string, participantId: string) {
		await assertWritableOrganization(tx, orgId);
		const meeting = await shareMeetingRow(tx, { orgId, id: meetingId });
		if (!meeting) throw meetingNotFound();
		const found = await lockParticipant(tx, orgId, participantId);
		const participant = found?.meetingId === meetingId ? found : undefined;
		if (participant && isOwn(participant, principal)) return { meeting, participant };
		const { canSee } = await meetingAccess(tx, principal, meeting);
		if (!canSee) throw meetingNotFound();
		throw participant ? notTheirs() : participantNotFound();
	}

	/** Stops what a denial ends. */
	async function end(change: Change, denial: Denial): Promise<void> {
		await change.reach(consentDenied, denial);
		const isMissing = (await findMissingConsent(change.tx, denial.meeting, denial.kind)) !== null;
		if (isMissing) await change.reach(consentWithdrawn, denial);
	}

	return {
		/**
		 * Returns a page of what the participants of a meeting consent to; for those who do not run it, themselves alone.
		 * @throws `not_found` `forbidden` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, meetingId: string, query: ListConsentsQuery) {
			const orgId = await meetingOrg(store, principal, meetingId);
			const consents = readConsentsOf(store.db, orgId);
			const canRun = await runs(principal, orgId, meetingId);
			const request = pageRequest(cursors, query, consentFields, { list: "consents", meetingId, canRun });
			const rows = canRun
				? await consents.listParticipants(meetingId, request)
				: [await findOwnParticipant(store.db, principal, orgId, meetingId)].filter((row) => row !== undefined);
			const shown = rows.slice(0, request.take - 1).map(({ id }) => id);
			const latest = Map.groupBy(await consents.listLatest(meetingId, shown), (row) => row.participantId);
			return request.page(rows, oldestFirst, (row) => toConsent(row, latest.get(row.id) ?? []));
		},

		/**
		 * Returns what those in the room consent to, for those who may enter the meeting; who they are, for those who run it.
		 * @throws `not_found` `forbidden` `purged` `invalid_fields`
		 */
		async summarize({ principal }: RequestContext, meetingId: string, fields: string | undefined) {
			const select = summaryFields.parse(fields);
			const orgId = await meetingOrg(store, principal, meetingId);
			const { rights } = await findMeetingRights(store.db, principal, orgId, meetingId);
			if (!rights.canEnter) throw mayNotEnter();
			return select(toConsentSummary(await consentsInRoom(store.db, { orgId, meetingId }), rights.canRun));
		},

		/**
		 * Stores a decision of the caller about themselves. The same once more changes nothing. A denial stops what needs
		 * the consent within the same change.
		 * @throws `not_found` `forbidden` `purged` `state_conflict`
		 */
		async decide(
			context: RequestContext,
			meetingId: string,
			participantId: string,
			{ kind, decision }: DecideRequest,
		): Promise<Consent> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				const { meeting, participant } = await lockOwn(change, orgId, meetingId, participantId);
				const consents = consentsOf(change.tx, orgId);
				const latest = await consents.listLatest(meetingId, [participantId]);
				const last = latest.find((row) => row.kind === kind);
				if (last?.decision === decision) return toConsent(participant, latest);
				const row: ConsentRow = {
					orgId,
					id: newId("cns"),
					meetingId,
					participantId,
					kind,
					decision,
					// Later than the one before, even where a clock was set back: the last one counts.
					decidedAtMs: Math.max(change.nowMs, (last?.decidedAtMs ?? 0) + 1),
				};
				await consents.insert(row);
				change.record(orgId, facts["consent.change"], {
					id: participantId,
					otherTargets: [{ type: "meeting", id: meetingId }],
					auditedChanges: [{ path: `/${kind}`, from: last?.decision ?? null, to: decision }],
					object: toConsentChange(row, participant.userId),
				});
				if (decision === "denied") await end(change, { meeting, participant, kind });
				await change.reach(roomChanged, { orgId, meetingId, what: "consents" });
				return toConsent(participant, [...latest.filter((each) => each.kind !== kind), row]);
			});
		},
	};
}

/** Whether the participant is the caller: a guest, or a person who signed in. */
const isOwn = (participant: ParticipantRow, principal: Principal): boolean =>
	isOwnParticipant(participant, principal) && !lacksSignIn(principal);

/** Converts the last decisions of a participant. */
function toConsent({ id, name }: Pick<ParticipantRow, "id" | "name">, latest: readonly ConsentRow[]): Consent {
	const decided = (kind: ConsentKind) => {
		const row = latest.find((each) => each.kind === kind);
		return row === undefined ? null : { decision: row.decision, decidedAt: rfc3339(row.decidedAtMs) };
	};
	return {
		participantId: id,
		name: name === "" ? null : name,
		recording: decided("recording"),
		transcription: decided("transcription"),
		summary: decided("summary"),
	};
}

/** Converts a decision to its form in events. */
const toConsentChange = (
	{ participantId, meetingId, kind, decision, decidedAtMs }: ConsentRow,
	userId: string | null,
): ConsentChange => ({
	participantId,
	meetingId,
	userId: accountIdOf(userId),
	kind,
	decision,
	decidedAt: rfc3339(decidedAtMs),
});
