import type { Harness, SignedIn, TestRequest, TestResponse } from "./harness.ts";

/** A guest in a meeting. */
export interface Guest {
	readonly token: string;
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
	const send = (by: { readonly token: string }, method: string, path: string, body?: unknown) =>
		api.request(method, path, { token: by.token, ...(body !== undefined && { body }) });

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
		send,
		codeOf,
		joinByCode,

		/** Creates a running meeting in a new workspace of the owner, who is its host. */
		async openMeeting(by: Pick<SignedIn, "token" | "orgId">, body: Record<string, unknown> = {}): Promise<OpenMeeting> {
			const workspace = await made(send(by, "POST", `/orgs/${by.orgId}/workspaces`, { name: "Physics" }));
			const request = { title: "Optics", access: "link", ...body };
			const { meeting } = await made(send(by, "POST", `/workspaces/${workspace.id}/meetings`, request));
			return { id: meeting.id, workspaceId: workspace.id, code: codeOf(meeting.joinUrl) };
		},

		/** Joins as a guest, and returns them. */
		async guestIn({ code }: Pick<OpenMeeting, "code">, name = "Grace"): Promise<Guest> {
			const { status, body, text } = await joinByCode(code, name);
			if (status !== 200) throw new Error(`joining failed: ${text}`);
			return { token: body.access_token, id: body.participant.id };
		},

		/** Joins as a person of the organization, and returns their participant. */
		join: (by: { readonly token: string }, { id }: Pick<OpenMeeting, "id">) =>
			made(send(by, "POST", `/meetings/${id}/join`, {})),

		participants: async (by: { readonly token: string }, { id }: Pick<OpenMeeting, "id">, query = "") =>
			(await send(by, "GET", `/meetings/${id}/participants?${query}`)).body.data,

		decide: (by: { readonly token: string }, { id }: Pick<OpenMeeting, "id">, participantId: string, body: unknown) =>
			send(by, "PUT", `/meetings/${id}/participants/${participantId}/consent`, body),
	};
}
