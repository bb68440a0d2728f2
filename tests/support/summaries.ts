import { type Caller, matching, type OrgCaller } from "./client.ts";
import type { Harness } from "./harness.ts";
import { DIALOGUE } from "./spoken.ts";
import { AGREED, transcripts } from "./transcripts.ts";

/** A sentence and who says it. */
export type Line = readonly [speaker: string, text: string];

/** What Ana and Ben say in the meeting of `spoken.ts`. */
export const LINES: readonly Line[] = DIALOGUE.map(({ voice, text }) => [voice === "slt" ? "Ana" : "Ben", text]);

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

/** Returns sentences as subtitles, four seconds each. */
export const vttOf = (lines: readonly Line[]): string =>
	`WEBVTT\n\n${lines.map(([who, text], at) => `${clock(at * 4_000)} --> ${clock(at * 4_000 + 3_500)}\n<v ${who}>${text}`).join("\n\n")}\n`;

/** Requests about summaries and action items, for tests. */
export function summariesOf(api: Harness) {
	const path = (meetingId: string) => `/meetings/${meetingId}/summary`;
	const itemsPath = (meetingId: string) => `/meetings/${meetingId}/action-items`;

	return {
		path,
		itemsPath,

		/** Creates a meeting in a new workspace and returns its id. */
		async meeting(by: OrgCaller, body: Record<string, unknown> = {}): Promise<string> {
			const workspace = await by.post(`/orgs/${by.orgId}/workspaces`, { name: "Projects" });
			const request = { title: "Budget", kind: "other", ...body };
			const made = await by.post(`/workspaces/${workspace.body.data.id}/meetings`, request);
			if (made.status !== 201) throw new Error(`creating a meeting failed: ${made.text}`);
			return made.body.data.meeting.id;
		},

		/** Imports what is said in a meeting and returns the transcript. */
		async say(by: OrgCaller, meetingId: string, lines: readonly Line[] = LINES, language = "en") {
			const made = await transcripts.import(by, meetingId, vttOf(lines), "text/vtt", `?language=${language}&${AGREED}`);
			if (made.status !== 201) throw new Error(`importing failed: ${made.text}`);
			return made.body.data;
		},

		get: (by: Caller, meetingId: string, query = "") => by.get(path(meetingId) + query),
		ask: (by: Caller, meetingId: string, body: unknown = {}) => by.post(path(meetingId), body),
		edit: (by: Caller, meetingId: string, body: unknown, ifMatch?: string) =>
			by.patch(path(meetingId), body, matching(ifMatch)),
		items: async (by: Caller, meetingId: string, query = "") => (await by.get(itemsPath(meetingId) + query)).body.data,
		editItem: (by: Caller, meetingId: string, id: string, body: unknown, ifMatch?: string) =>
			by.patch(`${itemsPath(meetingId)}/${id}`, body, matching(ifMatch)),

		/** Returns a meeting of a new organization with a transcript and its summary. */
		async summarized(
			lines: readonly Line[] = LINES,
			{ language = "en", ...body }: Readonly<Record<string, string>> = {},
		) {
			const owner = await api.createOrganization();
			const meetingId = await this.meeting(owner, body);
			const { id: transcriptId } = await this.say(owner, meetingId, lines, language);
			return { owner, meetingId, transcriptId: transcriptId as string, summary: await this.made(owner, meetingId) };
		},

		/** Waits until the summary of a meeting is not being made, and returns it. */
		async made(by: Caller, meetingId: string) {
			for (let attempt = 0; attempt < 100; attempt++) {
				await api.parley.services.jobs.runDue();
				const { status, body, text } = await by.get(path(meetingId));
				if (status !== 200) throw new Error(`there is no summary: ${text}`);
				if (body.data.state !== "processing") return body.data;
				await Bun.sleep(50);
			}
			throw new Error("the summary was not made in time");
		},
	};
}

/** What a test compares of statements. */
export const textsOf = (points: readonly { readonly text: string }[]): readonly string[] =>
	points.map(({ text }) => text);
