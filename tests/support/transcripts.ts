import type { Harness, TestResponse } from "./harness.ts";

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
export function transcriptsOf(api: Harness) {
	type By = { readonly token: string };
	const get = (by: By, path: string, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
		api.request("GET", path, { token: by.token, headers });
	const patch = (by: By, path: string, body: unknown, ifMatch?: string): Promise<TestResponse> =>
		api.request("PATCH", path, { token: by.token, body, headers: { ...(ifMatch && { "if-match": ifMatch }) } });

	return {
		import: (by: By, meetingId: string, raw: string | Uint8Array<ArrayBuffer>, type = "text/vtt", query = "") =>
			api.request("PUT", `/meetings/${meetingId}/transcripts${query}`, {
				token: by.token,
				raw,
				headers: { "content-type": type },
			}),
		/** Imports a file to which everybody consented elsewhere, and returns the transcript. */
		async imported(by: By, meetingId: string, raw: string = VTT, type = "text/vtt") {
			const made = await this.import(by, meetingId, raw, type, `?${AGREED}`);
			if (made.status !== 201) throw new Error(`importing failed: ${made.text}`);
			return made.body.data;
		},
		list: (by: By, meetingId: string, query = "") => get(by, `/meetings/${meetingId}/transcripts${query}`),
		get: (by: By, id: string, query = "", headers?: Readonly<Record<string, string>>) =>
			get(by, `/transcripts/${id}${query}`, headers),
		segments: (by: By, id: string, query = "") => get(by, `/transcripts/${id}/segments${query}`),
		segment: (by: By, id: string, segmentId: string) => get(by, `/transcripts/${id}/segments/${segmentId}`),
		revisions: (by: By, id: string, segmentId: string) => get(by, `/transcripts/${id}/segments/${segmentId}/revisions`),
		edit: (by: By, id: string, segmentId: string, body: unknown, ifMatch?: string) =>
			patch(by, `/transcripts/${id}/segments/${segmentId}`, body, ifMatch),
		speakers: (by: By, id: string, query = "") => get(by, `/transcripts/${id}/speakers${query}`),
		editSpeaker: (by: By, id: string, speakerId: string, body: unknown, ifMatch?: string) =>
			patch(by, `/transcripts/${id}/speakers/${speakerId}`, body, ifMatch),
		remove: (by: By, id: string) => api.request("DELETE", `/transcripts/${id}`, { token: by.token }),
	};
}

/** What a test compares of a segment. */
export const said = ({ body }: TestResponse): unknown[] =>
	body.data.map((segment: { startMs: number; endMs: number; text: string; speaker: { label: string } | null }) => [
		segment.startMs,
		segment.endMs,
		segment.speaker?.label ?? null,
		segment.text,
	]);
