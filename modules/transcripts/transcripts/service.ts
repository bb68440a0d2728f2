import type { SegmentRow, SpeakerRow } from "#db/schema";
import type { Versioned } from "#kernel/etag";
import { type Order, pageRequest, type Slice } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { Slices } from "#kernel/slices";
import { readRedaction } from "#modules/governance/redaction";
import { enterMeeting, meetingOrg } from "#modules/meetings/meetings";
import type { Core } from "#platform/module";
import { findTranscript, readTranscript, type TranscriptLookup } from "./access.ts";
import { segmentNotFound, speakerNotFound } from "./errors.ts";
import type { TranscriptKey } from "./ports.ts";
import { latestFirst, type PlainSegment, readSegmentsOf, spokenOrder } from "./repository/segments.ts";
import { newestFirst, readTranscriptsOf, speakersOf } from "./repository/transcripts.ts";
import {
	type ListSegmentsQuery,
	type PlainListQuery,
	revisionFields,
	segmentFields,
	speakerFields,
	transcriptFields,
} from "./schemas.ts";
import { listTranslations, readTranslations } from "./translated.ts";
import { revisionView, segmentView, shownSpeakers, toSpeaker, toTranscript, variantOf } from "./view.ts";

/** Longest segment that is found by any moment within it, in ms; see `fromMs` of {@link ListSegmentsQuery}. */
const LOOKBACK_MS = 600_000;

/** Order of the list of speakers. */
const byId: Order<Pick<SpeakerRow, "id">> = { positionOf: ({ id }) => [id] };

export interface TranscriptsServiceDeps extends Pick<Core, "reads" | "cursors">, TranscriptLookup {}

export type TranscriptsService = ReturnType<typeof createTranscriptsService>;

