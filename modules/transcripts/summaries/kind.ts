import type { SummaryRow, TranscriptRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { LanguageModelError } from "#modules/engines/language-model";
import type { ChosenEngine, SummaryEngines } from "#modules/engines/summarizers";
import { type Conversation, isTemplateName, type Summarized, TEMPLATES } from "#modules/engines/summarizers";
import type { JobKind, JobRun, Processing, Verdict } from "#modules/recordings/processing";
import type { ActionItems } from "#modules/transcripts/action-items";
import { findLatestTranscript } from "#modules/transcripts/transcripts";
import type { Core } from "#platform/module";
import { recordUsage } from "#platform/usage";
import { engineMissing, isSwitchedOff, nothingSaid, summaryNotFound, switchedOff } from "./errors.ts";
import { facts } from "./facts.ts";
import { lockOfJob, record, removeSummary, saveSummary, showSummary } from "./lifecycle.ts";
import { mergeContent } from "./merge.ts";
import { summaryReady } from "./moments.ts";
import { levelOf } from "./reactions.ts";
import { findSummary } from "./repository.ts";
import { readConversation } from "./source.ts";

export interface SummaryKindDeps extends Pick<Core, "store"> {
	readonly items: ActionItems;
	readonly processing: Pick<Processing, "succeed">;
	readonly engines: SummaryEngines;
}

/** Attempts of a language model before something else makes the summary. */
const MAX_ATTEMPTS = 3;

/** What a job has made. */
interface Made {
	readonly summarized: Summarized;
	readonly level: SummaryRow["level"];
	readonly fallback: ChosenEngine["fallback"];
}

/** Creates the kind of jobs that make summaries of transcripts. */
export function createSummaryKind({ store, items, processing, engines }: SummaryKindDeps): JobKind {
	/** Makes a summary, in the end by the engine that needs no model. @throws LanguageModelError */
	async function make(run: JobRun, summary: SummaryRow, conversation: Conversation): Promise<Made> {
		const chosen = await engines.choose(summary.orgId, summary.level, conversation.language);
		if ("unavailable" in chosen) throw engineMissing(chosen.unavailable);
		const { summarizer, level, fallback, otherwise } = chosen;
		const template = TEMPLATES[isTemplateName(summary.template) ? summary.template : "general"];
		const onProgress = run.reporter((done) => done * 0.95);
		const options = { orgId: summary.orgId, template, language: summary.language, signal: run.signal, onProgress };
		try {
			return { summarized: await summarizer.summarize(conversation, options), level, fallback };
		} catch (error) {
			if (!(error instanceof LanguageModelError) || otherwise === null) throw error;
			if (error.isRetryable && run.row.attempts < MAX_ATTEMPTS) throw error;
			const { failure: code, message: detail } = error;
			const summarized = await otherwise.summarize(conversation, options);
			return { summarized, level: "basic", fallback: { code, detail } };
		}
	}

	/** Stores what was made, unless the summary is gone or another job makes it. */
	async function publish(
		run: JobRun,
		transcript: TranscriptRow,
		conversation: Conversation,
		made: Made,
	): Promise<void> {
		const { summarized, level, fallback } = made;
		const { meeting } = run;
		await processing.succeed(run, async (change, job) => {
			await assertSummarized(change.tx, job.orgId);
			const row = await lockOfJob(change, job);
			if (!row) return;
			const saved = await saveSummary(change, row, {
				state: "ready",
				level,
				failure: null,
				transcriptId: transcript.id,
				transcriptRevision: transcript.revision,
				engine: summarized.engine,
				language: summarized.language,
				content: mergeContent(row.content, summarized, conversation, fallback),
			});
			const { segments } = conversation;
			await items.merge(change, {
				orgId: saved.orgId,
				meetingId: saved.meetingId,
				actions: summarized.actions,
				segmentIds: new Set(segments.map(({ id }) => id)),
				dismissed: saved.content?.dismissed ?? [],
			});
			const used = { meter: "summaries", quantity: 1, subject: `job:${job.id}`, occurredAtMs: change.nowMs } as const;
			const { workspaceId } = meeting;
			await recordUsage(change.tx, row.orgId, { ...used, workspaceId, userId: row.createdBy });
			record(change, facts["summary.publish"], saved);
			await showSummary(change, saved, "ready");
			await change.reach(summaryReady, saved);
		});
	}

	return {
		type: "summary",
		firstStep: "summarize",
		consent: "summary",
		meter: "ai_summaries",

		async work(run) {
			const { entered } = run;
			await assertSummarized(store.db, run.row.orgId);
			const [summary, transcript] = await Promise.all([
				findSummary(store.db, entered),
				findLatestTranscript(store.db, entered),
			]);
			if (!summary) throw summaryNotFound();
			if (!transcript) throw nothingSaid();
			const conversation = await readConversation(store.db, run.meeting, transcript, run.signal);
			await publish(run, transcript, conversation, await make(run, summary, conversation));
			return true;
		},

		judge,

		async onCancelled(change, job) {
			const row = await lockOfJob(change, job);
			if (!row) return;
			if (row.content === null) await removeSummary(change, row, "cancelled");
			else await showSummary(change, await saveSummary(change, row, { state: "ready" }), "ready");
			record(change, facts["summary.cancel"], row);
		},

		async onFailed(change, job, { code }) {
			const row = await lockOfJob(change, job);
			if (!row) return;
			const isNew = row.content === null;
			const saved = await saveSummary(change, row, isNew ? { state: "failed", failure: code } : { state: "ready" });
			await showSummary(change, saved, isNew ? "failed" : "ready", isNew ? code : null);
			record(change, facts["summary.fail"], saved);
		},

		async onWaiting(change, job) {
			const row = await lockOfJob(change, job);
			if (row && row.content === null) await showSummary(change, row, "waiting");
		},

		async onRetried(change, job) {
			const row = await lockOfJob(change, job);
			if (!row) throw summaryNotFound();
			const saved = await saveSummary(change, row, { state: "processing", failure: null });
			await showSummary(change, saved, "processing");
			record(change, facts["summary.queue"], saved);
		},

		mayResume: async (orgId) => !("unavailable" in (await engines.choose(orgId, "enhanced", "und"))),
	};
}

/** Asserts that an organization has summaries, which may be turned off while one is made. @throws {@link switchedOff} */
async function assertSummarized(db: ReadDb, orgId: string): Promise<void> {
	if ((await levelOf(db, orgId)) === null) throw switchedOff();
}

function judge(error: unknown): Verdict | undefined {
	if (isSwitchedOff(error)) return { action: "cancel", failure: { code: error.code, detail: error.message } };
	if (!(error instanceof LanguageModelError)) return undefined;
	const failure = { code: error.failure, detail: error.message };
	return error.isRetryable ? { action: "retry", failure, afterMs: error.retryAfterMs } : { action: "fail", failure };
}
