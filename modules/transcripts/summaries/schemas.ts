import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { FieldsQuery, selectable } from "#http/fields";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseLanguage } from "#kernel/locale";
import { parseProse } from "#kernel/prose";
import { LEVELS, MAX_KEYWORD, MAX_OVERVIEW, MAX_POINT, SECTIONS, SUMMARY_STATES, TEMPLATE_NAMES } from "./values.ts";

const Language = Type.String({ description: "BCP 47; `und` while unknown.", examples: ["en"] });
const level = OneOf(LEVELS, "`basic`: sentences from the transcript; `enhanced`: written by a language model");
const template = OneOf(TEMPLATE_NAMES, "its template; default: that of the kind of meeting");

/** The engine that made something. */
const Engine = closed({
	engine: Type.String({ description: "`extractive`, or the kind of the language server.", examples: ["extractive"] }),
	model: Type.String({ examples: ["lexrank"] }),
	version: Nullable(Type.String()),
});

const summaryMembers = {
	id: Id("sum", "id of the summary"),
	meetingId: Id("mtg", "id of its meeting"),
	transcriptId: Id("trn", "id of the summarized transcript"),
	transcriptRevision: Type.Integer({
		minimum: 0,
		description: "Revision of that transcript; 0 before there is a result.",
	}),
	state: OneOf(SUMMARY_STATES, "state; the previous summary stays readable while a new one is made"),
	failure: Nullable(Type.String({ description: "Error code if it failed; null otherwise." })),
	level,
	template,
	language: Language,
	engine: Nullable(Engine),
	edited: Type.Boolean({ description: "Whether users have edited it." }),
	jobId: Nullable(Id("job", "id of the job that is making it or last made it")),
	version: Type.Integer({ minimum: 1, description: "Version, for `If-Match`." }),
	createdBy: Type.String({ description: "Who requested it: a user, an API key or the service itself." }),
	createdAt: Timestamp,
	updatedAt: Timestamp,
};

/** What others learn about a summary: not what it says. */
export const SummaryInfo = closed(summaryMembers, { $id: "SummaryInfo" });
export type SummaryInfo = typeof SummaryInfo.static;

const MAX_CITED = 50;
const SegmentIds = Type.Array(Id("seg", "id of a segment of the transcript"), { minItems: 1, maxItems: MAX_CITED });
const pointText = checked(
	Type.String({
		description: "1…2,000 characters after trimming.",
		examples: ["The launch is delayed."],
	}),
	(raw, path) => parseProse(raw, path, MAX_POINT),
);

/** A statement of a summary. */
const Point = closed(
	{
		text: pointText,
		segmentIds: Type.Array(Type.String(), {
			description: "Segments it is based on.",
			examples: [["seg_01jd0z7v9gf2nbrexx3vqjhp41"]],
		}),
		startMs: Type.Integer({
			minimum: 0,
			description: "Start of the first of them, in ms from the start of the recording.",
		}),
	},
	{ $id: "SummaryPoint" },
);

/** A summary of a meeting. */
export const Summary = closed(
	{
		...summaryMembers,
		stale: Type.Boolean({ description: "Whether the transcript has changed since, or a newer one exists." }),
		fallback: Nullable(
			closed(
				{ code: Type.String({ examples: ["model_unreachable"] }), detail: Type.String() },
				{ description: "Why the level is lower than requested; null if it is not." },
			),
		),
		sections: Type.Array(OneOf(SECTIONS, "a section"), {
			description: "The sections of its template, in display order; action items have their own operations.",
		}),
		editedSections: Type.Array(Type.String(), { description: "Sections that users have edited." }),
		overview: Type.String(),
		overviewSegmentIds: Type.Array(Type.String(), { description: "Segments the overview is based on." }),
		keyPoints: Type.Array(Point),
		decisions: Type.Array(Point),
		questions: Type.Array(Point, { description: "Questions that were left open." }),
		keywords: Type.Array(Type.String()),
	},
	{ $id: "Summary" },
);
export type Summary = typeof Summary.static;

/** Selector of `fields` for a summary. */
export const summaryFields = selectable(Summary);

/** A request to summarize a meeting. */
export const CreateSummaryRequest = closed(
	{
		level: Type.Optional(level),
		template: Type.Optional(template),
		language: Type.Optional(
			checked(
				Type.String({
					description: "Language in which to write an `enhanced` summary, BCP 47; default: that of the transcript.",
					pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
					maxLength: 35,
					examples: ["en"],
				}),
				parseLanguage,
			),
		),
		replaceEdits: Type.Optional(
			Type.Boolean({ description: "Whether to replace sections edited by users as well; default false." }),
		),
	},
	{ $id: "CreateSummaryRequestBody" },
);
export type CreateSummaryRequest = typeof CreateSummaryRequest.static;

const MAX_POINTS = 100;
const points = Type.Optional(
	Type.Array(closed({ text: pointText, segmentIds: SegmentIds }), {
		maxItems: MAX_POINTS,
		description: "All statements of the section, each with the segments it is based on.",
	}),
);

/** Changes of what a summary says; a section takes the place of what it was. */
export const UpdateSummaryRequest = closed(
	{
		overview: Type.Optional(
			checked(Type.String({ description: "0…10,000 characters." }), (raw, path) =>
				parseProse(raw, path, MAX_OVERVIEW, true),
			),
		),
		keyPoints: points,
		decisions: points,
		questions: points,
		keywords: Type.Optional(
			Type.Array(
				checked(Type.String({ description: "1…128 characters." }), (raw, path) => parseProse(raw, path, MAX_KEYWORD)),
				{ maxItems: MAX_POINTS },
			),
		),
	},
	{ $id: "UpdateSummaryRequestBody" },
);
export type UpdateSummaryRequest = typeof UpdateSummaryRequest.static;

/** Path of the summary of a meeting. */
export const MeetingParams = closed({ meetingId: Id("mtg", "id of the meeting") });

/** Options of reading one resource. */
export { FieldsQuery as OneQuery };
