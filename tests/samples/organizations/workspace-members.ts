import { newAddress } from "../../support/addresses.ts";
import { after, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	addWorkspaceMember: {
		records: "workspace.add_member",
		async body(world) {
			const { userId } = await world.api.addMember(world.owner, "member");
			world.set({ userId });
			return { userId, role: "member" };
		},
	},
	updateWorkspaceMember: { records: "workspace.change_role", needs: after("addWorkspaceMember") },
	removeWorkspaceMember: { records: "workspace.remove_member", needs: after("addWorkspaceMember") },
};

export const items: SampleFile["items"] = {
	getWorkspaceMember: async ({ id, send }) =>
		send("POST", `/workspaces/${await id("workspaceId")}/members`, { userId: await id("userId"), role: "member" }),
};

export const further: SampleFile["further"] = {
	"workspace.invite_member": async ({ id, send }) =>
		send("POST", `/workspaces/${await id("workspaceId")}/members`, { email: newAddress(), role: "viewer" }),
};
