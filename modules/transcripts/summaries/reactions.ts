import type { SummaryRow, TranscriptRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { templateOfKind } from "#modules/engines/summarizers";
import { assertConsented } from "#modules/meetings/consents";
import { shareMeetingRow } from "#modules/meetings/meetings";
import type { Processing } from "#modules/recordings/processing";
import { isSwitchedOn } from "#modules/tenancy/features";
import { findOrganization } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import { type ActionItems, itemDismissed } from "#modules/transcripts/action-items";
import { transcriptExtended, transcriptReady, transcriptRemoved } from "#modules/transcripts/transcripts";
import { at, type Change, type Reaction } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { dismiss, type QueueSummary, record, removeSummary, saveSummary } from "./lifecycle.ts";
import { summariesOf } from "./repository.ts";
import type { Level } from "./values.ts";

export interface ReactionsDeps {
	readonly queueSummary: QueueSummary;
	readonly processing: Pick<Processing, "cancelAll">;
	readonly items: ActionItems;
}

/** Returns the level of the summaries of an organization; null where it has none. */
export async function levelOf(db: Parameters<typeof findOrganization>[0], orgId: string): Promise<Level | null> {
	const organization = await findOrganization(db, orgId);
	const { aiSummaries: level } = settings.effective(organization);
	return level === "off" || !isSwitchedOn(organization, "aiSummaries") ? null : level;
}

/** Creates what makes summaries by themselves, and removes those of transcripts that are removed. */
export const createReactions = ({ queueSummary, processing, items }: ReactionsDeps): readonly Reaction[] => [
	...[transcriptReady, transcriptExtended].map((moment) =>
		at(moment, async (change, transcript) => {
			const { orgId, meetingId, segmentCount, language } = transcript;
			if (segmentCount === 0) return;
			const level = await levelOf(change.tx, orgId);
			const meeting = level && (await shareMeetingRow(change.tx, { orgId, id: meetingId }));
			if (!level || !meeting || !(await isConsented(change, meeting))) return;
			const template = templateOfKind(meeting.kind);
			await queueSummary(change, meeting, transcript, { level, template, language, replaceEdits: false });
		}),
	),

	at(transcriptRemoved, async (change, transcript) => {
		const { orgId, meetingId, id: transcriptId } = transcript;
		await processing.cancelAll(change, { orgId, meetingId, transcriptId, type: "summary" }, GONE);
		const row = await summariesOf(change.tx, orgId).lockOfMeeting(meetingId);
		if (row?.content && row.transcriptId === transcriptId) await dropContent(change, items, row, transcript);
	}),

	at(itemDismissed, dismiss),
];

const GONE = { code: "not_found", detail: "The transcript was deleted." };

async function isConsented(change: Change, meeting: Parameters<typeof assertConsented>[1]): Promise<boolean> {
	try {
		await assertConsented(change.tx, meeting, "summary");
		return true;
	} catch (error) {
		if (error instanceof AppError && error.code === "consent_required") return false;
		throw error;
	}
}

/** Removes what was taken from a transcript: all of the summary, unless it is being made of another one. */
async function dropContent(
	change: Change,
	items: ActionItems,
	row: SummaryRow,
	{ id: transcriptId }: TranscriptRow,
): Promise<void> {
	await items.forget(change, row);
	if (row.state === "processing" && row.jobId !== null) {
		await saveSummary(change, row, { content: null, engine: null, edited: false, transcriptId, transcriptRevision: 0 });
		return;
	}
	await removeSummary(change, row, "deleted");
	record(change, facts["summary.delete"], row);
}
