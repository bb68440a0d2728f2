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

const tag: Tag = { name: "Search", description: "What was said, in all transcripts that the caller may read." };

/** Documentation of the search. */
export const documentation = {
	search: operation({
		id: "searchTranscripts",
		summary: "Search what was said",
		description: `In the transcripts of all meetings that the caller may enter now, newest first by when it was said; also in one that is being written while people speak. What was said or corrected is found within seconds.

A segment is found when it has everything that \`q\` asks for: \`light prism\` (both, in any order), \`"light bends"\` (in this order, next to each other), \`prism*\` (the beginning of a word, at least 2 letters), \`-mirror\` (not), \`speaker:ada\` or \`speaker:"Ada Lovelace"\` (who said it), \`from:2030-01-01\` and \`to:2030-01-31\` (when; a day is a day in UTC). Case, accents and compatibility forms make no difference. In scripts without spaces any part of a text is found. What is not an operator is words; punctuation means nothing.

Jump to a hit with \`GET /transcripts/{transcriptId}/segments?fromMs={startMs}\`, or play the recording from \`startMs\`.

A search that would take long ends early: then the page has fewer hits than \`limit\`, even none, and \`nextCursor\` goes on from there. At most 16 terms; a query that asks for nothing but what to leave out is refused.`,
		tag,
		responses: { 200: pageResponse("A page of hits", hitFields.schema, "Transcripts searched", example) },
		errors: ["forbidden", "purged"],
	}),
};