/** Creates the service by which those who may enter a meeting read its transcripts. */
export function createTranscriptsService(deps: TranscriptsServiceDeps) {
	const { store, retention, cursors } = deps;
	return {
		/**
		 * Returns a page of the transcripts of a meeting, newest first.
		 * @throws `not_found` `forbidden` `purged` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async listOfMeeting({ principal }: RequestContext, meetingId: string, query: PlainListQuery) {
			const orgId = await meetingOrg(store, principal, meetingId);
			const request = pageRequest(cursors, query, transcriptFields, { list: "transcripts", orgId, meetingId });
			const { db } = store;
			const { horizonMs } = await enterMeeting({ db, retention }, principal, orgId, meetingId, "transcripts");
			const rows = await readTranscriptsOf(db, orgId).listOfMeeting({ meetingId, horizonMs }, request);
			return request.page(rows, newestFirst, toTranscript);
		},

		/** Returns a transcript without its segments. @throws `not_found` `forbidden` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, id: string, fields: string | undefined) {
			const select = transcriptFields.parse(fields);
			const { transcript } = await findTranscript(deps, principal, id);
			const variant = variantOf(transcript, fields);
			return { data: select(toTranscript(transcript)), version: transcript.version, variant };
		},

		/**
		 * Returns a page of the segments of a transcript, in the order in which they were spoken.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async listSegments(context: RequestContext, transcriptId: string, query: ListSegmentsQuery) {
			const { fromMs, toMs, speakerId, lang } = query;
			const included = query.include?.split(",") ?? [];
			const found = await readTranscript(deps, context, transcriptId);
			const { transcript } = found;
			const { orgId } = transcript;
			const binding = { list: "segments", orgId, transcriptId, fromMs, toMs, speakerId };
			const withTranslations = lang !== undefined || included.includes("translations");
			const request = pageRequest(cursors, query, segmentFields, binding);
			const [speakers, redaction] = await Promise.all([
				speakersOf(store.db, transcript),
				readRedaction(store.db, orgId),
			]);
			const slice = { take: request.take, after: request.after ?? positionBefore(Number(fromMs ?? 0)) };
			const wanted = speakerId === undefined ? [undefined] : mergedInto(speakers, speakerId);
			const rows = await readSegments(transcript, { query, slice, wanted, withWords: included.includes("words") });
			const view = segmentView(shownSpeakers(speakers), redaction);
			const translations = withTranslations ? await listTranslations(store.db, found, lang) : null;
			const texts =
				translations &&
				(await request.readMember("translations", rows, (shown) => readTranslations(store.db, translations, shown)));
			// A page of long texts that are redacted takes seconds.
			const shown = await new Slices(transcript.orgId).map(rows, (row) => ({
				...row,
				shown: texts === null ? view(row) : view(row, texts.get(row.id) ?? []),
			}));
			return request.page(shown, spokenOrder, (row) => row.shown);
		},

		/** Returns a segment with its words. @throws `not_found` `forbidden` `purged` `state_conflict` `invalid_fields` */
		async getSegment(context: RequestContext, id: string, segmentId: string, fields: string | undefined) {
			const select = segmentFields.parse(fields);
			const { transcript } = await readTranscript(deps, context, id);
			const row = await readSegmentsOf(store.db, transcript).find(segmentId);
			if (!row) throw segmentNotFound();
			const [speakers, redaction] = await Promise.all([
				speakersOf(store.db, transcript),
				readRedaction(store.db, transcript.orgId),
			]);
			const view = segmentView(shownSpeakers(speakers), redaction);
			// The speaker's name belongs to it, and has a version of its own.
			const variant = redaction.variant(`${transcript.revision} ${fields ?? ""}`);
			return { data: select(view(row)), version: row.revision, variant };
		},

		/**
		 * Returns a page of the earlier texts of a segment, latest first.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async listRevisions(context: RequestContext, transcriptId: string, segmentId: string, query: PlainListQuery) {
			const { transcript } = await readTranscript(deps, context, transcriptId);
			const binding = { list: "segment-revisions", orgId: transcript.orgId, transcriptId, segmentId };
			const request = pageRequest(cursors, query, revisionFields, binding);
			const segments = readSegmentsOf(store.db, transcript);
			const segment = await segments.find(segmentId);
			if (!segment) throw segmentNotFound();
			const [rows, speakers, redaction] = await Promise.all([
				segments.listRevisions(segmentId, request),
				speakersOf(store.db, transcript),
				readRedaction(store.db, transcript.orgId),
			]);
			const view = revisionView(shownSpeakers(speakers), redaction, segment.language);
			return request.page(rows, latestFirst, view);
		},

		/**
		 * Returns a page of the speakers of a transcript, in the order in which they were added.
		 * @throws `not_found` `forbidden` `purged` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async listSpeakers({ principal }: RequestContext, transcriptId: string, query: PlainListQuery) {
			const { transcript } = await findTranscript(deps, principal, transcriptId);
			const binding = { list: "speakers", orgId: transcript.orgId, transcriptId };
			const request = pageRequest(cursors, query, speakerFields, binding);
			const [last = ""] = request.after ?? [];
			const rows = (await speakersOf(store.db, transcript)).filter(({ id }) => id > last);
			return request.page(rows.slice(0, request.take), byId, toSpeaker);
		},

		/** Returns a speaker. @throws `not_found` `forbidden` `purged` `invalid_fields` */
		async getSpeaker({ principal }: RequestContext, id: string, speakerId: string, fields: string | undefined) {
			const select = speakerFields.parse(fields);
			const { transcript } = await findTranscript(deps, principal, id);
			const row = (await speakersOf(store.db, transcript)).find((speaker) => speaker.id === speakerId);
			if (!row) throw speakerNotFound();
			return { data: select(toSpeaker(row)), version: row.version, variant: fields } satisfies Versioned<unknown>;
		},
	};

	/** Reads a slice of the segments, of all speakers or of some: each of those has an index of its own. */
	async function readSegments(
		transcript: TranscriptKey,
		{ query, slice, wanted, withWords }: SegmentRequest,
	): Promise<(PlainSegment & Partial<Pick<SegmentRow, "words">>)[]> {
		const segments = readSegmentsOf(store.db, transcript);
		const read = withWords ? segments.listWithWords : segments.list;
		const filter = { endsAfterMs: numberOf(query.fromMs), startsBeforeMs: numberOf(query.toMs) };
		const found = await Promise.all(wanted.map((speakerId) => read(filter, slice, speakerId)));
		const [only = [], ...others] = found;
		if (others.length === 0) return only;
		return found
			.flat()
			.sort((a, b) => a.startMs - b.startMs || a.seq - b.seq)
			.slice(0, slice.take);
	}
}

/** The segments that a page needs. */
interface SegmentRequest {
	readonly query: ListSegmentsQuery;
	readonly slice: Slice;
	/** Ids of their speakers; one undefined: any. */
	readonly wanted: readonly (string | undefined)[];
	readonly withWords: boolean;
}

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** Returns the position before which no segment starts that is still spoken at a time; null: the beginning. */
const positionBefore = (ms: number): Slice["after"] => (ms <= LOOKBACK_MS ? null : [ms - LOOKBACK_MS, 0]);

/** Returns the ids of a speaker and of those who were merged into it. */
const mergedInto = (speakers: readonly SpeakerRow[], id: string): string[] =>
	speakers.filter((speaker) => speaker.id === id || speaker.mergedInto === id).map((speaker) => speaker.id);
