import type { ArtifactState, MeetingArtifacts, TranscriptRow, TranslationRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { shareMeetingRow, updateArtifacts } from "#modules/meetings/meetings";
import type { Failure, Processing } from "#modules/recordings/processing";
import { findTranslations, isComplete } from "#modules/transcripts/translation-records";
import { artifactsOf } from "#platform/artifacts";
import { type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change, Fact } from "#platform/unit-of-work";
import { recordUsage } from "#platform/usage";
import { MAX_TRANSLATIONS, tooMany } from "./errors.ts";
import { facts } from "./facts.ts";
import { translationReady } from "./moments.ts";
import { ERASE, type ErasePayload } from "./queues.ts";
import { translationsOf } from "./repository.ts";
import type { Translation } from "./schemas.ts";
import { toTranslation } from "./view.ts";

/** Noun of a translation in the ledger of artifacts. */
const OWNER = "translation";

export interface LifecycleDeps extends Pick<Core, "newId"> {
	readonly jobs: Pick<Jobs, "enqueue" | "wake">;
	readonly processing: Pick<Processing, "queue" | "cancel">;
}

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Creates the functions by which translations begin, end and go, each within the change of somebody else. */
export function createLifecycle({ newId, jobs, processing }: LifecycleDeps) {
	/** Returns a translation to a language, which is entered into the ledger if it is new. */
	async function findOrCreate(change: Change, transcript: TranscriptRow, language: string): Promise<TranslationRow> {
		const { tx, nowMs, principal } = change;
		const { orgId, id: transcriptId, meetingId } = transcript;
		const known = await findTranslations(tx, transcript, undefined);
		const found = known.find((row) => row.language === language);
		if (found) return found;
		if (known.length >= MAX_TRANSLATIONS) throw tooMany();
		const row: TranslationRow = {
			orgId,
			id: newId("trl"),
			transcriptId,
			language,
			state: "processing",
			transcriptRevision: 0,
			engine: null,
			quality: null,
			segmentCount: 0,
			translatedMs: 0,
			countedMs: 0,
			failure: null,
			jobId: null,
			version: 1,
			createdBy: principal.id,
			createdAtMs: nowMs,
			updatedAtMs: nowMs,
			deletedAtMs: null,
		};
		await translationsOf(tx, orgId).insert(row);
		const owner = { orgId, ownerType: OWNER, ownerId: row.id, meetingId } as const;
		await artifactsOf(tx, orgId).add(owner, { rows: true, sizeBytes: 0 }, nowMs);
		return row;
	}

	/** Stores the next version of a translation and records the fact. */
	async function save(
		change: Change,
		row: TranslationRow,
		transcript: TranscriptRow,
		{ values, fact, progress }: { values: Partial<TranslationRow>; fact: Fact<typeof Translation>; progress: number },
	): Promise<TranslationRow> {
		const saved = { ...values, version: row.version + 1, updatedAtMs: change.nowMs };
		await translationsOf(change.tx, row.orgId).update(row.id, saved);
		const next = { ...row, ...saved };
		change.record(row.orgId, fact, { id: row.id, object: toTranslation(next, transcript, progress) });
		return next;
	}

	/** Records the time that was translated and is not recorded yet; a text that is made again is not counted again. */
	async function countUse(change: Change, row: TranslationRow, { meetingId }: TranscriptRow): Promise<void> {
		const { orgId, id, translatedMs, countedMs, createdBy: userId } = row;
		if (translatedMs <= countedMs) return;
		const { workspaceId = null } = (await shareMeetingRow(change.tx, { orgId, id: meetingId })) ?? {};
		const subject = `translation:${id}:${translatedMs}`;
		const quantity = translatedMs - countedMs;
		const used = { meter: "translationMs", quantity, subject, occurredAtMs: change.nowMs } as const;
		await recordUsage(change.tx, orgId, { ...used, workspaceId, userId });
	}

	return {
		save,

		/** Begins a translation that is made while people speak, without a job, and tells the meeting. @throws `state_conflict` */
		async begin(change: Change, transcript: TranscriptRow, language: string): Promise<TranslationRow> {
			const row = await findOrCreate(change, transcript, language);
			await show(change, transcript, [{ row, state: "processing" }]);
			return save(change, row, transcript, { values: {}, fact: facts["translation.request"], progress: 0 });
		},

		/** Queues the translations to these languages that are not under way, and tells the meeting. @throws `state_conflict` */
		async queue(change: Change, transcript: TranscriptRow, languages: readonly string[]): Promise<TranslationRow[]> {
			const { orgId, id: transcriptId, meetingId } = transcript;
			const rows: TranslationRow[] = [];
			for (const language of languages) {
				const row = await findOrCreate(change, transcript, language);
				const isQueued = row.state === "processing" && row.jobId !== null;
				if (isQueued) {
					rows.push(row);
					continue;
				}
				const wanted = { type: "translation", orgId, meetingId, transcriptId, language } as const;
				const { id: jobId } = await processing.queue(change, wanted);
				const values = { state: "processing", failure: null, jobId } as const;
				const fact = facts["translation.request"];
				rows.push(await save(change, row, transcript, { values, fact, progress: 0 }));
			}
			await show(
				change,
				transcript,
				rows.map((row) => ({ row, state: "processing" })),
			);
			return rows;
		},

		/** Makes a translation readable: all segments are translated as of a revision of the transcript. */
		async publish(change: Change, row: TranslationRow, transcript: TranscriptRow, revision: number): Promise<void> {
			await show(change, transcript, [{ row, state: "ready" }]);
			await countUse(change, row, transcript);
			const values = {
				state: "ready",
				failure: null,
				transcriptRevision: revision,
				countedMs: row.translatedMs,
			} as const;
			const saved = await save(change, row, transcript, { values, fact: facts["translation.publish"], progress: 1 });
			await change.reach(translationReady, { translation: saved, transcript });
		},

		/** Ends the work on a translation without its result; one that was readable stays so. */
		async giveUp(
			change: Change,
			row: TranslationRow,
			transcript: TranscriptRow,
			{ code, as }: { readonly code: Failure["code"]; readonly as: "failed" | "cancelled" },
		): Promise<void> {
			const state = isComplete(row, transcript) ? "ready" : "failed";
			await show(change, transcript, [{ row, state: state === "ready" ? "ready" : as }], code);
			await countUse(change, row, transcript);
			const values = { state, failure: code, countedMs: row.translatedMs } as const;
			const fact = facts[as === "failed" ? "translation.fail" : "translation.cancel"];
			await save(change, row, transcript, { values, fact, progress: 0 });
		},

		/** Removes translations: hidden at once, their texts by jobs. */
		async remove(change: Change, rows: readonly TranslationRow[], transcript: TranscriptRow): Promise<void> {
			await show(
				change,
				transcript,
				rows.map((row) => ({ row, state: null })),
			);
			for (const row of rows) {
				const { orgId, id } = row;
				await countUse(change, row, transcript);
				const values = { deletedAtMs: change.nowMs, countedMs: row.translatedMs };
				await save(change, row, transcript, { values, fact: facts["translation.delete"], progress: 0 });
				await artifactsOf(change.tx, orgId).remove(OWNER, id, change.nowMs);
				if (row.jobId !== null) await processing.cancel(change, { orgId, id: row.jobId });
				const payload: ErasePayload = { orgId, translationId: id };
				const job = { queue: ERASE, orgId, payload, uniqueKey: id, maxAttempts: UNLIMITED_ATTEMPTS };
				await jobs.enqueue(change.tx, job);
			}
			if (rows.length > 0) change.afterCommit(() => jobs.wake(ERASE));
		},

		/** Records the state of a translation in the meeting. */
		show: (change: Change, row: TranslationRow, transcript: TranscriptRow, state: ArtifactState) =>
			show(change, transcript, [{ row, state }]),
	};
}

type Artifact = NonNullable<MeetingArtifacts["translations"]>[number];

/** Records the state of a transcript's translations in its meeting; null: they are gone. The meeting may be, too. */
async function show(
	change: Change,
	{ orgId, meetingId, id: transcriptId }: TranscriptRow,
	entries: readonly { readonly row: TranslationRow; readonly state: ArtifactState | null }[],
	reason: string | null = null,
): Promise<void> {
	if (entries.length === 0) return;
	try {
		// Changes nothing, and locks the meeting: its translations are replaced as a whole.
		const { artifacts } = await updateArtifacts(change, orgId, meetingId, {});
		const others = (artifacts.translations ?? []).filter(
			({ translationId }) => !entries.some(({ row }) => row.id === translationId),
		);
		const shown = entries.flatMap(({ row: { id, language }, state }): Artifact[] =>
			state === null ? [] : [{ state, translationId: id, transcriptId, language }],
		);
		const translations = [...others, ...shown].sort((a, b) => (a.translationId < b.translationId ? -1 : 1));
		await updateArtifacts(change, orgId, meetingId, { translations }, reason);
	} catch (error) {
		if (!(error instanceof AppError && error.code === "not_found")) throw error;
	}
}
