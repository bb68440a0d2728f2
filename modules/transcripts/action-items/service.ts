import type { ActionItemRow, MeetingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import { parseProse } from "#kernel/prose";
import type { RequestContext } from "#kernel/request-context";
import { readRedaction } from "#modules/governance/redaction";
import {
	assertKept,
	type EnteredMeeting,
	enterMeeting,
	horizonIn,
	lockMeeting,
	mayNotRun,
	meetingOrg,
	shareMeeting,
} from "#modules/meetings/meetings";
import { findOwnParticipant } from "#modules/meetings/participants";
import { findLatestTranscript, readCitations } from "#modules/transcripts/transcripts";
import { isOwnerShown, type RetentionReader } from "#platform/artifacts";
import { assertMeetingNotHeld } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change, Fact } from "#platform/unit-of-work";
import { itemNotFound, ownStatusOnly, tooManyItems } from "./errors.ts";
import { facts } from "./facts.ts";
import { itemAssigned, itemDismissed } from "./moments.ts";
import { enterItems, OWNER } from "./owner.ts";
import { attendeeOf, findItem, inPlace, itemsOf, listItems, MAX_ITEMS } from "./repository.ts";
import { saveItem } from "./save.ts";
import {
	type ActionItem,
	type ActionItemInfo,
	type CreateActionItemRequest,
	itemFields,
	type ListItemsQuery,
	MAX_TEXT,
	type UpdateActionItemRequest,
} from "./schemas.ts";
import { toItem, toItemInfo } from "./view.ts";

/** Parses a day, `YYYY-MM-DD`, that there is. @throws `validation_failed` naming `path` */
function parseDay(raw: string, path: string): string {
	const date = new Date(`${raw}T00:00:00Z`);
	if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== raw)
		throw invalidMember(path, "invalid_format", "must be a valid date such as 2030-01-31");
	return raw;
}

export type ItemsServiceDeps = Pick<Core, "store" | "retention" | "unitOfWork" | "cursors" | "newId">;

export type ItemsService = ReturnType<typeof createItemsService>;

/** Returns an action item as a change has left it. */
async function versioned({ tx }: Change, row: ActionItemRow): Promise<Versioned<ActionItem>> {
	return { data: toItem(row, await readRedaction(tx, row.orgId)), version: row.version };
}

