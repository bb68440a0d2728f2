import { type Caller, matching } from "./client.ts";
import type { TestResponse } from "./harness.ts";

/** Two people about light, and a laugh. */
export const VTT = `WEBVTT
Language: en

00:00:01.000 --> 00:00:02.500
<v Ada Lovelace>Light <i>bends</i>.

00:00:02.500 --> 00:00:04.000
<v Bob>Does it?

00:00:04.000 --> 00:00:05.000
<v Ada Lovelace>2 &lt; 3 &amp;&amp; yes

00:00:05.000 --> 00:00:06.000
[laughter]
`;

/** Parameter by which an import states that everybody consented elsewhere. */
export const AGREED = "consentStatement=Agreed%20by%20all.";

/** Requests about transcripts on behalf of people, for tests. */
export const transcripts = {
	import: (by: Caller, meetingId: string, raw: string | Uint8Array<ArrayBuffer>, type = "text/vtt", query = "") =>
		by.put(`/meetings/${meetingId}/transcripts${query}`, undefined, { raw, headers: { "content-type": type } }),
	/** Imports a file to which everybody consented elsewhere, and returns the transcript. */
	async imported(by: Caller, meetingId: string, raw: string = VTT, type = "text/vtt") {
		const made = await this.import(by, meetingId, raw, type, `?${AGREED}`);
		if (made.status !== 201) throw new Error(`importing failed: ${made.text}`);
		return made.body.data;
	},
	list: (by: Caller, meetingId: string, query = "") => by.get(`/meetings/${meetingId}/transcripts${query}`),
	get: (by: Caller, id: string, query = "", headers?: Readonly<Record<string, string>>) =>
		by.get(`/transcripts/${id}${query}`, { headers }),
	segments: (by: Caller, id: string, query = "") => by.get(`/transcripts/${id}/segments${query}`),
	segment: (by: Caller, id: string, segmentId: string) => by.get(`/transcripts/${id}/segments/${segmentId}`),
	revisions: (by: Caller, id: string, segmentId: string) =>
		by.get(`/transcripts/${id}/segments/${segmentId}/revisions`),
	edit: (by: Caller, id: string, segmentId: string, body: unknown, ifMatch?: string) =>
		by.patch(`/transcripts/${id}/segments/${segmentId}`, body, matching(ifMatch)),
	speakers: (by: Caller, id: string, query = "") => by.get(`/transcripts/${id}/speakers${query}`),
	editSpeaker: (by: Caller, id: string, speakerId: string, body: unknown, ifMatch?: string) =>
		by.patch(`/transcripts/${id}/speakers/${speakerId}`, body, matching(ifMatch)),
	remove: (by: Caller, id: string) => by.delete(`/transcripts/${id}`),
};

/** What a test compares of a segment. */
export const said = ({ body }: TestResponse): unknown[] =>
	body.data.map((segment: { startMs: number; endMs: number; text: string; speaker: { label: string } | null }) => [
		segment.startMs,
		segment.endMs,
		segment.speaker?.label ?? null,
		segment.text,
	]);
