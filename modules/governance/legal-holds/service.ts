import type { LegalHoldRow } from "#db/schema";
import type { Db } from "#db/store";
import { AppError } from "#kernel/errors";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { text } from "#kernel/texts";
import { readRedaction } from "#modules/governance/redaction";
import { assertOrganizationExists, lockOrganization } from "#modules/tenancy/organization-records";
import { listFormerTexts, newestReplaced } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { holdReleased } from "./moments.ts";
import { type HoldTarget, parseHold, parseReason } from "./parse.ts";
import { countWide, hasMeeting, hasWorkspace, holdsOf, knowsPerson, listHolds, newestFirst } from "./repository.ts";
import {
	formerTextFields,
	type LegalHold,
	type ListFormerTextsQuery,
	type ListLegalHoldsQuery,
	legalHoldFields,
	type PlaceLegalHoldRequest,
	type ReleaseLegalHoldRequest,
} from "./schemas.ts";
import { toFormerText, toLegalHold } from "./view.ts";

/** Returns the error for a legal hold that the organization does not have. */
export const holdNotFound = () => new AppError("not_found", "The organization has no such legal hold.");

/** Returns the error for releasing a hold again. */
export const alreadyReleased = () =>
	new AppError("state_conflict", "The legal hold has already been released.", { meta: { state: "released" } });

/** Returns the error for more holds than are looked through for each meeting. @param limit the most there may be */
export const tooManyHolds = (limit: number) =>
	new AppError(
		"conflict",
		text("An organization can have at most {limit} active legal holds on more than one meeting: release one first.", {
			limit,
		}),
		{ meta: { limit } },
	);

/** Maximum number of active holds on more than a single meeting: each is looked at for whatever is deleted or purged. */
const MAX_WIDE = 200;

export type LegalHoldsService = ReturnType<typeof createLegalHoldsService>;

export type LegalHoldsDeps = Pick<Core, "store" | "newId" | "unitOfWork" | "cursors" | "reads">;

/**
 * Creates the service by which those who administer an organization place and release legal holds. Both lock the
 * organization, which whoever deletes or purges something shares: what was not decided by then is preserved.
 */
export function createLegalHoldsService({ store, newId, unitOfWork, cursors, reads }: LegalHoldsDeps) {
	return {
		/**
		 * Returns a page of holds, newest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, { state, scope, ...query }: ListLegalHoldsQuery) {
			const filters = { state, scope };
			const binding = { list: "legal-holds", orgId, state: state ?? null, scope: scope ?? null };
			const request = pageRequest(cursors, query, legalHoldFields, binding);
			await assertOrganizationExists(store.db, principal, orgId);
			return request.page(await listHolds(store.db, orgId, request, filters), newestFirst, toLegalHold);
		},

		/** Returns a hold. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, id: string, fields: string | undefined) {
			const select = legalHoldFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const row = await holdsOf(store.db, orgId).find(id);
			if (!row) throw holdNotFound();
			return { data: select(toLegalHold(row)), version: row.version, variant: fields };
		},

		/**
		 * Returns a page of the former texts of the meetings that a hold matches, the latest replaced first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async listFormerTexts(context: RequestContext, orgId: string, id: string, query: ListFormerTextsQuery) {
			const request = pageRequest(cursors, query, formerTextFields, { list: "former-texts", orgId, holdId: id });
			const [hold, redaction] = await Promise.all([
				holdsOf(store.db, orgId).find(id),
				readRedaction(store.db, orgId),
				assertOrganizationExists(store.db, context.principal, orgId),
			]);
			if (!hold) throw holdNotFound();
			const { rows, stoppedAt } = await listFormerTexts(store.db, hold, request);
			await reads.note(context, { orgId, fact: facts["legal_hold.read_former_text"], objects: rows });
			return request.page(rows, newestReplaced, (row) => toFormerText(row, redaction), stoppedAt);
		},

		/**
		 * Places a hold, also on an organization whose deletion is pending: it is not purged until the hold is released.
		 * @throws `validation_failed` `not_found` `purged` `conflict`
		 */
		async place(context: RequestContext, orgId: string, request: PlaceLegalHoldRequest): Promise<Versioned<LegalHold>> {
			const parsed = parseHold(request);
			const work = async (change: Change) => {
				const { tx, nowMs, principal } = change;
				await lockOrganization(tx, orgId);
				await assertKnown(tx, orgId, parsed);
				if (parsed.meetingId === null && (await countWide(tx, orgId)) >= MAX_WIDE) throw tooManyHolds(MAX_WIDE);
				const row: LegalHoldRow = {
					...parsed,
					orgId,
					id: newId("hld"),
					state: "active",
					placedBy: principal.id,
					releasedBy: null,
					releasedAtMs: null,
					releaseReason: null,
					version: 1,
					createdAtMs: nowMs,
				};
				await holdsOf(tx, orgId).insert(row);
				change.record(orgId, facts["legal_hold.place"], detailsOf(row));
				return { data: toLegalHold(row), version: row.version };
			};
			return unitOfWork.run(context, work);
		},

		/**
		 * Releases a hold, for good.
		 * @throws `validation_failed` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async release(
			context: RequestContext,
			orgId: string,
			id: string,
			request: ReleaseLegalHoldRequest,
		): Promise<Versioned<LegalHold>> {
			const errors = new FieldErrors();
			const releaseReason = parseReason(request.reason, errors);
			errors.throwIfAny();
			const work = async (change: Change) => {
				await lockOrganization(change.tx, orgId);
				const holds = holdsOf(change.tx, orgId);
				const row = await holds.lock(id);
				if (!row) throw holdNotFound();
				if (row.state === "released") throw alreadyReleased();
				assertIfMatch(context.ifMatch, row.version);
				const values = {
					state: "released",
					releasedBy: change.principal.id,
					releasedAtMs: change.nowMs,
					releaseReason,
					version: row.version + 1,
				} as const;
				await holds.update(id, values);
				const next = { ...row, ...values };
				const changes = [{ path: "/state", from: row.state, to: next.state }];
				change.record(orgId, facts["legal_hold.release"], { ...detailsOf(next), changes });
				await change.reach(holdReleased, orgId);
				return { data: toLegalHold(next), version: next.version };
			};
			return unitOfWork.run(context, work);
		},
	};
}

/** Asserts that what a hold is on exists in the organization. @throws `validation_failed` */
async function assertKnown(tx: Db, orgId: string, { meetingId, userId, workspaceId }: HoldTarget): Promise<void> {
	if (meetingId !== null && !(await hasMeeting(tx, orgId, meetingId)))
		throw invalidMember("/meetingId", "unknown", "must be a meeting of the organization");
	if (workspaceId !== null && !(await hasWorkspace(tx, orgId, workspaceId)))
		throw invalidMember("/workspaceId", "unknown", "must be a workspace of the organization");
	if (userId !== null && !(await knowsPerson(tx, orgId, userId)))
		throw invalidMember("/userId", "unknown", "must be a current or former member of the organization");
}

/** Returns what is recorded of a hold: itself, and what it is on. */
function detailsOf(row: LegalHoldRow) {
	const { id, meetingId, userId, workspaceId } = row;
	const on = { meeting: meetingId, user: userId, workspace: workspaceId };
	const otherTargets = Object.entries(on).flatMap(([type, named]) => (named === null ? [] : [{ type, id: named }]));
	return { id, object: toLegalHold(row), otherTargets };
}
