import type { EngineName, ProcessingJobRow, TranscriptRow, TranslationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import {
	TranslationError,
	type TranslationQuality,
	type Translator,
	type Translators,
} from "#modules/engines/translators";
import type { JobKind, JobRun, Processing, Verdict } from "#modules/recordings/processing";
import { listTexts } from "#modules/transcripts/translation-records";
import { type Edit, keepFormer } from "#platform/holds";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { noEngine, notRetriable, translationNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import type { Lifecycle } from "./lifecycle.ts";
import {
	listTranslatable,
	readTranslationsOf,
	spokenOrder,
	storeTexts,
	type TranslatableSegment,
	translationsOf,
} from "./repository.ts";
import { translateSegments } from "./segments.ts";

/** Most segments looked at and translated between two checkpoints. */
const MAX_PAGE = 200;
/** How often a transcript is gone through again because it was edited meanwhile; then the translation is stale. */
const MAX_SCANS = 3;

/** What a job remembers of its work. */
interface Findings {
	/** Revision of the transcript at the beginning of this scan. */
	readonly revision: number;
	/** Scans, this one included. */
	readonly scans: number;
	/** Segments of this scan that are done. */
	readonly done: number;
	/** Position of the last of them; null before the first. */
	readonly after: readonly [number, number] | null;
}

export interface TranslationKindDeps extends Pick<Core, "store" | "clock"> {
	readonly processing: Pick<Processing, "succeed">;
	readonly translators: Translators;
	readonly lifecycle: Lifecycle;
}

/** Creates the kind of jobs that translate transcripts. */
export function createTranslationKind(deps: TranslationKindDeps): JobKind {
	const { store, clock, processing, translators, lifecycle } = deps;

	/** Returns the engine for a job. @throws `provider_not_configured` */
	async function engineFor({ orgId, language }: ProcessingJobRow): Promise<Translator> {
		const chosen = await translators.choose(orgId, language);
		if ("unavailable" in chosen) throw noEngine(chosen.unavailable);
		return chosen;
	}

	/** Translates what is not of a page of segments, and stores it with the progress. */
	async function translatePage(
		run: JobRun,
		{ translation, transcript }: Subject,
		engine: Translator,
		{ page, findings, progress }: { page: readonly TranslatableSegment[]; findings: Findings; progress: number },
	): Promise<void> {
		const wanted = page.filter(({ translated, revision }) => translated === null || translated < revision);
		if (wanted.length === 0) return;
		const made = await translateSegments(engine, wanted, {
			transcript: { language: transcript.language, meetingLanguage: run.meeting.language },
			to: translation.language,
			signal: run.signal,
		});
		await run.transaction(async (tx, save) => {
			const edit = { tx, nowMs: clock.nowMs(), principal: { id: "job:translation" } };
			await storeTranslated(edit, transcript, translation, {
				segments: wanted,
				texts: made.texts,
				quality: engine.info.quality,
				name: made.engine,
			});
			await save({ findings, progress, attempts: 0, ...(made.engine && { engine: made.engine }) });
		});
	}

	return {
		type: "translation",
		firstStep: "translate",
		consent: "transcription",
		meter: "translation_minutes",

		async work(run, deadlineMs) {
			const { translation, transcript } = await subjectOf(store.db, run.row);
			const engine = await engineFor(run.row);
			const take = Math.min(MAX_PAGE, engine.limits.texts * 2);
			let findings = findingsOf(run.row) ?? { revision: transcript.revision, scans: 1, done: 0, after: null };
			for (;;) {
				const page = await listTranslatable(store.db, translation, { after: findings.after as never, take });
				const last = page.at(-1);
				if (last === undefined) break;
				const done = findings.done + page.length;
				findings = { ...findings, done, after: spokenOrder.positionOf(last) as never };
				const progress = Math.min(done / Math.max(transcript.segmentCount, 1), 1);
				await translatePage(run, { translation, transcript }, engine, { page, findings, progress });
				if (page.length < take) break;
				if (performance.now() >= deadlineMs) {
					await run.save({ findings });
					return false;
				}
				await run.assertAllowed();
			}
			const { revision } = (await subjectOf(store.db, run.row)).transcript;
			if (revision !== findings.revision && findings.scans < MAX_SCANS) {
				await run.save({ findings: { revision, scans: findings.scans + 1, done: 0, after: null } });
				return false;
			}
			await processing.succeed(run, async (change, row) => {
				const subject = await subjectOf(change.tx, row);
				await lifecycle.publish(change, subject.translation, subject.transcript, findings.revision);
			});
			return true;
		},

		judge,

		async onCancelled(change, row) {
			const code = row.failure?.code ?? "cancelled";
			await ifThere(change, row, ({ translation, transcript }) =>
				lifecycle.giveUp(change, translation, transcript, { code, as: "cancelled" }),
			);
		},

		async onFailed(change, row, { code }) {
			await ifThere(change, row, ({ translation, transcript }) =>
				lifecycle.giveUp(change, translation, transcript, { code, as: "failed" }),
			);
		},

		async onWaiting(change, row, { code: failure }) {
			await ifThere(change, row, async ({ translation, transcript }) => {
				await lifecycle.show(change, translation, transcript, "waiting");
				const fact = facts["translation.wait"];
				await lifecycle.save(change, translation, transcript, { values: { failure }, fact, progress: row.progress });
			});
		},

		async onRetried(change, row) {
			const subject = await findSubject(change.tx, row);
			if (subject === undefined) throw notRetriable();
			const { translation, transcript } = subject;
			if (transcript.state !== "ready" || translation.state === "processing") throw notRetriable();
			await lifecycle.show(change, translation, transcript, "processing");
			const values = { state: "processing", failure: null, jobId: row.id } as const;
			await lifecycle.save(change, translation, transcript, {
				values,
				fact: facts["translation.request"],
				progress: 0,
			});
		},

		mayResume: async (orgId) => !("unavailable" in (await translators.choose(orgId, null))),
	};
}

/** A translation and the transcript it is of. */
interface Subject {
	readonly translation: TranslationRow;
	readonly transcript: TranscriptRow;
}

/** Returns what a job works on; undefined when it was removed, or is made by another job. */
async function findSubject(db: ReadDb, { orgId, transcriptId, language }: ProcessingJobRow) {
	const rows = readTranslationsOf(db, orgId);
	if (transcriptId === null || language === null) return undefined;
	const translation = await rows.ofLanguage(transcriptId, language);
	const transcript = await rows.transcript(transcriptId);
	return translation && transcript && { translation, transcript };
}

/** Returns what a job works on. @throws `not_found` when it was removed, or is made by another job */
async function subjectOf(db: ReadDb, row: ProcessingJobRow): Promise<Subject> {
	const subject = await findSubject(db, row);
	if (subject?.translation.jobId !== row.id) throw translationNotFound();
	return subject;
}

/** Calls `work` unless the translation of a job was removed, or is made by another job. */
async function ifThere(change: Change, row: ProcessingJobRow, work: (subject: Subject) => Promise<void>) {
	const subject = await findSubject(change.tx, row);
	if (subject?.translation.jobId === row.id) await work(subject);
}

function findingsOf({ findings }: ProcessingJobRow): Findings | undefined {
	// Only this kind writes them.
	return typeof findings === "object" && findings !== null && "revision" in findings
		? (findings as Findings)
		: undefined;
}

/** What was translated. */
export interface Translated {
	readonly segments: readonly TranslatableSegment[];
	/** As many as segments. */
	readonly texts: readonly string[];
	readonly quality: TranslationQuality;
	/** The engine that made them; null when nothing was sent to it. */
	readonly name: EngineName | null;
}

/**
 * Stores translated texts, and counts those of segments that had none. What they replace is kept while the meeting is held.
 * @throws `not_found` when it was removed
 */
export async function storeTranslated(
	edit: Edit,
	{ meetingId }: Pick<TranscriptRow, "meetingId">,
	translation: TranslationRow,
	{ segments, texts, quality, name }: Translated,
): Promise<TranslationRow> {
	const { tx } = edit;
	const rows = translationsOf(tx, translation.orgId);
	const row = await rows.lock(translation.id);
	if (!row) throw translationNotFound();
	const stored = segments.map(({ id, revision }, at) => ({ segmentId: id, revision, text: texts[at] ?? "" }));
	const known = segments.filter(({ translated }) => translated !== null).map(({ id }) => id);
	for (const former of await listTexts(tx, row.orgId, [row.id], known)) {
		const next = stored.find(({ segmentId }) => segmentId === former.segmentId);
		const edited = { orgId: row.orgId, meetingId, type: "translation", id: row.id } as const;
		if (next?.text !== former.text) await keepFormer(edit, edited, former, {});
	}
	await storeTexts(tx, row, stored);
	const added = segments.filter(({ translated }) => translated === null);
	const values = {
		segmentCount: row.segmentCount + added.length,
		translatedMs: row.translatedMs + added.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
		version: row.version + 1,
		...(name && { engine: name, quality }),
	};
	await rows.update(row.id, values);
	return { ...row, ...values };
}

function judge(error: unknown): Verdict | undefined {
	if (!(error instanceof TranslationError)) return undefined;
	const failure = { code: error.failure, detail: error.message };
	return error.isRetryable ? { action: "retry", failure, afterMs: error.retryAfterMs } : { action: "fail", failure };
}
