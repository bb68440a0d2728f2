import type { MeetingRow, SpeakerRow, TranscriptRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Versioned } from "#kernel/etag";
import type { Slice } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { Slices } from "#kernel/slices";
import { writeSrtCue } from "#kernel/subtitles/srt";
import { createTextWriter } from "#kernel/subtitles/text";
import { vttHeader, writeVttCue } from "#kernel/subtitles/vtt";
import { type Redaction, readRedaction } from "#modules/governance/redaction";
import type { TranslationOf } from "#modules/transcripts/translation-records";
import type { Core } from "#platform/module";
import { readTranscript, type TranscriptLookup } from "./access.ts";
import { type PlainSegment, readSegmentsOf, spokenOrder } from "./repository/segments.ts";
import { speakersOf } from "./repository/transcripts.ts";
import type { Segment } from "./schemas.ts";
import { findTranslation, translateSegments } from "./translated.ts";
import type { Format } from "./values.ts";
import { redactSegment, segmentView, shownSpeakers, toSpeaker, toTranscript, variantOf } from "./view.ts";

/** Segments read and written at once, by whether they have their words: about 2 ms. */
const PAGE = { plain: 100, withWords: 40 } as const;

/** A transcript as a file. */
export interface TranscriptFile {
	/** Title of the meeting and its day. */
	readonly title: string;
	/** The file, in pieces; read while they are taken, so that a long one is never in memory as a whole. */
	readonly chunks: AsyncIterable<string>;
}

/** What a file is made of. */
interface Source {
	readonly transcript: TranscriptRow;
	readonly speakers: readonly SpeakerRow[];
	/** The translation that its segments are of; null: they say what was said. */
	readonly translation: TranslationOf | null;
	/** Pages of segments, each converted. */
	readonly pages: AsyncIterable<readonly Segment[]>;
}

export interface ExportDeps extends Pick<Core, "reads">, TranscriptLookup {}

/** What is exported. */
export interface ExportRequest {
	readonly format: Format;
	/** Language of a translation, BCP 47; undefined: as it was said. */
	readonly lang: string | undefined;
}

export type ExportService = ReturnType<typeof createExportService>;

/** Creates the service that exports transcripts. */
export function createExportService(deps: ExportDeps) {
	const { store } = deps;

	async function* readPages(
		transcript: TranscriptRow,
		{ speakers, redaction }: { readonly speakers: readonly SpeakerRow[]; readonly redaction: Redaction },
		withWords: boolean,
	) {
		const segments = readSegmentsOf(store.db, transcript);
		const read = withWords ? segments.listWithWords : segments.list;
		const view = segmentView(shownSpeakers(speakers), redaction);
		const everything = { endsAfterMs: undefined, startsBeforeMs: undefined };
		const slices = new Slices(transcript.orgId);
		const take = withWords ? PAGE.withWords : PAGE.plain;
		for (let after: Slice["after"] = null; ; ) {
			const rows: PlainSegment[] = await read(everything, { after, take });
			yield await slices.map(rows, (row) => view(row));
			const last = rows.at(-1);
			if (last === undefined || rows.length < take) return;
			after = spokenOrder.positionOf(last);
		}
	}

	async function* translatePages(
		orgId: string,
		translation: TranslationOf,
		redaction: Redaction,
		pages: AsyncIterable<readonly Segment[]>,
	) {
		const slices = new Slices(orgId);
		for await (const page of pages)
			yield await slices.map(await translateSegments(store.db, translation, page), (each) =>
				redactSegment(redaction, each),
			);
	}

	return {
		/**
		 * Returns a transcript as a file, as it was said or in a translation. Corrections made while it is read may be in it
		 * or not.
		 * @throws `not_found` `forbidden` `purged` `state_conflict`
		 */
		async export(
			context: RequestContext,
			id: string,
			{ format, lang }: ExportRequest,
		): Promise<Versioned<TranscriptFile>> {
			const found = await readTranscript(deps, context, id);
			const { transcript, meeting } = found;
			const [speakers, redaction] = await Promise.all([
				speakersOf(store.db, transcript),
				readRedaction(store.db, transcript.orgId),
			]);
			const translation = lang === undefined ? null : await findTranslation(store.db, found, lang);
			const spoken = readPages(transcript, { speakers, redaction }, format === "json" && translation === null);
			const pages = translation === null ? spoken : translatePages(transcript.orgId, translation, redaction, spoken);
			const chunks = WRITERS[format]({ transcript, speakers, translation, pages });
			const inLanguage = translation && `${format} ${translation.language} ${translation.version}`;
			return {
				data: { title: titleOf(meeting), chunks },
				version: transcript.version,
				variant: redaction.variant(variantOf(transcript, inLanguage ?? format)),
			};
		},
	};
}

const titleOf = ({ title, startsAtMs }: MeetingRow): string => `${title} ${rfc3339(startsAtMs).slice(0, 10)}`;

const WRITERS: Readonly<Record<Format, (source: Source) => AsyncIterable<string>>> = {
	json: writeJson,
	vtt: writeVtt,
	srt: writeSrt,
	txt: writeText,
};

/** Returns a segment as a cue; one whose text a person took out is in no file but JSON. */
const cueOf = ({ startMs, endMs, text, speaker }: Segment) => ({
	startMs,
	endMs,
	text,
	speaker: speaker?.label ?? null,
});

const spoken = (page: readonly Segment[]): readonly Segment[] => page.filter(({ text }) => text !== "");

async function* writeVtt({ transcript, translation, pages }: Source) {
	yield vttHeader(translation?.language ?? transcript.language);
	for await (const page of pages)
		yield spoken(page)
			.map((segment) => writeVttCue(segment.id, cueOf(segment)))
			.join("");
}

async function* writeSrt({ pages }: Source) {
	let number = 0;
	for await (const page of pages)
		yield spoken(page)
			.map((segment) => writeSrtCue(++number, cueOf(segment)))
			.join("");
}

async function* writeText({ pages }: Source) {
	const writer = createTextWriter();
	for await (const page of pages)
		yield spoken(page)
			.map((segment) => writer.write(cueOf(segment)))
			.join("");
	yield writer.end();
}

/** Writes the envelope that every answer has around the transcript with its speakers and segments. */
async function* writeJson({ transcript, speakers, translation, pages }: Source) {
	const shown = { ...toTranscript(transcript), ...(translation && inTranslation(translation)) };
	const head = JSON.stringify({ ...shown, speakers: speakers.map(toSpeaker) }).slice(0, -1);
	yield `{"status":"ok","message":"Transcript exported","data":${head},"segments":[`;
	let separator = "\n";
	for await (const page of pages) {
		if (page.length === 0) continue;
		yield separator + page.map((segment) => JSON.stringify(segment)).join(",\n");
		separator = ",\n";
	}
	yield "\n]}}\n";
}

/** Returns what is different in a transcript that is read in a translation: whoever imports it has a transcript in that language. */
const inTranslation = ({ id, language, engine, quality, isStale: stale }: TranslationOf) => ({
	language,
	languages: [language],
	translation: { id, engine, quality, stale },
});
