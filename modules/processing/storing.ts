import type { Db, Store } from "#db/store";
import type { TranscriptKey, TranscriptWriter } from "#modules/transcripts";
import { toFindings } from "./findings.ts";
import { languagesOf, speakerKey, storedResult, toSegments, UNDETERMINED, type WindowResult } from "./hearing.ts";
import type { JobRun } from "./job-run.ts";
import { progressOf } from "./progress.ts";
import { listWindows } from "./repository.ts";

/** Number of windows read, and of segments stored, at once. */
const PORTION = 500;

/** Dependencies of {@link createStoring}. */
export interface StoringDeps {
	readonly store: Store;
	readonly transcripts: Pick<TranscriptWriter, "addSpeakers" | "insertSegments">;
}

/** What a stored transcript is. */
export interface StoredTranscript {
	readonly language: string;
	readonly languages: readonly string[];
}

/** See {@link createStoring}. */
export type Storing = ReturnType<typeof createStoring>;

/** Creates the step that stores what was heard as speakers and segments of the transcript, in portions. */
export function createStoring({ store, transcripts }: StoringDeps) {
	const transact = <T>(work: (tx: Db) => Promise<T>) => store.writing("processing.store").tx(work);

	async function readResults({ row }: JobRun): Promise<WindowResult[]> {
		const results: WindowResult[] = [];
		for (let after = -1; ; ) {
			const page = await listWindows(store.db, row.orgId, row.id, after, PORTION);
			results.push(...page.map(storedResult));
			const last = page.at(-1);
			if (last === undefined || page.length < PORTION) return results;
			after = last.position;
		}
	}

	/** Adds the speakers, once, and returns their ids by key: in the order in which they first speak. */
	async function addSpeakers(
		run: JobRun,
		transcript: TranscriptKey,
		keys: readonly string[],
	): Promise<Readonly<Record<string, string>>> {
		const findings = toFindings(run.row.findings);
		if (findings.speakers !== undefined) return findings.speakers;
		const labels = keys.map((_key, index) => ({ label: `Speaker ${index + 1}`, participantId: null }));
		const { row, speakers } = await transact(async (tx) => {
			const ids = await transcripts.addSpeakers(tx, transcript, labels);
			const added = Object.fromEntries(keys.map((key, index) => [key, ids[index] ?? ""]));
			return { row: await run.saveIn(tx, { findings: { ...findings, speakers: added } }), speakers: added };
		});
		run.committed(row);
		return speakers;
	}

	/** Stores the transcript of a job whose windows have all been heard. @throws JobEndedError */
	return async function storeTranscript(run: JobRun, transcript: TranscriptKey): Promise<StoredTranscript> {
		const results = await readResults(run);
		const { channels = 1 } = toFindings(run.row.findings);
		const ordered = toSegments(results, (segment) => speakerKey(segment, channels));
		const keys = [...new Set(ordered.flatMap(({ speakerId }) => speakerId ?? []))];
		const speakers = await addSpeakers(run, transcript, keys);
		const segments = ordered.map((segment) => ({
			...segment,
			speakerId: segment.speakerId === null ? null : (speakers[segment.speakerId] ?? null),
		}));
		for (let from = 0; from < segments.length; from += PORTION) {
			const portion = segments.slice(from, from + PORTION);
			const progress = progressOf("store", (from + portion.length) / segments.length);
			const row = await transact(async (tx) => {
				await transcripts.insertSegments(tx, transcript, portion);
				return run.saveIn(tx, { progress });
			});
			run.committed(row);
		}
		const languages = languagesOf(results);
		return { language: languages[0] ?? run.row.language ?? UNDETERMINED, languages };
	};
}
