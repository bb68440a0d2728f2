import type { MeetingRow, SummaryRow, TranscriptRow } from "#db/schema";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { parseLanguage } from "#kernel/locale";
import type { RequestContext } from "#kernel/request-context";
import type { SummaryEngines } from "#modules/engines/summarizers";
import { templateOfKind } from "#modules/engines/summarizers";
import { type Redaction, readRedaction } from "#modules/governance/redaction";
import { assertConsented } from "#modules/meetings/consents";
import { assertKept, enterMeeting, horizonIn, lockMeeting, meetingOrg } from "#modules/meetings/meetings";
import type { Processing } from "#modules/recordings/processing";
import { assertFeature, assertWithin } from "#modules/tenancy/entitlements";
import { findOrganization } from "#modules/tenancy/organization-records";
import type { ActionItems } from "#modules/transcripts/action-items";
import { findLatestTranscript } from "#modules/transcripts/transcripts";
import { isOwnerShown } from "#platform/artifacts";
import { assertMeetingNotHeld } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { applyEdits } from "./edits.ts";
import { engineMissing, levelBarred, nothingSaid, notMade, summaryNotFound, switchedOff } from "./errors.ts";
import { facts } from "./facts.ts";
import { OWNER, type QueueSummary, record, removeSummary, saveSummary, type Wanted } from "./lifecycle.ts";
import { levelOf } from "./reactions.ts";
import { findSummary, summariesOf } from "./repository.ts";
import { type CreateSummaryRequest, type Summary, summaryFields, type UpdateSummaryRequest } from "./schemas.ts";
import { isStale, toSummary } from "./view.ts";

export interface SummariesServiceDeps extends Pick<Core, "store" | "retention" | "reads" | "unitOfWork"> {
	readonly engines: SummaryEngines;
	readonly processing: Pick<Processing, "cancelAll">;
	readonly items: ActionItems;
	readonly queueSummary: QueueSummary;
}

/** A summary, and whether it is being made. */
export interface AskedSummary extends Versioned<Summary> {
	readonly isMade: boolean;
}

export type SummariesService = ReturnType<typeof createSummariesService>;

const versioned = (row: SummaryRow, latest: TranscriptRow | undefined, redaction: Redaction, fields?: string) => {
	const data = toSummary(row, latest, redaction);
	return { data, version: row.version, variant: redaction.variant(`${data.stale} ${fields ?? ""}`) };
};

