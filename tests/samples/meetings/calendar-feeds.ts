import { after, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createCalendarFeed: { records: "calendar_feed.create" },
	deleteCalendarFeed: { records: "calendar_feed.delete", needs: after("createCalendarFeed") },
};

export const items: SampleFile["items"] = { getCalendarFeed: ({ create }) => create("createCalendarFeed") };
