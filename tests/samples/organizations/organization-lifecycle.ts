import { after, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	deleteOrganization: { records: "organization.delete" },
	restoreOrganization: { records: "organization.restore", needs: after("deleteOrganization") },
	suspendOrganization: { records: "organization.suspend", body: { reason: "Holidays" } },
	resumeOrganization: { records: "organization.resume", needs: after("suspendOrganization") },
};
