import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = { startTrial: { records: "subscription.start_trial" } };
