import type { Caller, OrgCaller } from "./client.ts";
import type { Harness, TestRequest, TestResponse } from "./harness.ts";

/** A guest in a meeting. */
export interface Guest extends Caller {
	readonly id: string;
}

/** A running meeting that guests join by its code. */
export interface OpenMeeting {
	readonly id: string;
	readonly workspaceId: string;
	readonly code: string;
}

/** Requests about the participants of meetings, for tests. */
export function guestsOf(api: Harness) {
	async function made(response: Promise<TestResponse>) {
		const answer = await response;
		if (answer.status >= 300) throw new Error(`preparing failed: ${answer.text}`);
		return answer.body.data;
	}

	/** Returns the code at the end of a join address. */
	const codeOf = (joinUrl: string): string => joinUrl.split("#")[1] ?? "";

	const joinByCode = (code: string, name: string | undefined = "Grace", options: TestRequest = {}) =>
		api.request("POST", "/meetings/join", { ...options, body: { code, ...(name !== "" && { name }) } });

	return {
		codeOf,
		joinByCode,

		/** Creates a running meeting in a new workspace of the owner, who is its host. */
		async openMeeting(by: OrgCaller, body: Record<string, unknown> = {}): Promise<OpenMeeting> {
			const workspace = await made(by.post(`/orgs/${by.orgId}/workspaces`, { name: "Physics" }));
			const request = { title: "Optics", access: "link", ...body };
			const { meeting } = await made(by.post(`/workspaces/${workspace.id}/meetings`, request));
			return { id: meeting.id, workspaceId: workspace.id, code: codeOf(meeting.joinUrl) };
		},

		/** Joins as a guest, and returns them. */
		async guestIn({ code }: Pick<OpenMeeting, "code">, name = "Grace"): Promise<Guest> {
			const { status, body, text } = await joinByCode(code, name);
			if (status !== 200) throw new Error(`joining failed: ${text}`);
			return { ...api.as(body.access_token), id: body.participant.id };
		},

		/** Joins as a person of the organization, and returns their participant. */
		join: (by: Caller, { id }: Pick<OpenMeeting, "id">) => made(by.post(`/meetings/${id}/join`, {})),

		participants: async (by: Caller, { id }: Pick<OpenMeeting, "id">, query = "") =>
			(await by.get(`/meetings/${id}/participants?${query}`)).body.data,

		decide: (by: Caller, { id }: Pick<OpenMeeting, "id">, participantId: string, body: unknown) =>
			by.put(`/meetings/${id}/participants/${participantId}/consent`, body),
	};
}