/** Creates the service by which people read, make and change the summaries of meetings. */
export function createSummariesService(deps: SummariesServiceDeps) {
	const { store, retention, reads, unitOfWork, engines, processing, items, queueSummary } = deps;

	/** Returns the summary of a meeting that the caller runs, locked. @throws `not_found` `forbidden` */
	async function lock(change: Change, orgId: string, meetingId: string) {
		const meeting = await lockMeeting(change, orgId, meetingId, "run");
		const horizonMs = await horizonIn(change.tx, retention, change.principal, meeting, "transcripts");
		const row = await summariesOf(change.tx, orgId).lockOfMeeting(meetingId);
		if (!row) throw summaryNotFound();
		const owner = { orgId, ownerType: OWNER, ownerId: row.id } as const;
		if (!(await isOwnerShown(change.tx, owner, horizonMs))) throw summaryNotFound();
		return { row, entered: { meeting, horizonMs } };
	}

	/** Asserts that there is an engine, before anything is changed. @throws `provider_not_configured` */
	async function assertEngine(orgId: string, level: Wanted["level"], language: string): Promise<void> {
		const chosen = await engines.choose(orgId, level, language);
		if ("unavailable" in chosen) throw engineMissing(chosen.unavailable);
	}

	return {
		/** Returns the summary of a meeting. @throws `not_found` `forbidden` `purged` `invalid_fields` */
		async get(context: RequestContext, meetingId: string, fields: string | undefined) {
			const select = summaryFields.parse(fields);
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const { db } = store;
			const entered = await enterMeeting({ db, retention }, context.principal, orgId, meetingId, "transcripts");
			const [row, latest, redaction] = await Promise.all([
				findSummary(db, entered),
				findLatestTranscript(db, entered),
				readRedaction(db, orgId),
			]);
			if (!row) throw summaryNotFound();
			await reads.note(context, { orgId, fact: facts["summary.read"], objects: [{ id: row.id, meetingId }] });
			const found = versioned(row, latest, redaction, fields);
			return { ...found, data: select(found.data) };
		},

		/**
		 * Requests the summary of a meeting, which is made again unless it matches the request and is up to date.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `consent_required` `state_conflict`
		 * `provider_not_configured` `entitlement_required` `quota_exceeded`, `legal_hold_active` where edits would be replaced
		 */
		async create(context: RequestContext, meetingId: string, request: CreateSummaryRequest): Promise<AskedSummary> {
			const language = request.language && parseLanguage(request.language, "/language");
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const { db } = store;
			const entered = await enterMeeting({ db, retention }, context.principal, orgId, meetingId, "transcripts");
			const level = await levelOf(db, orgId);
			const spoken = (await findLatestTranscript(db, entered))?.language;
			if (level && spoken !== undefined) await assertEngine(orgId, request.level ?? level, spoken);
			return unitOfWork.run(context, async (change) => {
				const meeting = await lockMeeting(change, orgId, meetingId, "run");
				const organization = await findOrganization(change.tx, orgId);
				assertFeature(organization, "aiSummaries");
				const allowed = await levelOf(change.tx, orgId);
				if (allowed === null) throw switchedOff();
				if (request.level === "enhanced" && allowed === "basic") throw levelBarred();
				await assertKept(change, retention, { orgId, meeting }, "transcripts");
				await assertConsented(change.tx, meeting, "summary");
				const horizonMs = await horizonIn(change.tx, retention, change.principal, meeting, "transcripts");
				const transcript = await findLatestTranscript(change.tx, { meeting, horizonMs });
				if (!transcript) throw nothingSaid();
				const wanted = wantedOf(request, {
					level: allowed,
					kind: meeting.kind,
					spoken: transcript.language,
					language,
				});
				const known = await summariesOf(change.tx, orgId).lockOfMeeting(meetingId);
				if (known?.edited && wanted.replaceEdits) await assertMeetingNotHeld(change, orgId, meetingId);
				const kept = known && keptFor(known, transcript, wanted);
				if (!kept) await assertWithin(change, organization, "ai_summaries", 1);
				const row = kept ?? (await queueSummary(change, meeting, transcript, wanted));
				const redaction = await readRedaction(change.tx, orgId);
				return { ...versioned(row, transcript, redaction), isMade: row.state === "processing" };
			});
		},

		/**
		 * Changes what a summary says.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` `precondition_failed`
		 */
		async update(
			context: RequestContext,
			meetingId: string,
			request: UpdateSummaryRequest,
		): Promise<Versioned<Summary>> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				const { row, entered } = await lock(change, orgId, meetingId);
				assertIfMatch(context.ifMatch, row.version);
				if (row.content === null) throw notMade(row.state);
				const content = await applyEdits(change.tx, row, row.content, request);
				const latest = await findLatestTranscript(change.tx, entered);
				const redaction = await readRedaction(change.tx, orgId);
				if (Bun.deepEquals(content, row.content)) return versioned(row, latest, redaction);
				const saved = await saveSummary(change, row, { content, edited: true });
				record(change, facts["summary.update"], saved);
				return versioned(saved, latest, redaction);
			});
		},

		/**
		 * Removes a summary, with the action items that nobody has changed.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `legal_hold_active` `precondition_failed`
		 */
		async remove(context: RequestContext, meetingId: string): Promise<void> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			await unitOfWork.run(context, async (change) => {
				const { row } = await lock(change, orgId, meetingId);
				await assertMeetingNotHeld(change, orgId, meetingId);
				assertIfMatch(context.ifMatch, row.version);
				await removeSummary(change, row, "deleted");
				await processing.cancelAll(change, { orgId, meetingId, type: "summary" }, REMOVED);
				await items.forget(change, row);
				record(change, facts["summary.delete"], row);
			});
		},
	};
}

const REMOVED = { code: "not_found", detail: "The summary was deleted." };

/** Returns what a request wants: what it does not say follows from what is allowed, the meeting and its transcript. */
function wantedOf(
	{ level, template, replaceEdits }: CreateSummaryRequest,
	by: {
		readonly level: Wanted["level"];
		readonly kind: MeetingRow["kind"];
		readonly spoken: string;
		readonly language: string | undefined;
	},
): Wanted {
	const asked = level ?? by.level;
	return {
		level: asked,
		template: template ?? templateOfKind(by.kind),
		// Sentences that were said are in the language in which they were said.
		language: asked === "basic" ? by.spoken : (by.language ?? by.spoken),
		replaceEdits: replaceEdits ?? false,
	};
}

/** Returns a summary that is as it is wanted, or being made so; undefined for any other. */
function keptFor(row: SummaryRow, transcript: TranscriptRow, wanted: Wanted): SummaryRow | undefined {
	const isWanted = row.level === wanted.level && row.template === wanted.template && row.language === wanted.language;
	if (!isWanted || wanted.replaceEdits) return undefined;
	if (row.state === "processing") return row;
	return row.state === "ready" && !isStale(row, transcript) && row.content?.fallback === null ? row : undefined;
}
