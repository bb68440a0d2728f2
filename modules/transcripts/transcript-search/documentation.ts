import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { hitFields, type SearchHit } from "./schemas.ts";

const example: SearchHit = {
	transcriptId: "trn_01jd0z7v9gf2nbrexx3vqjhp41",
	segmentId: "seg_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingTitle: "Optics",
	workspaceId: "wsp_01jd0z7v9gf2nbrexx3vqjhp41",
	speaker: {
		id: "spk_01jd0z7v9gf2nbrexx3vqjhp41",
		participantId: "par_01jd0z7v9gf2nbrexx3vqjhp41",
		label: "Ada Lovelace",
	},
	startMs: 61_000,
	endMs: 63_500,
	startedAt: "2030-01-01T09:31:01.000Z",
	language: "en",
	text: "Light bends at the edge of the prism.",
	matches: [
		[0, 11],
		[31, 36],
	],
	snippet: "<mark>Light bends</mark> at the edge of the <mark>prism</mark>.",
};

const tag: Tag = { name: "Search", description: "Search all transcripts the caller may read." };

/** Documentation of the search. */
export const documentation = {
	search: operation({
		id: "searchTranscripts",
		summary: "Search transcripts",
		description: `Searches the transcripts of all meetings the caller may currently enter, including live ones; the most recently spoken segments come first. New and corrected text can be found within seconds.

A segment matches if it contains everything in \`q\`: \`light prism\` (both, in any order), \`"light bends"\` (in this order, next to each other), \`prism*\` (the beginning of a word, at least 2 letters), \`-mirror\` (not), \`speaker:ada\` or \`speaker:"Ada Lovelace"\` (who said it), \`from:2030-01-01\` and \`to:2030-01-31\` (when; a day is a day in UTC). Case, accents and compatibility forms are ignored. In scripts without spaces, any part of a text matches. Everything that is not an operator is treated as words; punctuation is ignored.

Jump to a hit with \`GET /transcripts/{transcriptId}/segments?fromMs={startMs}\`, or play the recording from \`startMs\`.

A search that takes too long, or whose hits are very long, stops early: the page then has fewer hits than \`limit\`, possibly none, and \`nextCursor\` continues from there. A query may have at most 16 terms and must not consist of exclusions only.`,
		tag,
		responses: { 200: pageResponse("A page of hits", hitFields.schema, "Transcripts searched", example) },
		errors: ["entitlement_required", "forbidden", "purged"],
	}),
};
