import { defineFacts } from "#platform/unit-of-work";
import { CalendarFeed } from "./schemas.ts";

/** Facts about calendar feeds. */
export const facts = defineFacts("calendar_feed", {
	"calendar_feed.create": { event: "security.calendar_feed_created", payload: CalendarFeed, category: "security" },
	"calendar_feed.delete": {
		event: "security.calendar_feed_deleted",
		payload: CalendarFeed,
		category: "security",
		removes: "calendar_feed",
	},
});
