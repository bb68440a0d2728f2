import type { Caller } from "./client.ts";
import type { SignedIn } from "./harness.ts";

/** Requests about meetings on behalf of people, for tests. */
export const meetings = {
	/** Creates a workspace and returns it; its maker is its manager. */
	createWorkspace: async (by: SignedIn, body: Record<string, unknown> = {}) =>
		(await by.post(`/orgs/${by.orgId}/workspaces`, { name: "Physics", ...body })).body.data,

	/** Makes somebody a member of a workspace. */
	async join(by: SignedIn, workspaceId: string, userId: string, role: string): Promise<void> {
		const added = await by.post(`/workspaces/${workspaceId}/members`, { userId, role });
		if (added.status !== 201) throw new Error(`adding failed: ${added.text}`);
	},

	create: (by: Caller, workspaceId: string, body: Record<string, unknown> = {}) =>
		by.post(`/workspaces/${workspaceId}/meetings`, { title: "Optics", ...body }),
	/** Creates a meeting and returns it. */
	async made(by: Caller, workspaceId: string, body: Record<string, unknown> = {}) {
		const created = await by.post(`/workspaces/${workspaceId}/meetings`, { title: "Optics", ...body });
		if (created.status !== 201) throw new Error(`creating failed: ${created.text}`);
		return created.body.data.meeting;
	},
	get: (by: Caller, id: string, query = "") => by.get(`/meetings/${id}${query}`),
	patch: (by: Caller, id: string, body: unknown) => by.patch(`/meetings/${id}`, body),
	move: (by: Caller, id: string, move: string) => by.post(`/meetings/${id}/${move}`),
	remove: (by: Caller, id: string) => by.delete(`/meetings/${id}`),
	list: (by: Caller, query = "") => by.get(`/meetings?${query}`),
	/** Returns the titles of a list. */
	titles: async (by: Caller, query = ""): Promise<string[]> =>
		(await by.get(`/meetings?${query}`)).body.data.map(({ title }: { title: string }) => title),
};
