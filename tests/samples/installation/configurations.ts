import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	setConfigs: {
		records: "configuration.set_configs",
		body: () => ({ installation: { name: `School district ${crypto.randomUUID()}` } }),
	},
};
