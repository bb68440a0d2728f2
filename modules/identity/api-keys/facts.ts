import { defineFacts } from "#platform/unit-of-work";
import { ApiKey } from "./schemas.ts";

/** Facts about API keys. */
export const facts = defineFacts("api_key", {
	"api_key.create": { event: "security.api_key_created", payload: ApiKey, category: "security" },
	"api_key.update": { event: "security.api_key_updated", payload: ApiKey, category: "security" },
	"api_key.rotate": { event: "security.api_key_rotated", payload: ApiKey, category: "security" },
	"api_key.adopt": { event: "security.api_key_adopted", payload: ApiKey, category: "security" },
	"api_key.orphan": { event: "security.api_key_orphaned", payload: ApiKey, category: "security" },
	"api_key.revoke": { event: "security.api_key_revoked", payload: ApiKey, category: "security", removes: "api_key" },
});
