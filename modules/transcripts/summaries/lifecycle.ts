import type { ActionItemRow, ArtifactState, MeetingRow, ProcessingJobRow, SummaryRow, TranscriptRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import type { TemplateName } from "#modules/engines/summarizers";
import { updateArtifacts } from "#modules/meetings/meetings";
import type { Processing } from "#modules/recordings/processing";
import { artifactsOf } from "#platform/artifacts";
import { keepFormer } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change, Fact } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { summariesOf } from "./repository.ts";
import type { SummaryInfo } from "./schemas.ts";
import type { Level } from "./values.ts";
import { toSummaryInfo } from "./view.ts";

/** Noun of a summary in the ledger of artifacts. */
export const OWNER = "summary";

/** How a meeting is to be summarized. */
export interface Wanted {
	readonly level: Level;
	readonly template: TemplateName;
	/** BCP 47. */
	readonly language: string;
	/** Whether sections that people have changed are made again. */
	readonly replaceEdits: boolean;
}

export interface SummaryQueueDeps extends Pick<Core, "newId"> {
	readonly processing: Pick<Processing, "queue" | "cancelAll">;
}

export type QueueSummary = ReturnType<typeof createSummaryQueue>;

/** Creates the function that asks for a summary, in a change in which the meeting keeps its state. */
export function createSummaryQueue({ newId, processing }: SummaryQueueDeps) {
	/** Queues the summary of a transcript in place of one that is being made. Returns it as it is now. */
	return async function queueSummary(
		change: Change,
		meeting: MeetingRow,
		transcript: TranscriptRow,
		{ level, template, language, replaceEdits }: Wanted,
	): Promise<SummaryRow> {
		const { orgId, id: meetingId } = meeting;
		const { tx, nowMs, principal } = change;
		await processing.cancelAll(change, { orgId, meetingId, type: "summary" }, REPLACED);
		const summaries = summariesOf(tx, orgId);
		const known = await summaries.lockOfMeeting(meetingId);
		const job = await processing.queue(change, {
			type: "summary",
			orgId,
			meetingId,
			transcriptId: transcript.id,
			language,
		});
		const values = {
			state: "processing",
			level,
			template,
			language,
			failure: null,
			jobId: job.id,
			updatedAtMs: nowMs,
		} as const;
		const row: SummaryRow = known
			? { ...known, ...values, ...(replaceEdits && withoutEdits(known)), version: known.version + 1 }
			: {
					...values,
					orgId,
					id: newId("sum"),
					meetingId,
					transcriptId: transcript.id,
					transcriptRevision: 0,
					engine: null,
					content: null,
					edited: false,
					version: 1,
					createdBy: principal.id,
					createdAtMs: nowMs,
				};
		if (known) await summaries.update(row.id, valuesOf(row));
		else {
			await summaries.insert(row);
			const owner = { orgId, ownerType: OWNER, ownerId: row.id, meetingId } as const;
			await artifactsOf(tx, orgId).add(owner, { rows: true, sizeBytes: 0 }, nowMs);
		}
		record(change, facts["summary.queue"], row);
		await showSummary(change, row, "processing");
		return row;
	};
}

const REPLACED = { code: "state_conflict", detail: "A newer summary of the meeting was requested." };

const withoutEdits = ({ content }: SummaryRow) => ({
	edited: false,
	content: content && { ...content, editedSections: [], dismissed: [] },
});

/** Returns the values of a row that can change. */
export function valuesOf(row: SummaryRow): Omit<SummaryRow, "orgId" | "id"> {
	const { orgId: _orgId, id: _id, ...values } = row;
	return values;
}

/** Stores a summary as its next version, and returns it. */
export async function saveSummary(change: Change, row: SummaryRow, values: Partial<SummaryRow>): Promise<SummaryRow> {
	const next = { ...row, ...values, version: row.version + 1, updatedAtMs: change.nowMs };
	await Promise.all([
		summariesOf(change.tx, row.orgId).update(row.id, valuesOf(next)),
		keepFormer(change, { ...row, type: "summary" }, row.content ?? {}, next.content ?? {}),
	]);
	return next;
}

/** Records something that happened to a summary. */
export function record(change: Change, fact: Fact<typeof SummaryInfo>, row: SummaryRow): void {
	const otherTargets = [{ type: "meeting", id: row.meetingId }];
	change.record(row.orgId, fact, { id: row.id, otherTargets, object: toSummaryInfo(row) });
}

/** Records the state of the summary in its meeting; the meeting may be gone. */
export async function showSummary(
	change: Change,
	{ orgId, meetingId, level }: Pick<SummaryRow, "orgId" | "meetingId" | "level">,
	state: ArtifactState,
	reason: string | null = null,
): Promise<void> {
	try {
		await updateArtifacts(change, orgId, meetingId, { summary: { state, level } }, reason);
	} catch (error) {
		if (!(error instanceof AppError && error.code === "not_found")) throw error;
	}
}

/** Removes a summary: its row, and its entry in the ledger. */
export async function removeSummary(change: Change, row: SummaryRow, state: ArtifactState): Promise<void> {
	await summariesOf(change.tx, row.orgId).remove(row.id);
	await artifactsOf(change.tx, row.orgId).remove(OWNER, row.id, change.nowMs);
	await showSummary(change, row, state);
}

/** Returns the summary that a job makes; undefined when another job now makes it, or it is gone. */
export async function lockOfJob(
	change: Change,
	{ orgId, meetingId, id }: ProcessingJobRow,
): Promise<SummaryRow | undefined> {
	const row = await summariesOf(change.tx, orgId).lockOfMeeting(meetingId);
	return row?.jobId === id ? row : undefined;
}

/** Remembers that the segments of an action item that people have deleted are not to become one again. */
export async function dismiss({ tx }: Change, { orgId, meetingId, segmentIds }: ActionItemRow): Promise<void> {
	if (segmentIds.length === 0) return;
	const summaries = summariesOf(tx, orgId);
	const summary = await summaries.lockOfMeeting(meetingId);
	if (!summary?.content) return;
	const dismissed = [...new Set([...summary.content.dismissed, ...segmentIds])];
	await summaries.update(summary.id, { content: { ...summary.content, dismissed } });
}
