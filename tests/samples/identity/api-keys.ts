import { byAnotherAdmin, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createApiKey: { records: "api_key.create" },
	updateApiKey: { records: "api_key.update" },
	rotateApiKey: { records: "api_key.rotate" },
	adoptApiKey: { records: "api_key.adopt", needs: byAnotherAdmin("createApiKey", "keyId") },
	revokeApiKey: { records: "api_key.revoke" },
};
