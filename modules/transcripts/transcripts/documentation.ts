import { Type } from "@sinclair/typebox";
import type { TakenContent } from "#http/content";
import { Envelope, ok } from "#http/envelope";
import { pageResponse } from "#http/list";
import { operation, type ResponseDescription, type Tag } from "#http/operation";
import { emptyResponse, getResponses, versionedResponse } from "#http/resource";
import { ImportedTranscript, ImportRequest } from "./import-schemas.ts";
import {
	revisionFields,
	Segment,
	type SegmentRevision,
	Speaker,
	segmentFields,
	speakerFields,
	type Transcript,
	TranscriptExport,
	transcriptFields,
} from "./schemas.ts";

const tag: Tag = {
	name: "Transcription",
	description: "Transcripts of meetings: who said what and when. Read, correct, export and import them.",
};

const example: Transcript = {
	id: "trn_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	recordingId: "rec_01jd0z7v9gf2nbrexx3vqjhp41",
	captureId: null,
	state: "ready",
	live: false,
	failure: null,
	source: "stt",
	language: "en",
	languages: ["en"],
	engine: { engine: "whisper-server", model: "base.en", version: null },
	consentStatement: null,
	segmentCount: 412,
	durationMs: 2_700_000,
	revision: 3,
	version: 4,
	createdBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	createdAt: "2030-01-01T10:20:00.000Z",
	updatedAt: "2030-01-01T11:00:00.000Z",
};

const speaker: Speaker = {
	id: "spk_01jd0z7v9gf2nbrexx3vqjhp41",
	label: "Ada Lovelace",
	participantId: "par_01jd0z7v9gf2nbrexx3vqjhp41",
	mergedInto: null,
	version: 2,
};

const { id, participantId, label } = speaker;
const segment: Segment = {
	id: "seg_01jd0z7v9gf2nbrexx3vqjhp41",
	seq: 1,
	transcriptId: example.id,
	speaker: { id, participantId, label },
	startMs: 1_000,
	endMs: 2_500,
	text: "Light bends.",
	language: "en",
	confidence: 0.94,
	words: [
		{ text: "Light", startMs: 1_000, endMs: 1_600, confidence: 0.97 },
		{ text: "bends.", startMs: 1_700, endMs: 2_500, confidence: 0.91 },
	],
	final: true,
	revision: 1,
	edited: false,
	source: "stt",
};

const revision: SegmentRevision = {
	revision: 1,
	text: "Light ends.",
	speaker: null,
	replacedBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	replacedAt: "2030-01-01T11:00:00.000Z",
};

const VTT = "WEBVTT\n\nNOTE Language: en\n\n00:00:01.000 --> 00:00:02.500\n<v Ada Lovelace>Light bends.\n";
const SRT = "1\n00:00:01,000 --> 00:00:02,500\nAda Lovelace: Light bends.\n";
const TXT = "[00:00:01] Ada Lovelace\nLight bends.\n";
const exported = { ...example, speakers: [speaker], segments: [segment] };

const found = getResponses("The transcript", transcriptFields.schema, "Transcript retrieved", example);
/** The files a transcript is exported as. */
const FILES: NonNullable<ResponseDescription["alternatives"]> = {
	"text/vtt": { schema: Type.String(), example: VTT },
	"application/x-subrip": { schema: Type.String(), example: SRT },
	"text/plain": { schema: Type.String(), example: TXT },
	"application/json; format=json": { schema: Envelope(TranscriptExport), example: ok("Transcript exported", exported) },
};

/** What an import takes. */
export const IMPORTED: TakenContent = {
	maxBytes: 10 << 20,
	mediaTypes: {
		"text/vtt": {
			schema: Type.String({ description: "WebVTT; voice tags, or recurring names before the text, become speakers." }),
			example: VTT,
		},
		"application/x-subrip": {
			schema: Type.String({ description: "SubRip; recurring names before the text become speakers." }),
			example: SRT,
		},
		"application/json": { schema: ImportRequest, example: exported },
	},
};

/** Codes of every operation on a transcript. */
const GUARDED = ["not_found", "forbidden", "purged"] as const;
/** Codes of operations on what it says. */
const READY = [...GUARDED, "state_conflict"] as const;
const EDIT = [...READY, "precondition_failed"] as const;

