import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	updateAiPolicy: {
		records: "organization.update_ai_policy",
		body: { transcription: { providers: ["onnx"], languages: ["en"] } },
	},
};
