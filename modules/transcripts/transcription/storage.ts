import type { Store } from "#db/store";
import { findParticipant } from "#modules/meetings/participants";
import type { JobRun } from "#modules/recordings/processing";
import { isSwitchedOn } from "#modules/tenancy/features";
import { findOrganization } from "#modules/tenancy/organization-records";
import type { TranscriptKey, TranscriptWriter } from "#modules/transcripts/transcripts";
import { type ChannelWindow, toFindings } from "./findings.ts";
import { joinPieces } from "./pieces.ts";
import { progressOf } from "./progress.ts";
import {
	languagesOf,
	speakerKey,
	storedResult,
	toSegments,
	UNDETERMINED,
	type WindowResult,
	type WindowSegment,
} from "./window-results.ts";

/** Number of windows read, and of segments stored, at once. */
const PORTION = 500;

/** What a stored transcript is. */
export interface StoredTranscript {
	readonly language: string;
	readonly languages: readonly string[];
}

/** Returns results with the voices that are the same in all of them; labels of single windows are left out. */
export const resultsWithVoices = (
	results: readonly WindowResult[],
	pieces: readonly ChannelWindow[] | undefined,
): WindowResult[] =>
	pieces === undefined
		? results.map((result) => ({
				...result,
				segments: result.segments.map((segment) => ({ ...segment, speaker: null })),
			}))
		: joinPieces(results, pieces);

export type ResultStorage = ReturnType<typeof createResultStorage>;

/** Creates the step that stores what was heard as speakers and segments of the transcript, in portions. */
export function createResultStorage(
	store: Store,
	transcripts: Pick<TranscriptWriter, "addSpeakers" | "insertSegments">,
) {
	async function readResults(run: JobRun): Promise<WindowResult[]> {
		const results: WindowResult[] = [];
		for (let after = -1; ; ) {
			const page = await run.listResults(after, PORTION);
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
		const { orgId, participantId } = run.row;
		const participant = participantId === null ? undefined : await findParticipant(store.db, orgId, participantId);
		const labels = keys.map((key, index) => {
			const isTheirs = key === participantId;
			return { label: (isTheirs && participant?.name) || `Speaker ${index + 1}`, participantId: isTheirs ? key : null };
		});
		return run.transaction(async (tx, save) => {
			const ids = await transcripts.addSpeakers(tx, transcript, labels);
			const speakers = Object.fromEntries(keys.map((key, index) => [key, ids[index] ?? ""]));
			await save({ findings: { ...findings, speakers } });
			return speakers;
		});
	}

	/** Stores the transcript of a job whose windows have all been heard. @throws JobEndedError */
	return async function storeTranscript(run: JobRun, transcript: TranscriptKey): Promise<StoredTranscript> {
		const { participantId } = run.row;
		const { channels = 1, pieces } = toFindings(run.row.findings);
		const results = resultsWithVoices(await readResults(run), pieces);
		const organization = await findOrganization(store.db, run.row.orgId);
		const tellsApart = isSwitchedOn(organization, "speakerDiarization");
		// Whose track it is, is known without telling voices apart.
		const speakerOf = (segment: WindowSegment) => participantId ?? (tellsApart ? speakerKey(segment, channels) : null);
		const ordered = toSegments(results, speakerOf);
		const keys = [...new Set(ordered.flatMap(({ speakerId }) => speakerId ?? []))];
		const speakers = await addSpeakers(run, transcript, keys);
		const segments = ordered.map((segment) => ({
			...segment,
			speakerId: segment.speakerId === null ? null : (speakers[segment.speakerId] ?? null),
		}));
		for (let from = 0; from < segments.length; from += PORTION) {
			const portion = segments.slice(from, from + PORTION);
			const progress = progressOf("store", (from + portion.length) / segments.length);
			await run.transaction(async (tx, save) => {
				await transcripts.insertSegments(tx, transcript, portion);
				await save({ progress });
			});
		}
		const languages = languagesOf(results);
		return { language: languages[0] ?? run.row.language ?? UNDETERMINED, languages };
	};
}
