import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createOrganization: { records: "organization.create" },
	updateOrganization: {
		records: "organization.update",
		body: { name: "Renamed", metadata: { room: "Ä 12", empty: "" } },
	},
};