/** Creates the service for the action items of meetings. */
export function createItemsService(deps: ItemsServiceDeps) {
	const { store, retention, unitOfWork, cursors, newId } = deps;

	/** Whether the action items of a meeting are shown: all are, or none is. */
	const areShown = (db: ReadDb, { meeting: { orgId, id }, horizonMs }: EnteredMeeting): Promise<boolean> =>
		isOwnerShown(db, { orgId, ownerType: OWNER, ownerId: id }, horizonMs);

	const enter = ({ principal }: RequestContext, orgId: string, meetingId: string): Promise<EnteredMeeting> =>
		enterMeeting({ db: store.db, retention }, principal, orgId, meetingId, "transcripts");

	/** Returns an action item of a meeting that the caller may change, locked. @throws `not_found` `forbidden` */
	async function lock(change: Change, meeting: MeetingRow, itemId: string): Promise<ActionItemRow> {
		const { tx, principal } = change;
		const horizonMs = await horizonIn(tx, retention, principal, meeting, "transcripts");
		const row = await itemsOf(tx, meeting.orgId).lock(itemId);
		if (row?.meetingId !== meeting.id || !(await areShown(tx, { meeting, horizonMs }))) throw itemNotFound();
		return row;
	}

	/** Asserts that the caller may make these changes: those who run the meeting any, its owner that of the status. */
	async function assertMayChange(
		{ tx, principal }: Change,
		{ ownerId, orgId, meetingId }: ActionItemRow,
		canRun: boolean,
		{ status: _, ...others }: UpdateActionItemRequest,
	): Promise<void> {
		if (canRun && principal.scopes.has("transcript:write")) return;
		const own = await findOwnParticipant(tx, principal, orgId, meetingId);
		if (own === undefined || own.id !== ownerId) throw mayNotRun();
		if (Object.keys(others).length > 0) throw ownStatusOnly();
	}

	return {
		/** Returns a page of the action items of a meeting. @throws `not_found` `forbidden` `purged` and those of lists */
		async list(context: RequestContext, meetingId: string, query: ListItemsQuery) {
			const { status, ownerId } = query;
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const binding = { list: "action-items", orgId, meetingId, status, ownerId };
			const request = pageRequest(cursors, query, itemFields, binding);
			const [entered, redaction] = await Promise.all([
				enter(context, orgId, meetingId),
				readRedaction(store.db, orgId),
			]);
			const isShown = await areShown(store.db, entered);
			const rows = isShown ? await listItems(store.db, orgId, request, { meetingId, status, ownerId }) : [];
			return request.page(rows, inPlace, (row) => toItem(row, redaction));
		},

		/** Returns an action item. @throws `not_found` `forbidden` `purged` `invalid_fields` */
		async get(context: RequestContext, meetingId: string, itemId: string, fields: string | undefined) {
			const select = itemFields.parse(fields);
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const entered = await enter(context, orgId, meetingId);
			const [row, redaction] = await Promise.all([findItem(store.db, orgId, itemId), readRedaction(store.db, orgId)]);
			if (row?.meetingId !== meetingId || !(await areShown(store.db, entered))) throw itemNotFound();
			return { data: select(toItem(row, redaction)), version: row.version, variant: redaction.variant(fields) };
		},

		/** Adds an action item. @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` */
		async create(
			context: RequestContext,
			meetingId: string,
			request: CreateActionItemRequest,
		): Promise<Versioned<ActionItem>> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const work = async (change: Change) => {
				const { tx, nowMs } = change;
				const meeting = await lockMeeting(change, orgId, meetingId, "run");
				await assertKept(change, retention, { orgId, meeting }, "transcripts");
				const items = itemsOf(tx, orgId);
				const others = await items.listAll(meetingId);
				if (others.length >= MAX_ITEMS) throw tooManyItems(MAX_ITEMS);
				const { segmentIds = [] } = request;
				const row: ActionItemRow = {
					...(await parse(tx, meeting, { dueDay: null, ownerId: null, ...request })),
					...(await citationsOf(change, retention, meeting, segmentIds)),
					orgId,
					id: newId("act"),
					meetingId,
					position: (others.at(-1)?.position ?? 0) + 1,
					dueText: null,
					status: "open",
					edited: true,
					version: 1,
					createdAtMs: nowMs,
					updatedAtMs: nowMs,
				};
				await items.insert(row);
				await enterItems(change, row);
				record(change, facts["action_item.create"], row);
				await change.reach(itemAssigned, row);
				return versioned(change, row);
			};
			return unitOfWork.run(context, work);
		},

		/**
		 * Changes an action item.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` `precondition_failed`
		 */
		async update(
			context: RequestContext,
			meetingId: string,
			itemId: string,
			request: UpdateActionItemRequest,
		): Promise<Versioned<ActionItem>> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				const { meeting, rights } = await shareMeeting(change, orgId, meetingId);
				const row = await lock(change, meeting, itemId);
				await assertMayChange(change, row, rights.canRun, request);
				assertIfMatch(context.ifMatch, row.version);
				const changed = await parse(change.tx, meeting, { ...row, ...request });
				// Whoever is named anew is no longer who was spoken of.
				const dueText = changed.dueDay === row.dueDay ? row.dueText : null;
				const ownerName = changed.ownerId === row.ownerId ? row.ownerName : changed.ownerName;
				const values = { ...changed, ownerName, dueText, status: request.status ?? row.status };
				if (Bun.deepEquals({ ...row, ...values }, row)) return versioned(change, row);
				const next = { ...row, ...values, edited: true, version: row.version + 1, updatedAtMs: change.nowMs };
				await saveItem(change, row, next);
				record(change, facts["action_item.update"], next, row);
				if (next.ownerId !== row.ownerId) await change.reach(itemAssigned, next);
				return versioned(change, next);
			});
		},

		/**
		 * Deletes an action item; it is not found again when the summary is made again.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `legal_hold_active` `precondition_failed`
		 */
		async remove(context: RequestContext, meetingId: string, itemId: string): Promise<void> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			await unitOfWork.run(context, async (change) => {
				const row = await lock(change, await lockMeeting(change, orgId, meetingId, "run"), itemId);
				await assertMeetingNotHeld(change, orgId, meetingId);
				assertIfMatch(context.ifMatch, row.version);
				await itemsOf(change.tx, orgId).remove(itemId);
				await change.reach(itemDismissed, row);
				record(change, facts["action_item.delete"], row);
			});
		},
	};
}

type Parsed = Pick<ActionItemRow, "text" | "ownerId" | "ownerName" | "dueDay">;

/** @throws `validation_failed` */
async function parse(
	db: ReadDb,
	{ orgId, id: meetingId }: MeetingRow,
	{ text, ownerId, dueDay }: Pick<ActionItemRow, "text" | "ownerId" | "dueDay">,
): Promise<Parsed> {
	const owner = ownerId === null ? undefined : await attendeeOf(db, { orgId, meetingId }, ownerId);
	const errors = new FieldErrors();
	if (ownerId !== null && !owner) errors.add("/ownerId", "unknown", "must be a participant of the meeting");
	const parsed = {
		text: errors.check(() => parseProse(text, "/text", MAX_TEXT)),
		ownerId,
		ownerName: owner?.name ?? null,
		dueDay: dueDay === null ? null : errors.check(() => parseDay(dueDay, "/dueDay")),
	};
	errors.throwIfAny();
	return parsed;
}

/** Returns the segments of the newest transcript that an item cites. @throws `validation_failed` */
async function citationsOf(
	{ tx: db, principal }: Change,
	retention: RetentionReader,
	meeting: MeetingRow,
	segmentIds: readonly string[],
) {
	if (segmentIds.length === 0) return { segmentIds: [], startMs: null };
	const horizonMs = await horizonIn(db, retention, principal, meeting, "transcripts");
	const transcript = await findLatestTranscript(db, { meeting, horizonMs });
	if (!transcript) throw invalidMember("/segmentIds", "unknown", "must be empty: the meeting has no transcript");
	const errors = new FieldErrors();
	const cited = (await readCitations(db, transcript, segmentIds))(segmentIds, "/segmentIds", errors);
	errors.throwIfAny();
	return cited;
}

function record(change: Change, fact: Fact<typeof ActionItemInfo>, row: ActionItemRow, before?: ActionItemRow): void {
	const object = toItemInfo(row);
	const otherTargets = [{ type: "meeting", id: row.meetingId }];
	const changes = before && differencesBetween(toItemInfo(before), object);
	change.record(row.orgId, fact, { id: row.id, otherTargets, object, ...(changes && { changes }) });
}
