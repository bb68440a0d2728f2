import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, Timestamp } from "#http/schemas";
import { MAX_QUERY_LENGTH } from "./query.ts";

/** Something that was said, as a search finds it. */
export const SearchHit = closed(
	{
		transcriptId: Id("trn", "id of the transcript"),
		segmentId: Id("seg", "id of the segment"),
		meetingId: Id("mtg", "id of the meeting"),
		meetingTitle: Type.String({ description: "Title of the meeting." }),
		workspaceId: Id("wsp", "id of the workspace"),
		speaker: Nullable(
			closed({
				id: Id("spk", "id of the speaker"),
				participantId: Nullable(Id("par", "participant known to be the speaker")),
				label: Type.String({ description: "Display name." }),
			}),
		),
		startMs: Type.Integer({ description: "Start in ms of the recording, or of the live meeting: play from here." }),
		endMs: Type.Integer({ description: "End in ms of the recording." }),
		startedAt: Timestamp,
		language: Type.String({ description: "BCP 47; `und` while unknown." }),
		text: Type.String({ description: "The full text of the segment." }),
		matches: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
			description:
				"The matching parts of `text`, in order and without overlaps: start and end (exclusive) in " +
				"UTF-16 code units, as in `text.slice(from, to)`. Empty if only a speaker was searched for.",
		}),
		snippet: Type.String({
			description:
				"About 200 characters around the first match, as HTML: matches are in `<mark>`, everything else " +
				"is escaped.",
		}),
	},
	{ $id: "SearchHit" },
);
export type SearchHit = typeof SearchHit.static;

/** A hit as `fields` may select it. */
export const hitFields = selectable(SearchHit);

const MOMENT = "a day (`2030-01-31`, UTC) or RFC 3339";

/** Query of the search. */
export const SearchTranscriptsQuery = listQuery({
	q: Type.String({
		minLength: 1,
		maxLength: MAX_QUERY_LENGTH,
		description:
			'Words, all of which must be said in one segment; case and accents do not matter. `"words in this order"`, `-not`, `beginning*`, `speaker:ada`, `speaker:"Ada Lovelace"`, `from:2030-01-01`, `to:2030-01-31`.',
		examples: ['"light bends" surf* -mirror speaker:vega'],
	}),
	workspaceId: Type.Optional(Id("wsp", "only what was said in this workspace")),
	meetingId: Type.Optional(Id("mtg", "only what was said in this meeting")),
	speaker: Type.Optional(
		Type.String({ minLength: 1, maxLength: 128, description: "Words of the speaker's name, in this order." }),
	),
	from: Type.Optional(Type.String({ description: `Said then or later: ${MOMENT}.` })),
	to: Type.Optional(Type.String({ description: `Said before: ${MOMENT}; a day belongs to it as a whole.` })),
});
export type SearchTranscriptsQuery = typeof SearchTranscriptsQuery.static;