/** Documentation of the operations on transcripts. */
export const documentation = {
	listOfMeeting: operation({
		id: "listTranscriptsOfMeeting",
		summary: "List the transcripts of a meeting",
		description: "Lists the newest first. Allowed to everyone who may enter the meeting.",
		tag,
		responses: {
			200: pageResponse("A page of transcripts", transcriptFields.schema, "Transcripts retrieved", example),
		},
		errors: GUARDED,
	}),

	import: operation({
		id: "importTranscript",
		summary: "Import a transcript of a meeting",
		description:
			"Imports WebVTT, SubRip or previously exported JSON of at most 10 MiB, 200,000 cues and 1,000 " +
			"speakers. Cues may overlap and be in any order. A file that cannot be read is rejected as a whole; " +
			"the error names the line (`error.meta.line`) or the property. Replaces a transcript imported in the " +
			"same language, unless a legal hold preserves it; transcripts made here are kept. Requires the right to run the meeting, " +
			"`transcription.enabled`, and the consent that captions require: 403 `consent_required` also for a speaker who denied " +
			"it. If consent was given elsewhere, say so in `consentStatement`; nothing is then attributed to participants who " +
			"denied it here, and a meeting whose `recordingPolicy.consent` is `disabled` still takes none.",
		tag,
		responses: {
			201: versionedResponse("The transcript", ImportedTranscript, "Transcript imported", {
				...example,
				recognized: {
					speakers: [{ id: speaker.id, label: speaker.label, participantId: speaker.participantId, segmentCount: 1 }],
					unattributedCount: 0,
				},
			}),
		},
		errors: [...READY, "consent_required", "not_retained", "validation_failed"],
	}),

	get: operation({
		id: "getTranscript",
		summary: "Get a transcript",
		description:
			"Returns the properties of the transcript. With `format`, or with an `Accept` header for a format " +
			"other than JSON, returns the whole transcript as a file: WebVTT with speakers as voices, SubRip, " +
			"plain text, or JSON that can be imported again. Allowed to everyone who may enter the meeting.",
		tag,
		responses: {
			...found,
			200: { ...found[200], alternatives: FILES },
		},
		errors: READY,
	}),

	remove: operation({
		id: "deleteTranscript",
		summary: "Delete a transcript",
		description:
			"Deletes all of its segments and corrections. The recording is kept. Requires the right to run the meeting.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: [...EDIT, "legal_hold_active"],
	}),

	listSegments: operation({
		id: "listSegments",
		summary: "List the segments of a transcript",
		description: "Lists segments in the order in which they were spoken. Use `fromMs` to start at a given time.",
		tag,
		responses: { 200: pageResponse("A page of segments", segmentFields.schema, "Segments retrieved", segment) },
		errors: READY,
	}),

	getSegment: operation({
		id: "getSegment",
		summary: "Get a segment of a transcript",
		description: "Returns the segment with its words.",
		tag,
		responses: getResponses("The segment", segmentFields.schema, "Segment retrieved", segment),
		errors: READY,
	}),

	updateSegment: operation({
		id: "updateSegment",
		summary: "Correct a segment of a transcript",
		description:
			"Changes the text, the speaker or both. The previous text is kept as a revision; send it again to " +
			"restore it. Nothing is attributed to a participant who denied consent to transcription (403). Requires the right to run the meeting.",
		tag,
		request: { text: "Light bends." },
		responses: { 200: versionedResponse("The segment", Segment, "Segment updated", segment) },
		errors: [...EDIT, "entitlement_required", "consent_required"],
	}),

	listRevisions: operation({
		id: "listSegmentRevisions",
		summary: "List the revisions of a segment",
		description: "Lists the previous texts, latest first, each with who replaced it and when.",
		tag,
		responses: { 200: pageResponse("A page of revisions", revisionFields.schema, "Revisions retrieved", revision) },
		errors: READY,
	}),

	listSpeakers: operation({
		id: "listSpeakers",
		summary: "List the speakers of a transcript",
		description: "Lists speakers in the order in which they were added, including those merged into another.",
		tag,
		responses: { 200: pageResponse("A page of speakers", speakerFields.schema, "Speakers retrieved", speaker) },
		errors: GUARDED,
	}),

	getSpeaker: operation({
		id: "getSpeaker",
		summary: "Get a speaker of a transcript",
		tag,
		responses: getResponses("The speaker", speakerFields.schema, "Speaker retrieved", speaker),
		errors: GUARDED,
	}),

	updateSpeaker: operation({
		id: "updateSpeaker",
		summary: "Update a speaker of a transcript",
		description:
			"Renames a speaker, links it to a participant of the meeting, or merges it into another speaker, " +
			"which can be undone. Nothing is attributed to a participant who denied consent to transcription (403), by link, merge " +
			"or name. Requires the " +
			"right to run the meeting.",
		tag,
		request: { label: "Ada Lovelace" },
		responses: { 200: versionedResponse("The speaker", Speaker, "Speaker updated", speaker) },
		errors: [...EDIT, "entitlement_required", "consent_required"],
	}),
};
