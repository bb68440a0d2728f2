import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	updateOrganizationSettings: { records: "organization.update_settings" },
};
