import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	setFeatureFlags: { records: "feature_flag.update" },
	createFeatureFlag: {
		records: "feature_flag.create",
		body: () => ({ key: `flag-${crypto.randomUUID()}`, type: "boolean" }),
	},
	replaceFeatureFlag: { records: "feature_flag.replace", body: { description: "New" } },
	deleteFeatureFlag: { records: "feature_flag.delete" },
	killFeatureFlag: { records: "feature_flag.kill" },
	reviveFeatureFlag: {
		records: "feature_flag.revive",
		async needs({ id, create }) {
			const key = await id("key");
			await create("killFeatureFlag");
			return { key };
		},
	},
	evaluateFeatureFlags: { records: null, because: "it changes nothing", body: {} },
	evaluateFeatureFlag: {
		records: null,
		because: "it changes nothing",
		body: {},
		needs: async () => ({ key: "aiSummaries" }),
	},
};

export const makers: SampleFile["makers"] = { key: async ({ create }) => (await create("createFeatureFlag")).key };
