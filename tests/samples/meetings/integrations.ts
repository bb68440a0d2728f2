import { byAnotherAdmin, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createIntegration: { records: "integration.create" },
	updateIntegration: { records: "integration.update" },
	adoptIntegration: { records: "integration.adopt", needs: byAnotherAdmin("createIntegration", "integrationId") },
	testIntegration: { records: "integration.test" },
	deleteIntegration: { records: "integration.delete" },
};
