import { newAddress } from "./addresses.ts";
import type { Scenario, ScenarioContext } from "./scenarios.ts";

/** Creates a workspace, whose manager is the owner, and returns its path. */
async function workspace({ api, owner }: ScenarioContext): Promise<string> {
	const body = { name: "Physics" };
	const { body: made } = await api.request("POST", `/orgs/${owner.orgId}/workspaces`, { token: owner.token, body });
	return `/workspaces/${made.data.id}`;
}

/** Adds a member of the organization to a new workspace, and returns the path of the membership. */
async function workspaceMember(world: ScenarioContext): Promise<string> {
	const path = `${await workspace(world)}/members`;
	const { userId } = await world.api.addMember(world.owner, "member");
	await world.api.request("POST", path, { token: world.owner.token, body: { userId, role: "member" } });
	return `${path}/${userId}`;
}

const send = (world: ScenarioContext, method: string, path: string, body: unknown = {}) =>
	world.act(method, path, { token: world.owner.token, body });

/** Mutating operations on workspaces and their members by `operationId`. */
export const WORKSPACE_SCENARIOS: Readonly<Record<string, Scenario>> = {
	createWorkspace: {
		records: "workspace.create",
		run: (world) => send(world, "POST", `/orgs/${world.owner.orgId}/workspaces`, { name: "Physics", kind: "class" }),
	},
	updateWorkspace: {
		records: "workspace.update",
		run: async (world) => send(world, "PATCH", await workspace(world), { name: "Chemistry" }),
	},
	archiveWorkspace: {
		records: "workspace.archive",
		run: async (world) => world.act("DELETE", await workspace(world), { token: world.owner.token }),
	},

	addWorkspaceMember: {
		records: "workspace.add_member",
		async run(world) {
			const { userId } = await world.api.addMember(world.owner, "member");
			return send(world, "POST", `${await workspace(world)}/members`, { userId, role: "host" });
		},
	},
	updateWorkspaceMember: {
		records: "workspace.change_role",
		run: async (world) => send(world, "PATCH", await workspaceMember(world), { role: "host" }),
	},
	removeWorkspaceMember: {
		records: "workspace.remove_member",
		run: async (world) => world.act("DELETE", await workspaceMember(world), { token: world.owner.token }),
	},
};

/** Scenarios, by name of the fact, for facts that no operation's regular scenario records. */
export const FURTHER_WORKSPACE_SCENARIOS: Readonly<Record<string, (world: ScenarioContext) => Promise<unknown>>> = {
	async "workspace.restore"(world) {
		const path = await workspace(world);
		const { token } = world.owner;
		await world.api.request("DELETE", path, { token });
		return world.api.request("PATCH", path, { token, body: { archived: false } });
	},
	async "workspace.invite_member"(world) {
		const body = { email: newAddress(), role: "viewer" };
		return world.api.request("POST", `${await workspace(world)}/members`, { token: world.owner.token, body });
	},
};
