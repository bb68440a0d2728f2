import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	updateBillingPlan: { records: "subscription.change_plan" },
	grantEntitlements: { records: "subscription.grant_entitlements" },
};
