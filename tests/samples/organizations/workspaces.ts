import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createWorkspace: { records: "workspace.create" },
	updateWorkspace: { records: "workspace.update" },
	archiveWorkspace: { records: "workspace.archive" },
};

export const makers: SampleFile["makers"] = { workspaceId: async ({ create }) => (await create("createWorkspace")).id };

export const further: SampleFile["further"] = {
	async "workspace.restore"({ id, create, send }) {
		await create("archiveWorkspace");
		return send("PATCH", `/workspaces/${await id("workspaceId")}`, { archived: false });
	},
};
