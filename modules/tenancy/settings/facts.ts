import type { TSchema } from "@sinclair/typebox";
import { defineFacts } from "#platform/unit-of-work";

/** Returns the facts about settings. @param payload schema of an organization in events */
export const settingsFacts = (payload: TSchema) =>
	defineFacts("organization", {
		"organization.update_settings": { event: "org.settings_updated", payload, category: "organization" },
	});
