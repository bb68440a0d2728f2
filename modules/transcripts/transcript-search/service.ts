import { rfc3339 } from "#kernel/clock";
import { pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { redactionIn } from "#modules/governance/redaction";
import { closesExams, closesRecords, organizationRequired, personalView } from "#modules/meetings/meetings";
import { assertOn } from "#modules/tenancy/features";
import { findOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { facts } from "./facts.ts";
import { snippetOf } from "./matches.ts";
import { parseMoment, parseName, parseQuery, type SearchQuery } from "./query.ts";
import { hitFields, type SearchHit, type SearchTranscriptsQuery } from "./schemas.ts";
import { type Hit, positionOf, search } from "./search.ts";

export type SearchDeps = Pick<Core, "store" | "cursors" | "retention" | "reads">;

export type SearchService = ReturnType<typeof createSearchService>;

/** Creates the service that searches what was said in the meetings that a caller may enter. */
export function createSearchService({ store, cursors, retention, reads }: SearchDeps) {
	return {
		/**
		 * Returns a page of what was said, newest first.
		 * @throws `forbidden` `not_found` `purged` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async search(context: RequestContext, query: SearchTranscriptsQuery) {
			const { principal } = context;
			const { orgId, guestOf } = principal;
			if (orgId === null) throw organizationRequired();
			const asked = parseRequest(query);
			const { workspaceId = null, meetingId = null } = query;
			const scope = { orgId, view: personalView(principal), workspaceId, meetingId };
			const request = pageRequest(cursors, query, hitFields, { list: "transcript-search", ...scope, asked });
			const organization = await findOrganization(store.db, orgId);
			assertOn(organization, "transcriptSearch");
			if (guestOf !== null && (meetingId ?? guestOf.id) !== guestOf.id) return request.page([], order, toHit);
			if (closesRecords(organization, principal)) return request.page([], order, toHit);
			const hidesExams = closesExams(organization, principal);
			const cutoffs = await retention.cutoffsFor(store.db, principal, orgId);
			const redaction = redactionIn(organization);
			const within = { ...scope, meetingId: guestOf?.id ?? meetingId, cutoffs, hidesExams, redaction };
			const { hits, stoppedAt } = await search(store.db, within, asked, request);
			const read = hits.map(({ transcript }) => ({ id: transcript.transcriptId, meetingId: transcript.meetingId }));
			await reads.note(context, { orgId, fact: facts["transcript.search"], objects: read });
			return request.page(hits, order, toHit, stoppedAt);
		},
	};
}

const order = { positionOf };

/** Joins what `q` asks for with the other parameters. @throws `invalid_request` naming the parameter */
function parseRequest({ q, speaker, from, to }: SearchTranscriptsQuery): SearchQuery {
	const asked = parseQuery(q);
	const fromMs = from === undefined ? null : parseMoment(from, false, "/from");
	const toMs = to === undefined ? null : parseMoment(to, true, "/to");
	return {
		all: speaker === undefined ? asked.all : [...asked.all, parseName(speaker, "/speaker")],
		none: asked.none,
		fromMs: fromMs === null || asked.fromMs === null ? (fromMs ?? asked.fromMs) : Math.max(fromMs, asked.fromMs),
		toMs: toMs === null || asked.toMs === null ? (toMs ?? asked.toMs) : Math.min(toMs, asked.toMs),
	};
}

/** Converts a hit to its representation. */
const toHit = ({ segment, transcript, matches }: Hit): SearchHit => ({
	transcriptId: segment.transcriptId,
	segmentId: segment.id,
	meetingId: transcript.meetingId,
	meetingTitle: transcript.meetingTitle,
	workspaceId: transcript.workspaceId,
	speaker: segment.speaker,
	startMs: segment.startMs,
	endMs: segment.endMs,
	startedAt: rfc3339(transcript.startedAtMs + segment.startMs),
	language: segment.language,
	text: segment.text,
	matches: matches.map(([from, to]) => [from, to]),
	snippet: snippetOf(segment.text, matches),
});
