import { defineFacts } from "#platform/unit-of-work";
import { Branding } from "./schemas.ts";

/** Facts about the branding of organizations. */
export const facts = defineFacts("branding", {
	"branding.update": { event: "org.branding_updated", payload: Branding, category: "organization" },
});
