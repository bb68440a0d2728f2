import type { Harness, SignedIn, TestResponse } from "./harness.ts";
import { DIALOGUE } from "./spoken.ts";
import { AGREED, transcriptsOf } from "./transcripts.ts";

/** A sentence and who says it. */
export type Line = readonly [speaker: string, text: string];

/** What Ana and Ben say in the meeting of `spoken.ts`. */
export const LINES: readonly Line[] = DIALOGUE.map(({ voice, text }) => [voice === "slt" ? "Ana" : "Ben", text]);

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

/** Returns sentences as subtitles, four seconds each. */
export const vttOf = (lines: readonly Line[]): string =>
	`WEBVTT\n\n${lines.map(([who, text], at) => `${clock(at * 4_000)} --> ${clock(at * 4_000 + 3_500)}\n<v ${who}>${text}`).join("\n\n")}\n`;

type By = Pick<SignedIn, "token" | "orgId">;

/** Requests about summaries and action items, for tests. */
export function summariesOf(api: Harness) {
	const send = (
		by: { readonly token: string },
		method: string,
		path: string,
		body?: unknown,
		ifMatch?: string,
	): Promise<TestResponse> =>
		api.request(method, path, {
			token: by.token,
			...(body !== undefined && { body }),
			headers: { ...(ifMatch && { "if-match": ifMatch }) },
		});
	const path = (meetingId: string) => `/meetings/${meetingId}/summary`;
	const itemsPath = (meetingId: string) => `/meetings/${meetingId}/action-items`;

	return {
		send,
		path,
		itemsPath,

		/** Creates a meeting in a new workspace and returns its id. */
		async meeting(by: By, body: Record<string, unknown> = {}): Promise<string> {
			const workspace = await send(by, "POST", `/orgs/${by.orgId}/workspaces`, { name: "Projects" });
			const request = { title: "Budget", kind: "other", ...body };
			const made = await send(by, "POST", `/workspaces/${workspace.body.data.id}/meetings`, request);
			if (made.status !== 201) throw new Error(`creating a meeting failed: ${made.text}`);
			return made.body.data.meeting.id;
		},

		/** Imports what is said in a meeting and returns the transcript. */
		async say(by: By, meetingId: string, lines: readonly Line[] = LINES, language = "en") {
			const made = await transcriptsOf(api).import(
				by,
				meetingId,
				vttOf(lines),
				"text/vtt",
				`?language=${language}&${AGREED}`,
			);
			if (made.status !== 201) throw new Error(`importing failed: ${made.text}`);
			return made.body.data;
		},

		get: (by: { readonly token: string }, meetingId: string, query = "") => send(by, "GET", path(meetingId) + query),
		ask: (by: { readonly token: string }, meetingId: string, body: unknown = {}) =>
			send(by, "POST", path(meetingId), body),
		edit: (by: { readonly token: string }, meetingId: string, body: unknown, ifMatch?: string) =>
			send(by, "PATCH", path(meetingId), body, ifMatch),
		items: async (by: { readonly token: string }, meetingId: string, query = "") =>
			(await send(by, "GET", itemsPath(meetingId) + query)).body.data,
		editItem: (by: { readonly token: string }, meetingId: string, id: string, body: unknown, ifMatch?: string) =>
			send(by, "PATCH", `${itemsPath(meetingId)}/${id}`, body, ifMatch),

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
		async made(by: { readonly token: string }, meetingId: string) {
			for (let attempt = 0; attempt < 100; attempt++) {
				await api.parley.services.jobs.runDue();
				const { status, body, text } = await send(by, "GET", path(meetingId));
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
