import type { TSchema } from "@sinclair/typebox";
import { defineFacts } from "#platform/unit-of-work";

/** Returns the facts about AI policies. @param payload schema of an organization in events */
export const aiPolicyFacts = (payload: TSchema) =>
	defineFacts("organization", {
		"organization.update_ai_policy": { event: "org.ai_policy_updated", payload, category: "organization" },
	});
