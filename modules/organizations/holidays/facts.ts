import { defineFacts } from "#platform/unit-of-work";
import { HolidaysChange } from "./schemas.ts";

/** Facts about holidays of organizations. */
export const facts = defineFacts("holidays", {
	"holidays.update": { event: "org.holidays_updated", payload: HolidaysChange, category: "organization" },
});
