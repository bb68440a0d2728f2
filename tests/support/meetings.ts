import type { Harness, SignedIn, TestResponse } from "./harness.ts";

/** Requests about meetings on behalf of people, for tests. */
export function meetingsOf(api: Harness) {
	const send = (by: { token: string }, method: string, path: string, body?: unknown): Promise<TestResponse> =>
		api.request(method, path, { token: by.token, ...(body !== undefined && { body }) });

	return {
		/** Creates a workspace and returns it; its maker is its manager. */
		createWorkspace: async (by: SignedIn, body: Record<string, unknown> = {}) =>
			(await send(by, "POST", `/orgs/${by.orgId}/workspaces`, { name: "Physics", ...body })).body.data,

		/** Makes somebody a member of a workspace. */
		async join(by: SignedIn, workspaceId: string, userId: string, role: string): Promise<void> {
			const added = await send(by, "POST", `/workspaces/${workspaceId}/members`, { userId, role });
			if (added.status !== 201) throw new Error(`adding failed: ${added.text}`);
		},

		create: (by: { token: string }, workspaceId: string, body: Record<string, unknown> = {}) =>
			send(by, "POST", `/workspaces/${workspaceId}/meetings`, { title: "Optics", ...body }),
		/** Creates a meeting and returns it. */
		async made(by: { token: string }, workspaceId: string, body: Record<string, unknown> = {}) {
			const created = await send(by, "POST", `/workspaces/${workspaceId}/meetings`, { title: "Optics", ...body });
			if (created.status !== 201) throw new Error(`creating failed: ${created.text}`);
			return created.body.data.meeting;
		},
		get: (by: { token: string }, id: string, query = "") => send(by, "GET", `/meetings/${id}${query}`),
		patch: (by: { token: string }, id: string, body: unknown) => send(by, "PATCH", `/meetings/${id}`, body),
		move: (by: { token: string }, id: string, move: string) => send(by, "POST", `/meetings/${id}/${move}`),
		remove: (by: { token: string }, id: string) => send(by, "DELETE", `/meetings/${id}`),
		list: (by: { token: string }, query = "") => send(by, "GET", `/meetings?${query}`),
		/** Returns the titles of a list. */
		titles: async (by: { token: string }, query = ""): Promise<string[]> =>
			(await send(by, "GET", `/meetings?${query}`)).body.data.map(({ title }: { title: string }) => title),
	};
}
