import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = { updatePlan: { records: "plan.update", body: { name: "Crew" } } };

export const makers: SampleFile["makers"] = { planCode: async () => "team" };
